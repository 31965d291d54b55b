import { describe, expect, it } from 'vitest';
import { blockEditSchema, blocksInputSchema, changeSetSchema } from './drafts.ts';
import { readInput } from './read-input.ts';

const readBlocksInput = (input: unknown) => readInput(blocksInputSchema, input);
const readBlockEdit = (input: unknown) => readInput(blockEditSchema, input);
const readChangeSet = (input: unknown) => readInput(changeSetSchema, input);

const readers = { blocks: readBlocksInput, edit: readBlockEdit, set: readChangeSet };

describe('accepted input', () => {
  it.for<readonly [keyof typeof readers, string]>([
    ['blocks', '{"blocks":[{"type":"send_text"}]}'],
    [
      'blocks',
      '{"blocks":[{"id":"","type":"","name":"n","params":{"a":[null]},"top":-1.5,"left":0}],"connections":[]}',
    ],
    ['blocks', '{"blocks":[{"type":"x"}],"connections":[{"id":"c","sourcePath":"a","targetPath":"b","type":"t"}]}'],
    ['edit', '{"params":{}}'],
    ['edit', '{"name":""}'],
    ['edit', '{"top":0,"left":1e+300}'],
    ['edit', '{"params":{"__proto__":{"polluted":1},"constructor":null}}'],
    ['set', '{"blocks":{"delete":[""]}}'],
    ['set', '{"blocks":{"update":[{"id":"a"}]},"connections":{}}'],
    ['set', '{"connections":{"add":[{"sourcePath":"a","targetPath":"b","type":"t"}],"delete":["x"]}}'],
    ['set', '{"blocks":{"add":[{"type":"x"}],"update":[],"delete":[]}}'],
  ])('[ED26] %s %s', ([reader, text]) => {
    const input = JSON.parse(text);
    const read = readers[reader](input);
    expect(read).toEqual({ ok: true, value: input });
    expect(JSON.stringify(input)).toBe(text);
  });

  it('[ED26] a member that is undefined counts as left out', () => {
    expect(readBlocksInput({ blocks: [{ type: 'x', id: undefined }], connections: undefined }).ok).toBe(true);
    expect(readBlockEdit({ name: undefined })).toMatchObject({ code: 'empty_body' });
  });
});

describe('refused input', () => {
  it('[ED27] a member with nearly the name of a described member is refused with that name', () => {
    expect(readers.blocks({ blocks: [{ type: 'x' }], block: [] })).toMatchObject({
      faults: [{ field: 'block', message: 'It is not described. Did you mean blocks?' }],
    });
  });

  it.for<readonly [keyof typeof readers, string, string]>([
    ['blocks', '{"blocks":[{"type":"x"}],"boxes":[]}', 'boxes'],
    ['blocks', '{"blocks":[{"type":"x"},{"type":"x","template":"y"}]}', 'blocks.1.template'],
    ['blocks', '{"blocks":[{"type":"x","__proto__":{}}]}', 'blocks.0.__proto__'],
    [
      'blocks',
      '{"blocks":[{"type":"x"}],"connections":[{"sourcePath":"a","targetPath":"b","type":"t","color":1}]}',
      'connections.0.color',
    ],
    ['edit', '{"template":"x"}', 'template'],
    ['edit', '{"params":{},"id":"x"}', 'id'],
    ['edit', '{"constructor":1}', 'constructor'],
    ['set', '{"nodes":{}}', 'nodes'],
    ['set', '{"blocks":{"remove":[]}}', 'blocks.remove'],
    ['set', '{"blocks":{"update":[{"id":"a","type":"x"}]}}', 'blocks.update.0.type'],
    ['set', '{"connections":{"update":[]}}', 'connections.update'],
  ])('[ED27] %s %s has a member that nothing describes', ([reader, text, field]) => {
    expect(readers[reader](JSON.parse(text))).toEqual({
      ok: false,
      code: 'field_not_described',
      faults: [{ field, message: 'It is not described.' }],
    });
  });

  it.for<readonly [keyof typeof readers, unknown, string, string]>([
    ['blocks', [], '', 'Expected an object.'],
    ['blocks', null, '', 'Expected an object.'],
    ['blocks', undefined, '', 'Expected an object.'],
    ['blocks', 'x', '', 'Expected an object.'],
    ['blocks', { connections: [] }, 'blocks', 'It is required.'],
    ['blocks', { blocks: {} }, 'blocks', 'Expected a list.'],
    ['blocks', { blocks: [[]] }, 'blocks.0', 'Expected an object.'],
    ['blocks', { blocks: [null] }, 'blocks.0', 'Expected an object.'],
    ['blocks', { blocks: [{}] }, 'blocks.0.type', 'It is required.'],
    ['blocks', { blocks: [{ type: 5 }] }, 'blocks.0.type', 'Expected a text.'],
    ['blocks', { blocks: [{ type: 'x', id: null }] }, 'blocks.0.id', 'Expected a text.'],
    ['blocks', { blocks: [{ type: 'x', params: [] }] }, 'blocks.0.params', 'Expected an object.'],
    ['blocks', { blocks: [{ type: 'x', params: null }] }, 'blocks.0.params', 'Expected an object.'],
    ['blocks', { blocks: [{ type: 'x', top: '1' }] }, 'blocks.0.top', 'Expected a number.'],
    ['blocks', { blocks: [{ type: 'x', top: Number.NaN }] }, 'blocks.0.top', 'Expected a number.'],
    ['blocks', { blocks: [{ type: 'x', left: JSON.parse('1e400') }] }, 'blocks.0.left', 'Expected a finite number.'],
    ['blocks', { blocks: [{ type: 'x' }], connections: {} }, 'connections', 'Expected a list.'],
    ['edit', { params: 'x' }, 'params', 'Expected an object.'],
    ['edit', { name: 5 }, 'name', 'Expected a text.'],
    ['edit', [], '', 'Expected an object.'],
    ['set', { blocks: [] }, 'blocks', 'Expected an object.'],
    ['set', { blocks: { add: {} } }, 'blocks.add', 'Expected a list.'],
    ['set', { blocks: { delete: [5] } }, 'blocks.delete.0', 'Expected a text.'],
    ['set', { blocks: { delete: 'a' } }, 'blocks.delete', 'Expected a list.'],
    ['set', { blocks: { update: [{ top: 1 }] } }, 'blocks.update.0.id', 'It is required.'],
    ['set', { connections: null }, 'connections', 'Expected an object.'],
    ['set', { connections: { delete: [5] } }, 'connections.delete.0', 'Expected a text or an object.'],
    ['set', { connections: { delete: ['a', { type: 'b' }] } }, 'connections.delete.1.source_path', 'It is required.'],
    ['set', { connections: { delete: [{ source_path: 'a' }] } }, 'connections.delete.0.type', 'It is required.'],
    [
      'set',
      { connections: { delete: [{ source_path: 1, type: 'a' }] } },
      'connections.delete.0.source_path',
      'Expected a text.',
    ],
  ])('[ED27] %s %j is wrong at "%s"', ([reader, input, field, message]) => {
    expect(readers[reader](input)).toEqual({
      ok: false,
      code: 'invalid_parameters',
      faults: [{ field, message }],
    });
  });

  it('[ED27][ER8] all faults are reported together, faults of undescribed members first', () => {
    const set = {
      blocks: { add: [{ type: 5 }, { kind: 'x' }] },
      connections: { delete: [{}, 7], add: [{ sourcePath: 'a' }] },
    };
    expect(readChangeSet(set)).toEqual({
      ok: false,
      code: 'field_not_described',
      faults: [
        { field: 'blocks.add.1.kind', message: 'It is not described.' },
        { field: 'blocks.add.0.type', message: 'Expected a text.' },
        { field: 'blocks.add.1.type', message: 'It is required.' },
        { field: 'connections.add.0.targetPath', message: 'It is required.' },
        { field: 'connections.add.0.type', message: 'It is required.' },
        { field: 'connections.delete.0.source_path', message: 'It is required.' },
        { field: 'connections.delete.0.type', message: 'It is required.' },
        { field: 'connections.delete.1', message: 'Expected a text or an object.' },
      ],
    });
  });

  it('[MS45] at most 100 faults are reported, however many there are', () => {
    for (const input of [
      { blocks: new Array(200_000).fill({}) },
      { blocks: [], ...Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`x${index}`, 1])) },
    ]) {
      const read = readBlocksInput(input);
      expect(read.ok ? [] : read.faults).toHaveLength(100);
    }
  });

  it.for<readonly [keyof typeof readers, unknown, string]>([
    ['blocks', {}, ''],
    ['blocks', { blocks: [] }, 'blocks'],
    ['blocks', { blocks: [], connections: [] }, 'blocks'],
    ['edit', {}, ''],
    ['set', {}, ''],
    ['set', { blocks: {}, connections: {} }, ''],
    ['set', { blocks: { add: [], update: [], delete: [] }, connections: { add: [], delete: [] } }, ''],
  ])('[ED28] %s %j says nothing to do', ([reader, input, field]) => {
    expect(readers[reader](input)).toEqual({
      ok: false,
      code: 'empty_body',
      faults: [{ field, message: expect.stringMatching(/^It (is empty|has none of)/) }],
    });
  });

  it.for<readonly [string, unknown, string]>([
    ['what is no JSON', { a: [1, Number.POSITIVE_INFINITY] }, '/a/1 is not a finite number.'],
    ['an object of a class', { a: new Date(0) }, '/a is an object of a class, not a plain one.'],
  ])('[ED34] params with %s are refused', ([, params, message]) => {
    expect(readBlockEdit({ params })).toEqual({
      ok: false,
      code: 'invalid_parameters',
      faults: [{ field: 'params', message }],
    });
  });

  it('[ED34] params of 97 levels fit into a diagram and deeper ones do not', () => {
    const deep = (levels: number): unknown => JSON.parse('{"a":'.repeat(levels) + 1 + '}'.repeat(levels));
    expect(readBlockEdit({ params: deep(97) }).ok).toBe(true);
    expect(readBlockEdit({ params: deep(98) })).toMatchObject({
      code: 'invalid_parameters',
      faults: [{ field: 'params' }],
    });
    expect(readBlockEdit({ params: deep(10_000) }).ok).toBe(false);
  });
});
