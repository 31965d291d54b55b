import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../blocks/catalog.ts';
import { type Diagram, isDiagramConnection, isNode } from '../diagram/diagram.ts';
import { outputsOfNode } from '../diagram/node-outputs.ts';
import { isEqualJson, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { checkDiagram } from '../rules/check-diagram.ts';
import { diffDiagrams } from './diff-diagrams.ts';
import { type Merge, type MergeSide, mergeDiagrams } from './merge-diagrams.ts';

const catalog = createCatalog();
const merge = (before: Diagram, mine: Diagram, theirs: Diagram, side: MergeSide): Merge =>
  mergeDiagrams(before, mine, theirs, { catalog, prefer: () => side });
const renamed = new Map();

const node = (id: string, text: string, more: Record<string, string | number> = {}) => ({
  id,
  template: 'chat',
  params: { text },
  top: 0,
  left: 0,
  ...more,
});
const way = (sourcePath: string, targetPath: string) => ({
  id: `${sourcePath}.$success--${targetPath}`,
  type: '$success',
  sourcePath,
  targetPath,
});
const diagramOf = (
  nodes: readonly (Omit<ReturnType<typeof node>, 'params'> & { readonly params: JsonObject })[],
  ways: readonly ReturnType<typeof way>[] = [],
): Diagram => ({
  nodes: Object.fromEntries(nodes.map((each) => [each.id, each])),
  connections: Object.fromEntries(ways.map((each) => [each.id, each])),
});

const base = diagramOf([node('a', 'one'), node('b', 'two')], [way('a', 'b')]);

describe('puts together', () => {
  it('[DF9] edits of different blocks', () => {
    const mine = diagramOf([node('a', 'mine'), node('b', 'two')], [way('a', 'b')]);
    const theirs = diagramOf([node('a', 'one'), node('b', 'two'), node('c', 'new')], [way('a', 'b'), way('b', 'c')]);
    expect(merge(base, mine, theirs, 'mine')).toEqual({
      diagram: diagramOf([node('a', 'mine'), node('b', 'two'), node('c', 'new')], [way('a', 'b'), way('b', 'c')]),
      conflicts: [],
      renamed,
    });
  });

  it('[DF9] different members of one block', () => {
    const mine = diagramOf([node('a', 'mine'), node('b', 'two')], [way('a', 'b')]);
    const theirs = diagramOf([node('a', 'one', { name: 'Hi' }), node('b', 'two')], [way('a', 'b')]);
    const merged = merge(base, mine, theirs, 'theirs');
    expect(merged.conflicts).toEqual([]);
    expect(merged.diagram.nodes['a']).toEqual(node('a', 'mine', { name: 'Hi' }));
  });

  it('[DF9] the same change of both', () => {
    const both = diagramOf([node('a', 'same'), node('b', 'two')], [way('a', 'b')]);
    expect(merge(base, both, structuredClone(both), 'mine')).toEqual({ diagram: both, conflicts: [], renamed });
  });

  it('[DF9] places on the canvas, of which mine counts', () => {
    const mine = diagramOf([node('a', 'one', { top: 5 }), node('b', 'two')], [way('a', 'b')]);
    const theirs = diagramOf([node('a', 'one', { top: 9, left: 9 }), node('b', 'two')], [way('a', 'b')]);
    const merged = merge(base, mine, theirs, 'theirs');
    expect(merged.conflicts).toEqual([]);
    expect(merged.diagram.nodes['a']).toEqual(node('a', 'one', { top: 5, left: 9 }));
  });

  it('[DF9] members of the diagram itself', () => {
    const merged = merge(base, { ...base, mine: 1 }, { ...base, theirs: 2 }, 'mine');
    expect(merged).toEqual({ diagram: { ...base, mine: 1, theirs: 2 }, conflicts: [], renamed });
  });
});

describe('reports', () => {
  it.for(['mine', 'theirs'] as const)('[DF9] the same param changed by both, and takes that of %s', (prefer) => {
    const mine = diagramOf([node('a', 'mine'), node('b', 'two')], [way('a', 'b')]);
    const theirs = diagramOf([node('a', 'theirs'), node('b', 'two')], [way('a', 'b')]);
    const merged = merge(base, mine, theirs, prefer);
    expect(merged.conflicts).toEqual([{ map: 'nodes', id: 'a', members: ['params.text'] }]);
    expect(merged.diagram.nodes['a']).toEqual(node('a', prefer));
  });

  it('[DF9] a block that one removed and the other edited, and leaves no connection of it', () => {
    const mine = diagramOf([node('a', 'one')]);
    const theirs = diagramOf([node('a', 'one'), node('b', 'theirs')], [way('a', 'b')]);
    const merged = merge(base, mine, theirs, 'mine');
    expect(merged.conflicts).toEqual([{ map: 'nodes', id: 'b', members: [] }]);
    expect(merged.diagram).toEqual(diagramOf([node('a', 'one')]));
  });
});

const three = diagramOf([node('a', 'one'), node('b', 'two'), node('c', 'three')], [way('a', 'b')]);

describe('an output leads to one place', () => {
  const mine = diagramOf([node('a', 'one'), node('b', 'two'), node('c', 'three')], [way('a', 'b'), way('b', 'a')]);
  const theirs = diagramOf([node('a', 'one'), node('b', 'two'), node('c', 'three')], [way('a', 'b'), way('b', 'c')]);

  it.for(['mine', 'theirs'] as const)('[DF10] both connected it, and that of %s counts', (side) => {
    const merged = merge(three, mine, theirs, side);
    expect(merged.conflicts).toEqual([{ map: 'connections', id: 'b.$success', members: [] }]);
    expect(merged.diagram).toEqual(side === 'mine' ? mine : theirs);
  });

  it('[DF10] both led it elsewhere', () => {
    const moved = diagramOf([node('a', 'one'), node('b', 'two'), node('c', 'three')], [way('a', 'c')]);
    const back = diagramOf([node('a', 'one'), node('b', 'two'), node('c', 'three')], [way('a', 'a')]);
    const merged = merge(three, moved, back, 'theirs');
    expect(merged.conflicts).toEqual([{ map: 'connections', id: 'a.$success', members: [] }]);
    expect(merged.diagram).toEqual(back);
  });

  it('[DF10] one led it elsewhere', () => {
    const moved = diagramOf([node('a', 'one'), node('b', 'two'), node('c', 'three')], [way('a', 'c')]);
    expect(merge(three, moved, three, 'theirs')).toEqual({ diagram: moved, conflicts: [], renamed });
  });
});

describe('a connection goes with its block and its output', () => {
  const connected = diagramOf(
    [node('a', 'one'), node('b', 'two'), node('c', 'three')],
    [way('a', 'b'), way('b', 'c'), way('c', 'a')],
  );
  const without = diagramOf([node('a', 'one'), node('b', 'two')], [way('a', 'b')]);

  it('[DF11] one removed the block, the other connected it: the removal counts', () => {
    const merged = merge(three, connected, without, 'theirs');
    expect(merged.conflicts).toEqual([{ map: 'nodes', id: 'c', members: [] }]);
    expect(merged.diagram).toEqual(without);
  });

  it('[DF11] one removed the block, the other connected it: the connection counts', () => {
    const merged = merge(three, connected, without, 'mine');
    expect(merged.conflicts).toEqual([{ map: 'nodes', id: 'c', members: [] }]);
    expect(merged.diagram).toEqual(connected);
  });

  it('[DF11] the block comes back with its connections', () => {
    const removed = diagramOf([node('a', 'one'), node('c', 'three')]);
    const edited = diagramOf([node('a', 'one'), node('b', 'edited'), node('c', 'three')], [way('a', 'b')]);
    expect(merge(three, removed, edited, 'theirs').diagram).toEqual(edited);
    expect(merge(three, removed, edited, 'mine').diagram).toEqual(removed);
  });

  const asks = (...ids: string[]): JsonObject => ({
    ...node('q', ''),
    template: 'buttons',
    params: { text: 'Which?', buttons: ids.map((id) => ({ id, label: id })) },
  });
  const press = (id: string, target: string): JsonObject => ({
    id: `q.$${id}--${target}`,
    type: `$${id}`,
    sourcePath: 'q',
    targetPath: target,
  });
  const bot = (question: JsonObject, ...ways: JsonObject[]): Diagram =>
    diagramOf([question as never, node('a', 'one')], ways as never);

  it.for(['mine', 'theirs'] as const)('[DF11] one removed the button, the other connected it: %s counts', (side) => {
    const mine = bot(asks('x', 'y'), press('y', 'a'));
    const theirs = bot(asks('x'));
    const merged = merge(bot(asks('x', 'y')), mine, theirs, side);
    expect(merged.conflicts).toEqual([{ map: 'nodes', id: 'q', members: ['output $y'] }]);
    expect(merged.diagram).toEqual(side === 'mine' ? mine : theirs);
  });

  it('[DF11] both changed the buttons, and connected their new ones', () => {
    const mine = bot(asks('x', 'm'), press('m', 'a'));
    const theirs = bot(asks('x', 't'), press('t', 'a'));
    const merged = merge(bot(asks('x')), mine, theirs, 'theirs');
    expect(merged.conflicts).toEqual([{ map: 'nodes', id: 'q', members: ['params.buttons', 'output $m'] }]);
    expect(merged.diagram).toEqual(theirs);
  });

  it('[DF11] one closed the block to connections, the other connected it', () => {
    const closed = diagramOf([node('a', 'one', { isTarget: false as never }), node('b', 'two')]);
    const before = diagramOf([node('a', 'one'), node('b', 'two')]);
    const merged = merge(before, diagramOf([node('a', 'one'), node('b', 'two')], [way('b', 'a')]), closed, 'theirs');
    expect(merged.conflicts).toEqual([{ map: 'nodes', id: 'a', members: ['isTarget'] }]);
    expect(merged.diagram).toEqual(closed);
  });
});

describe('a jump goes with the block that it names', () => {
  const jump = (params: JsonObject) => ({ ...node('j', ''), template: 'bot_link', params: params as never });
  const before = diagramOf([node('a', 'one'), node('b', 'two'), jump({ bot: 7, node: 'a' })], [way('a', 'b')]);
  const jumping = (params: JsonObject) =>
    diagramOf([node('a', 'one'), node('b', 'two'), jump(params)], [way('a', 'b')]);
  const without = diagramOf([node('a', 'one'), jump({ bot: 7, node: 'a' })]);
  const mergeOf7 = (mine: Diagram, theirs: Diagram, side: MergeSide): Merge =>
    mergeDiagrams(before, mine, theirs, { catalog, bot: { number: 7 }, prefer: () => side });

  it.for([
    ['mine', jumping({ bot: 7, node: 'b' }), without, jumping({ bot: 7, node: 'b' })],
    ['theirs', without, jumping({ bot: 7, node: 'b' }), jumping({ bot: 7, node: 'b' })],
    ['theirs', jumping({ bot: 7, node: 'b' }), without, diagramOf([node('a', 'one'), jump({ bot: 7, node: 'b' })])],
  ] as const)('[DF14] one removed the block, the other jumped to it: %s counts', ([side, mine, theirs, expected]) => {
    const merged = mergeOf7(mine, theirs, side);
    expect(merged.conflicts).toEqual([{ map: 'nodes', id: 'b', members: [] }]);
    expect(merged.diagram).toEqual(expected);
  });

  it('[DF14] one closed the block, the other jumped to it', () => {
    const closed = diagramOf(
      [node('a', 'one'), node('b', 'two', { isTarget: false as never }), jump({ bot: 7, node: 'a' })],
      [way('a', 'b')],
    );
    const merged = mergeOf7(jumping({ bot: 7, node: 'b' }), closed, 'mine');
    expect(merged.conflicts).toEqual([{ map: 'nodes', id: 'b', members: ['isTarget'] }]);
    expect(merged.diagram).toEqual(jumping({ bot: 7, node: 'b' }));
  });

  it('[DF14] a jump into another bot names no block of this one', () => {
    const merged = mergeOf7(jumping({ bot: 8, node: 'b' }), without, 'mine');
    expect(merged.conflicts).toEqual([]);
    expect(merged.diagram).toEqual(diagramOf([node('a', 'one'), jump({ bot: 8, node: 'b' })]));
  });
});

describe('new blocks', () => {
  it('[DF12] of one id are both there, mine under another with its connections', () => {
    const mine = diagramOf(
      [node('a', 'one'), node('b', 'two'), node('n7', 'mine', { left: 9 })],
      [way('b', 'n7'), way('n7', 'a')],
    );
    const theirs = diagramOf([node('a', 'one'), node('b', 'two'), node('n7', 'theirs', { top: 5 })], [way('n7', 'b')]);
    const merged = merge(diagramOf([node('a', 'one'), node('b', 'two')]), mine, theirs, 'mine');
    expect([merged.conflicts, merged.renamed]).toEqual([[], new Map([['n7', 'n8']])]);
    expect(merged.diagram).toEqual(
      diagramOf(
        [node('a', 'one'), node('b', 'two'), node('n7', 'theirs', { top: 5 }), node('n8', 'mine', { left: 9 })],
        [way('n7', 'b'), way('b', 'n8'), way('n8', 'a')],
      ),
    );
  });

  const jump = (id: string, to: string, bot: number | string = 7, place: { readonly left?: number } = {}) => ({
    ...node(id, '', place),
    template: 'bot_link',
    params: { bot, node: to },
  });
  const own = { number: 7, id: '0190aaaa-0000-7000-8000-00000000beef' };
  const mergeOwn = (before: Diagram, mine: Diagram, theirs: Diagram) =>
    mergeDiagrams(before, mine, theirs, { catalog, bot: own, prefer: () => 'mine' });
  const [a, b] = [node('a', 'one'), node('b', 'two')];

  it.for<readonly [string, number | string, string, string]>([
    ['a jump to it', 7, 'n4', 'n6'],
    ['a jump by the uuid of the bot', own.id.toUpperCase(), ' n4 ', 'n6'],
    ['a jump into another bot, which has that id too', 8, 'n4', 'n4'],
  ])('[DF12] %s goes with mine', ([, bot, to, expected]) => {
    const mine = diagramOf([a, b, node('n4', 'mine'), jump('n5', to, bot)], [way('a', 'n4'), way('b', 'n5')]);
    const theirs = diagramOf([a, b, node('n4', 'theirs')], [way('b', 'n4')]);
    const merged = mergeOwn(diagramOf([a, b]), mine, diagramOf([a, b, node('n4', 'theirs')], []));
    expect([merged.conflicts, merged.renamed]).toEqual([[], new Map([['n4', 'n6']])]);
    expect(merged.diagram.nodes['n5']).toMatchObject({ params: { bot, node: expected } });
    // The only conflict is the output of b that both connected.
    const { conflicts, diagram } = mergeOwn(diagramOf([a, b]), mine, theirs);
    expect(conflicts.map(({ map }) => map)).toEqual(['connections']);
    expect(diagram.nodes).toMatchObject({ n4: { params: { text: 'theirs' } }, n6: { params: { text: 'mine' } } });
  });

  it('[DF12] a text that is the id of a block is no jump', () => {
    const mine = diagramOf([a, { ...b, params: { text: 'n4' } }, node('n4', 'mine')], [way('a', 'n4')]);
    const merged = merge(diagramOf([a, b]), mine, diagramOf([a, b, node('n4', 'theirs')]), 'mine');
    expect([merged.conflicts, merged.renamed]).toEqual([[], new Map([['n4', 'n5']])]);
    expect(merged.diagram.nodes).toMatchObject({ b: { params: { text: 'n4' } }, n4: node('n4', 'theirs') });
  });

  it('[DF12] the jumps of both cross', () => {
    const mine = diagramOf([a, b, node('n8', 'mine', { left: 8 }), jump('n9', 'n8', 7, { left: 9 })], [way('a', 'n9')]);
    const theirs = diagramOf([a, b, jump('n8', 'n9'), node('n9', 'theirs')], [way('b', 'n8')]);
    expect(mergeOwn(diagramOf([a, b]), mine, theirs)).toEqual({
      conflicts: [],
      renamed: new Map([
        ['n8', 'n10'],
        ['n9', 'n11'],
      ]),
      diagram: diagramOf(
        [
          a,
          b,
          jump('n8', 'n9'),
          node('n9', 'theirs'),
          node('n10', 'mine', { left: 8 }),
          jump('n11', 'n10', 7, { left: 9 }),
        ],
        [way('b', 'n8'), way('a', 'n11')],
      ),
    });
  });

  it('[DF12] a jump that was there before both is a conflict', () => {
    const before = diagramOf([a, jump('b', 'n2')]);
    const { conflicts } = mergeOwn(
      before,
      diagramOf([a, jump('b', 'n2'), node('n2', 'mine')]),
      diagramOf([a, jump('b', 'n2'), node('n2', 'theirs')]),
    );
    expect(conflicts).toEqual([{ map: 'nodes', id: 'n2', members: [] }]);
  });

  it('[DF12] of one greeting slot are a conflict', () => {
    const slot = (text: string) => diagramOf([node('welcome', text)]);
    const merged = merge(diagramOf([]), slot('mine'), slot('theirs'), 'theirs');
    expect(merged).toEqual({
      diagram: slot('theirs'),
      conflicts: [{ map: 'nodes', id: 'welcome', members: [] }],
      renamed,
    });
  });

  it('[DF13] of both on one place do not cover each other', () => {
    const mine = diagramOf([node('n1', 'mine', { top: 40, left: 80 })]);
    const theirs = diagramOf([node('n2', 'theirs', { top: 40, left: 80 })]);
    const { nodes } = merge(diagramOf([]), mine, theirs, 'mine').diagram;
    expect(nodes).toEqual({
      n2: node('n2', 'theirs', { top: 40, left: 80 }),
      n1: node('n1', 'mine', { top: 214, left: 80 }),
    });
  });
});

it('[DF13] a new block of mine moves below a large one, and below what is there', () => {
  const buttons = Array.from({ length: 12 }, (_, at) => ({ id: `b${at}`, label: `${at}` }));
  const large = { ...node('n2', '', { top: 40 }), template: 'buttons', params: { text: 'x', buttons, version: 3 } };
  const below = node('low', 'low', { top: 500, left: 100 });
  const { nodes } = merge(
    diagramOf([below]),
    diagramOf([below, node('n1', 'mine', { top: 40 })]),
    diagramOf([below, large]),
    'mine',
  ).diagram;
  // Twelve outputs take 424, and one takes 138, each with 36 below it.
  expect(nodes['n1']).toEqual(node('n1', 'mine', { top: 500 + 138 + 36 }));
});

describe('two authors who do anything', () => {
  type Edit = (diagram: Diagram) => Diagram;
  const ids = ['welcome', 'q', 'n0', 'n1', 'n2', 'n3'];
  const buttonIds = ['x', 'y', 'z'];
  const anyId = fc.constantFrom(...ids);
  const anyBlock = (id: string, text: string, buttons: readonly string[]): JsonValue => {
    const isQuestion = id === 'q' || id === 'n3';
    const params = isQuestion ? { text, buttons: buttons.map((each) => ({ id: each, label: each })) } : { text };
    return { id, path: id, template: isQuestion ? 'buttons' : 'var_text', params, isTarget: true };
  };
  const withoutBlock = (diagram: Diagram, id: string): Diagram => ({
    nodes: Object.fromEntries(Object.entries(diagram.nodes).filter(([key]) => key !== id)),
    connections: Object.fromEntries(
      Object.entries(diagram.connections).filter(
        ([, each]) => isDiagramConnection(each) && each.sourcePath !== id && each.targetPath !== id,
      ),
    ),
  });
  /** Only connections that its outputs have. */
  const tidied = (diagram: Diagram): Diagram => ({
    ...diagram,
    connections: Object.fromEntries(
      Object.entries(diagram.connections).filter(
        ([, each]) =>
          isDiagramConnection(each) &&
          outputsOfNode(diagram.nodes[each.sourcePath], catalog)?.includes(each.type) === true,
      ),
    ),
  });
  const put = fc.tuple(anyId, fc.constantFrom('a', 'b', 'c'), fc.subarray(buttonIds)).map(
    ([id, text, buttons]): Edit =>
      (diagram) =>
        tidied({ ...diagram, nodes: { ...diagram.nodes, [id]: anyBlock(id, text, buttons) } }),
  );
  const remove = anyId.map(
    (id): Edit =>
      (diagram) =>
        withoutBlock(diagram, id),
  );
  const connect = fc.tuple(anyId, fc.constantFrom('$success', '$x', '$y', '$z'), anyId).map(
    ([sourcePath, type, targetPath]): Edit =>
      (diagram) => {
        if (diagram.nodes[sourcePath] === undefined || diagram.nodes[targetPath] === undefined) return diagram;
        const others = Object.entries(diagram.connections).filter(
          ([, each]) => isDiagramConnection(each) && (each.sourcePath !== sourcePath || each.type !== type),
        );
        const id = `${sourcePath}.${type}--${targetPath}`;
        const added = [id, { id, type, sourcePath, targetPath }] as const;
        return tidied({ ...diagram, connections: Object.fromEntries([...others, added]) });
      },
  );
  const disconnect = fc.nat(9).map(
    (at): Edit =>
      (diagram) => ({
        ...diagram,
        connections: Object.fromEntries(Object.entries(diagram.connections).filter((_, index) => index !== at)),
      }),
  );
  const edits = fc.array(fc.oneof(put, put, remove, connect, connect, connect, disconnect), { maxLength: 8 });
  const begin = fc
    .array(fc.oneof(put, put, connect), { maxLength: 12 })
    .map((all) => all.reduce((diagram, edit) => edit(diagram), diagramOf([])));
  const structural = new Set([
    'connection_source_unknown',
    'connection_target_unknown',
    'connection_id_mismatch',
    'node_key_mismatch',
    'node_path_mismatch',
    'output_unknown',
    'output_connected_twice',
    'target_not_allowed',
  ]);
  const faults = (diagram: Diagram): readonly string[] =>
    checkDiagram(diagram, { catalog, channelFamily: 'native' })
      .violations.map(({ code }) => code)
      .filter((code) => structural.has(code));

  it('[DF9][DF10][DF11][DF12] break no structure, and lose nothing without a word', () => {
    fc.assert(
      fc.property(begin, edits, edits, fc.infiniteStream(fc.boolean()), (before, ofMine, ofTheirs, sides) => {
        const apply = (all: readonly Edit[]): Diagram => all.reduce((diagram, edit) => edit(diagram), before);
        const [mine, theirs] = [apply(ofMine), apply(ofTheirs)];
        const chosen = new Map<string, MergeSide>();
        const prefer = ({ map, id }: { readonly map: string; readonly id: string }): MergeSide => {
          const key = `${map} ${id}`;
          const side = chosen.get(key) ?? (sides.next().value === true ? 'mine' : 'theirs');
          chosen.set(key, side);
          return side;
        };
        const { diagram, conflicts, renamed: renames } = mergeDiagrams(before, mine, theirs, { catalog, prefer });
        expect(faults(diagram)).toEqual([]);

        const listed = new Set(conflicts.map(({ map, id }) => `${map} ${id}`));
        for (const [side, made] of [
          ['mine', mine],
          ['theirs', theirs],
        ] as const) {
          const idOf = (id: string): string => (side === 'mine' ? (renames.get(id) ?? id) : id);
          const { blocks, connections } = diffDiagrams(before, made);
          const isListed = (id: string): boolean => listed.has(`nodes ${idOf(id)}`);
          for (const { id, value } of blocks.added) {
            const found = diagram.nodes[idOf(id)];
            const params = isNode(found) && isNode(value) && [found.template, found.params];
            if (!isListed(id)) expect(params).toEqual(isNode(value) && [value.template, value.params]);
          }
          for (const { id, after, before: was } of blocks.changed) {
            const found = diagram.nodes[id];
            if (isListed(id) || !isNode(found) || !isNode(after) || !isNode(was)) continue;
            const changed = Object.keys(after.params).filter(
              (name) => !isEqualJson(after.params[name] ?? null, was.params[name] ?? null),
            );
            for (const name of changed) expect(found.params[name]).toEqual(after.params[name]);
          }
          for (const { id } of blocks.removed) if (!isListed(id)) expect(diagram.nodes).not.toHaveProperty(id);
          const ways = Object.values(diagram.connections).filter(isDiagramConnection);
          for (const { value } of [...connections.added, ...connections.removed]) {
            if (!isDiagramConnection(value)) continue;
            const { sourcePath, targetPath, type } = value;
            const output = `connections ${idOf(sourcePath)}.${type}`;
            if (isListed(sourcePath) || isListed(targetPath) || listed.has(output)) continue;
            const isThere = ways.some(
              (each) =>
                each.sourcePath === idOf(sourcePath) && each.type === type && each.targetPath === idOf(targetPath),
            );
            expect(isThere).toBe(connections.added.some((each) => each.value === value));
          }
        }
      }),
      { seed: 25, numRuns: 1_500 },
    );
  });
});
