import { applyChangeSet, createCatalog, type Diagram, startDiagram } from '@botwright/core/diagram';
import { describe, expect, it } from 'vitest';
import {
  type EditOutcome,
  freeBlockId,
  newBlockId,
  withBlock,
  withConnection,
  withName,
  withoutBlocks,
  withoutConnection,
  withParams,
  withPlaces,
} from './diagram-edits.ts';
import { draftChange } from './draft-change.ts';

const context = { catalog: createCatalog(), linkedBots: new Map() };

function made(outcome: EditOutcome): Diagram {
  if (!outcome.ok) throw new Error(outcome.problem);
  return outcome.diagram;
}

const place = { x: 300, y: 10 };
const withButtons = made(
  withBlock(
    startDiagram(),
    {
      id: 'welcome',
      type: 'buttons',
      place,
      params: {
        text: 'Which?',
        buttons: [
          { id: 'a', label: 'A' },
          { id: 'b', label: 'B' },
        ],
      },
    },
    context,
  ),
);
const base = made(
  withBlock(
    withButtons,
    { id: 'n1', type: 'send_text', place, params: { text: 'Hi' }, from: { block: 'welcome', output: '$a' } },
    context,
  ),
);

describe('sends a change set of the differences', () => {
  it.for([
    [
      'a text',
      withParams(base, 'n1', { text: 'Hello', version: 3 }, context),
      { blocks: { update: [{ id: 'n1', params: { text: 'Hello', version: 3 } }] }, connections: {} },
    ],
    [
      'a name',
      withName(base, 'n1', 'Greets', context),
      { blocks: { update: [{ id: 'n1', name: 'Greets' }] }, connections: {} },
    ],
    [
      'a place',
      withPlaces(base, new Map([['n1', { x: 40.4, y: 24.6 }]]), context),
      { blocks: { update: [{ id: 'n1', top: 25, left: 40 }] }, connections: {} },
    ],
    [
      'a connection',
      withConnection(base, { block: 'n1', output: '$success' }, 'welcome', context),
      {
        blocks: {},
        connections: {
          add: [{ id: 'n1.$success--welcome', sourcePath: 'n1', targetPath: 'welcome', type: '$success' }],
        },
      },
    ],
    [
      'a connection less',
      withoutConnection(base, { block: 'welcome', output: '$a' }, context),
      { blocks: {}, connections: { delete: ['welcome.$a--n1'] } },
    ],
    ['a block less', withoutBlocks(base, ['n1'], context), { blocks: { delete: ['n1'] }, connections: {} }],
  ] as const)('%s', ([, outcome, changeSet]) => {
    const after = made(outcome);
    expect(draftChange(base, after, context)).toEqual({ kind: 'edit', changeSet });
    expect(applyChangeSet(base, changeSet, context)).toMatchObject({ kind: 'applied', diagram: after });
  });

  it('a new block with its connection', () => {
    const change = draftChange(withButtons, base, context);
    expect(change).toMatchObject({
      kind: 'edit',
      changeSet: { blocks: { add: [{ id: 'n1', type: 'send_text' }] }, connections: { add: [{ targetPath: 'n1' }] } },
    });
  });
});

describe('sends the whole diagram', () => {
  it.for([
    ['a member of the diagram', { ...base, note: 'x' }],
    [
      'a member of a block that no change set has',
      { ...base, nodes: { ...base.nodes, n1: { ...(base.nodes['n1'] as object), color: 'red' } } },
    ],
    ['a malformed block', { ...base, nodes: { ...base.nodes, n2: 7 } }],
    [
      'a block of a kind that there is not',
      { ...base, nodes: { ...base.nodes, n2: { id: 'n2', template: 'nope', params: {} } } },
    ],
  ] as readonly (readonly [string, Diagram])[])('for %s', ([, after]) => {
    expect(draftChange(base, after, context)).toEqual({ kind: 'replace', diagram: after });
  });
});

it('sends nothing without differences', () => {
  expect(draftChange(base, structuredClone(base), context)).toEqual({ kind: 'none' });
});

describe('editing params', () => {
  const paramsWith = (...ids: readonly string[]) => ({
    text: 'Which?',
    buttons: ids.map((id) => ({ id, label: id.toUpperCase() })),
  });
  const ways = (outcome: EditOutcome) => Object.keys(made(outcome).connections);

  it('preserves the connection of a button whose id changes', () => {
    expect(ways(withParams(base, 'welcome', paramsWith('yes', 'b'), context))).toEqual(['welcome.$yes--n1']);
  });

  it('removes the connection with its button', () => {
    expect(ways(withParams(base, 'welcome', paramsWith('b'), context))).toEqual([]);
  });

  it('leaves connections alone when buttons change their order', () => {
    expect(ways(withParams(base, 'welcome', paramsWith('b', 'a'), context))).toEqual(['welcome.$a--n1']);
  });
});

it('[CO48] replaces the connection of an output', () => {
  const next = made(withConnection(base, { block: 'welcome', output: '$a' }, 'welcome', context));
  expect(Object.keys(next.connections)).toEqual(['welcome.$a--welcome']);
});

it('[CO48] gives the reason that an edit is impossible', () => {
  expect(withConnection(base, { block: 'welcome', output: '$gone' }, 'n1', context)).toEqual({
    ok: false,
    problem: 'Block "welcome" has no output "$gone"; it has "$a", "$b".',
  });
});

it('[CO48] finds an id that no block has', () => {
  expect([freeBlockId(startDiagram()), freeBlockId(base)]).toEqual(['n1', 'n2']);
});

it('[CO46] a new block greets if none does and no block leads to it', () => {
  const empty = startDiagram();
  expect(newBlockId(empty, 'hello')).toBe('hello');
  expect(newBlockId(empty, 'hello', 'hidden')).toBe('hello');
  expect(newBlockId(empty, 'hello', 'other')).toBe('n1');
  expect(newBlockId(base, 'welcome')).toBe('n2');
});
