import { describe, expect, it } from 'vitest';
import { cleanDiagram, connection, diagramOf, malformedDiagram, node } from '../../../test/diagram-fixture.ts';
import { codeOf, engineFixture, newBot, refusalOf, unknownId } from '../../../test/engine-fixture.ts';
import type { BlockEdit, BlocksInput, ChangeSet } from '../../domain/edits/change-set.ts';
import type { JsonObject } from '../../domain/json/json-value.ts';
import type { BrandEngine } from '../engine.ts';

const greeting = node('welcome', 'buttons', {
  text: 'Which?',
  buttons: [
    { id: 'a', label: 'A' },
    { id: 'b', label: 'B' },
  ],
});
const goodbye = node('bye', 'chat', { text: 'Bye' });
const toGoodbye = connection('welcome', '$a', 'bye');
const diagram = diagramOf([greeting, goodbye], [toGoodbye]);

async function botWith(acme: BrandEngine): Promise<string> {
  const id = await newBot(acme);
  await acme.drafts.replace(id, diagram);
  return id;
}

const codesOf = async (attempt: Promise<unknown>): Promise<readonly string[]> => {
  const { code, violations } = await refusalOf(attempt);
  return [code, ...violations.map((violation) => violation.code)];
};

it('[DR18][DR19] a change set is applied completely and returns the connections that it removed', async () => {
  const { acme } = engineFixture();
  const id = await botWith(acme);
  const edited = await acme.drafts.applyChangeSet(id, {
    blocks: { delete: ['bye'], add: [{ id: 'other', type: 'send_text', params: { text: 'Other' } }] },
    connections: { add: [{ sourcePath: 'welcome', type: '$b', targetPath: 'other' }] },
  });
  expect(edited.revision).toBe(3);
  expect(edited.removedConnections).toEqual([toGoodbye]);
  expect(Object.keys(edited.diagram.nodes)).toEqual(['hidden', 'welcome', 'other']);
  expect(Object.keys(edited.diagram.connections)).toEqual(['welcome.$b--other']);
  expect((await acme.drafts.get(id)).diagramJson).toBe(edited.diagramJson);
});

it('[DR6][DR19] a change set with problems is refused, and every problem is listed', async () => {
  const { acme } = engineFixture();
  const id = await botWith(acme);
  const before = await acme.drafts.get(id);
  const attempt = acme.drafts.applyChangeSet(id, {
    blocks: {
      add: [{ id: 'bye', type: 'send_text' }, { type: 'pigeon' }],
      update: [{ id: 'absent', top: 1 }],
    },
  });
  expect((await codesOf(attempt)).toSorted()).toEqual(
    ['change_set_refused', 'block_id_taken', 'block_type_unknown', 'block_unknown'].toSorted(),
  );
  expect(await acme.drafts.get(id)).toEqual(before);
  expect((await acme.drafts.revisions(id)).total).toBe(1);
});

it.for<readonly [unknown]>([[{}], [{ blocks: {} }], [{ blocks: { add: [] }, connections: { delete: [] } }]])(
  '[DR20] the change set %j has nothing to change',
  async ([changeSet]) => {
    const { acme } = engineFixture();
    const id = await newBot(acme);
    expect(await codeOf(acme.drafts.applyChangeSet(id, changeSet as ChangeSet))).toBe('empty_body');
  },
);

it('[DR5][DR21] blocks are added, and their violations are reported', async () => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  const draft = await acme.drafts.addBlocks(id, {
    blocks: [{ type: 'send_text', top: 5 }, { type: 'close_chat' }],
    connections: [{ sourcePath: 'n0', type: '$success', targetPath: 'n1' }],
  });
  expect(Object.keys(draft.diagram.nodes)).toEqual(['hidden', 'n0', 'n1']);
  expect(draft.violations.map(({ code }) => code)).toContain('start_connection');
  expect(draft).not.toHaveProperty('removedConnections');
});

it('[DR6][DR21] when a block has a problem, no block is added', async () => {
  const { acme } = engineFixture();
  const id = await botWith(acme);
  const before = await acme.drafts.get(id);
  const attempt = acme.drafts.addBlocks(id, {
    blocks: [
      { id: 'good', type: 'send_text' },
      { id: 'bye', type: 'send_text' },
    ],
    connections: [{ sourcePath: 'nowhere', type: '$success', targetPath: 'good' }],
  });
  expect((await codesOf(attempt)).toSorted()).toEqual([
    'block_id_taken',
    'blocks_refused',
    'connection_source_unknown',
  ]);
  expect(await acme.drafts.get(id)).toEqual(before);
});

it('[DR23] one block is edited', async () => {
  const { acme } = engineFixture();
  const id = await botWith(acme);
  const draft = await acme.drafts.editBlock(id, 'bye', { params: { text: 'Farewell' }, top: 9, name: 'End' });
  expect(draft.diagram.nodes['bye']).toEqual({
    ...goodbye,
    params: { version: 3, text: 'Farewell' },
    top: 9,
    name: 'End',
  });

  expect(await codeOf(acme.drafts.editBlock(id, 'absent', { top: 1 }))).toBe('block_not_found');
  expect(await codeOf(acme.drafts.editBlock(id, 'toString', { top: 1 }))).toBe('block_not_found');
  expect(await codeOf(acme.drafts.editBlock(id, 5 as unknown as string, { top: 1 }))).toBe('block_not_found');
  expect(await codeOf(acme.drafts.editBlock(id, 'bye', {}))).toBe('empty_body');
});

it('[DR24] an edit cannot remove an output that has a connection', async () => {
  const { acme } = engineFixture();
  const id = await botWith(acme);
  const before = await acme.drafts.get(id);
  const attempt = acme.drafts.editBlock(id, 'welcome', {
    params: { text: 'Which?', buttons: [{ id: 'b', label: 'B' }] },
  });
  const refusal = await refusalOf(attempt);
  expect([refusal.code, refusal.violations.map(({ code, output }) => [code, output])]).toEqual([
    'block_has_connections',
    [['output_has_connection', '$a']],
  ]);
  expect(await acme.drafts.get(id)).toEqual(before);
});

it('[DR18][DR25] a block is deleted with all its connections', async () => {
  const { acme } = engineFixture();
  const id = await botWith(acme);
  const edited = await acme.drafts.deleteBlock(id, 'welcome');
  expect(edited.removedConnections).toEqual([toGoodbye]);
  expect(edited.violations.map(({ code }) => code)).toEqual(['start_connection']);
  expect(Object.keys(edited.diagram.nodes)).toEqual(['hidden', 'bye']);
  expect(await codeOf(acme.drafts.deleteBlock(id, 'welcome'))).toBe('block_not_found');
  expect(await codeOf(acme.drafts.deleteBlock(id, 5 as unknown as string))).toBe('block_not_found');
});

it('[DR40] a missing block is reported before a stale revision', async () => {
  const { acme } = engineFixture();
  const id = await botWith(acme);
  const stale = { ifRevision: 1 };
  expect(await codeOf(acme.drafts.editBlock(id, 'absent', { top: 1 }, stale))).toBe('block_not_found');
  expect(await codeOf(acme.drafts.deleteBlock(id, 'absent', stale))).toBe('block_not_found');
  expect(await codeOf(acme.drafts.editBlock(id, 'bye', { top: 1 }, stale))).toBe('draft_changed');
  expect(await codeOf(acme.drafts.deleteBlock(id, 'bye', stale))).toBe('draft_changed');
});

describe('links to bots that do not exist', () => {
  const link = { id: 'jump', type: 'bot_link', params: { bot: unknownId } };

  it('[DR26] give linked_bot_not_found when they are the only problem', async () => {
    const { acme } = engineFixture();
    const id = await botWith(acme);
    expect(await codesOf(acme.drafts.addBlocks(id, { blocks: [link] }))).toEqual([
      'linked_bot_not_found',
      'linked_bot_not_found',
    ]);
    expect(
      await codesOf(acme.drafts.applyChangeSet(id, { blocks: { add: [link, { ...link, id: 'jump2' }] } })),
    ).toEqual(['linked_bot_not_found', 'linked_bot_not_found', 'linked_bot_not_found']);
    await acme.drafts.addBlocks(id, { blocks: [{ ...link, params: { bot: 1 } }] });
    expect(await codesOf(acme.drafts.editBlock(id, 'jump', { params: { bot: unknownId } }))).toEqual([
      'linked_bot_not_found',
      'linked_bot_not_found',
    ]);
  });

  it('[DR26] are one of the problems when there are others', async () => {
    const { acme } = engineFixture();
    const id = await botWith(acme);
    expect((await codesOf(acme.drafts.addBlocks(id, { blocks: [link, { type: 'pigeon' }] }))).toSorted()).toEqual([
      'block_type_unknown',
      'blocks_refused',
      'linked_bot_not_found',
    ]);
    expect(
      (
        await codesOf(acme.drafts.applyChangeSet(id, { blocks: { add: [link], update: [{ id: 'absent', top: 1 }] } }))
      ).toSorted(),
    ).toEqual(['block_unknown', 'change_set_refused', 'linked_bot_not_found']);
  });
});

it.for<readonly [unknown, string]>([
  [{ blocks: [{ id: 5, type: 'send_text' }] }, 'invalid_parameters blocks.0.id'],
  [{ blocks: [{ type: 'send_text' }, {}] }, 'invalid_parameters blocks.1.type'],
  [{ blocks: [{ type: 'send_text', params: [] }] }, 'invalid_parameters blocks.0.params'],
  [{ blocks: [{ type: 'send_text', params: null }] }, 'invalid_parameters blocks.0.params'],
  [{ blocks: [{ type: 'send_text', params: { a: undefined } }] }, 'invalid_parameters blocks.0.params'],
  [{ blocks: [{ type: 'send_text', params: nested(98) }] }, 'invalid_parameters blocks.0.params'],
  [{ blocks: [{ type: 'send_text', top: '1' }] }, 'invalid_parameters blocks.0.top'],
  [{ blocks: [{ type: 'send_text', left: Number.NaN }] }, 'invalid_parameters blocks.0.left'],
  [{ blocks: [{ type: 'send_text', name: 1 }] }, 'invalid_parameters blocks.0.name'],
  [{ blocks: [{ type: 'send_text', template: 'chat' }] }, 'field_not_described blocks.0.template'],
  [{ blocks: [] }, 'empty_body blocks'],
  [{}, 'empty_body'],
  [{ blocks: { type: 'send_text' } }, 'invalid_parameters blocks'],
  [{ blocks: [{ type: 'send_text' }], connections: [{}] }, 'invalid_parameters connections.0.sourcePath'],
  [{ blocks: [{ type: 'send_text' }], more: 1 }, 'field_not_described more'],
  [[], 'invalid_parameters'],
])('[DR22][DR38] %j adds nothing', async ([input, code]) => {
  const { acme } = engineFixture();
  const id = await botWith(acme);
  expect(await codeOf(acme.drafts.addBlocks(id, input as BlocksInput))).toBe(code);
  expect((await acme.drafts.get(id)).revision).toBe(2);
});

it.for<readonly [unknown, string]>([
  [{ blocks: { update: [{ top: 1 }] } }, 'invalid_parameters blocks.update.0.id'],
  [{ blocks: { update: [{ id: 'bye', type: 'send_text' }] } }, 'field_not_described blocks.update.0.type'],
  [{ blocks: { delete: [5] } }, 'invalid_parameters blocks.delete.0'],
  [{ blocks: { remove: [] } }, 'field_not_described blocks.remove'],
  [{ blocks: [] }, 'invalid_parameters blocks'],
  [{ connections: { delete: 'x' } }, 'invalid_parameters connections.delete'],
  [
    { connections: { add: [{ sourcePath: 'a', targetPath: 'b', type: null }] } },
    'invalid_parameters connections.add.0.type',
  ],
  [null, 'invalid_parameters'],
])('[DR38] %j is no change set', async ([changeSet, code]) => {
  const { acme } = engineFixture();
  const id = await botWith(acme);
  expect(await codeOf(acme.drafts.applyChangeSet(id, changeSet as ChangeSet))).toBe(code);
});

it.for<readonly [unknown, string]>([
  [{ params: 'x' }, 'invalid_parameters params'],
  [{ top: null }, 'invalid_parameters top'],
  [{ id: 'other' }, 'field_not_described id'],
  [7, 'invalid_parameters'],
])('[DR38] %j is no edit', async ([edit, code]) => {
  const { acme } = engineFixture();
  const id = await botWith(acme);
  expect(await codeOf(acme.drafts.editBlock(id, 'bye', edit as BlockEdit))).toBe(code);
});

it('[DR38] params may have 97 levels, and are copied', async () => {
  const { acme } = engineFixture();
  const id = await botWith(acme);
  const extra: { deep: JsonObject; list: string[] } = { deep: nested(96), list: ['x'] };
  const writing = acme.drafts.editBlock(id, 'bye', { params: extra });
  extra.list.push('y');
  const draft = await writing;
  expect(draft.diagram.nodes['bye']).toMatchObject({ params: { deep: nested(96), list: ['x'] } });
  extra.list.push('z');
  expect(Object.isFrozen(extra.list)).toBe(false);
});

it('[DR37] every use-case accepts a draft with malformed entries', async () => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  await acme.drafts.replace(id, cleanDiagram());
  await acme.versions.publish(id);
  const draft = await acme.drafts.replace(id, malformedDiagram());
  expect(draft.saveState).toBe('IS_NOT_VALID');
  expect(draft.violations.filter(({ code }) => code === 'node_malformed').map(({ blockId }) => blockId)).toEqual([
    'five',
    'none',
    'list',
    'text',
    'yes',
    'bare',
    'odd',
    'jump',
  ]);
  expect(await acme.drafts.validate(id)).toMatchObject({ total: draft.violationsTotal });

  expect(await codeOf(acme.drafts.deployTest(id))).toBe('draft_has_violations');
  expect(await codeOf(acme.versions.publish(id))).toBe('draft_has_violations');
  expect(await codeOf(acme.bots.create({ name: 'x', channelFamily: 'native', diagram: malformedDiagram() }))).toBe(
    'diagram_has_violations',
  );
  await acme.bots.duplicate({ botId: id });

  await acme.drafts.addBlocks(id, {
    blocks: [{ type: 'send_text', params: { text: 'Hi' } }],
    connections: [{ sourcePath: 'welcome', type: '$success', targetPath: 'n0' }],
  });
  await acme.drafts.editBlock(id, 'n0', { params: { text: 'Ho' } });
  await acme.drafts.applyChangeSet(id, {
    blocks: {
      add: [{ id: 'more', type: 'send_text' }],
      update: [{ id: 'n0', top: 5 }],
      delete: ['text', 'odd', 'yes'],
    },
    connections: { delete: ['six', 'half'] },
  });
  for (const blockId of ['five', 'none', 'list', 'bare', 'jump', 'welcome']) await acme.drafts.deleteBlock(id, blockId);
  expect(Object.keys((await acme.drafts.get(id)).diagram.nodes)).toEqual(['hidden', 'n0', 'more']);
  expect((await acme.drafts.revisions(id)).total).toBeGreaterThan(5);
  const live = await acme.bots.live(id);
  expect(live?.diagram).toEqual(cleanDiagram());
});

function nested(levels: number): JsonObject {
  let value: JsonObject = {};
  for (let level = 1; level < levels; level += 1) value = { in: value };
  return value;
}
