import { expect, it } from 'vitest';
import {
  block,
  blocksOf,
  connectionsOf,
  differencesOf,
  importJson,
  type Json,
  text,
  typebot,
} from './typebot-fixture.ts';

const start = { id: 'start', type: 'start', outgoingEdgeId: 'start>' };
const command = (id: string, name: string): Json => ({
  id,
  type: 'command',
  outgoingEdgeId: `${id}>g-${id}`,
  options: { command: name },
  graphCoordinates: { x: 5, y: 5 },
});
const ask = { id: 'g', blocks: [text('hi', 'Hi'), block('name', 'text input')] };

const condition = (comparisons: readonly Json[], logicalOperator = 'OR'): Json =>
  block(
    'if',
    'Condition',
    {},
    { items: [{ id: 'i', outgoingEdgeId: 'i>bye', content: { logicalOperator, comparisons } }] },
  );
const compare = (value: string, comparisonOperator = 'Equal to', variableId = 'v:reply'): Json => ({
  id: value,
  variableId,
  comparisonOperator,
  value,
});
const reply = (of: Json, more: readonly Json[] = [block('back', 'Return')]) =>
  importJson(
    typebot([ask, { id: 'heard', blocks: [of, ...more] }, { id: 'bye', blocks: [text('t', 'Bye')] }], {
      edges: ['reply>heard', 'i>bye'],
      variables: ['reply', 'other'],
      events: [
        start,
        { id: 'reply', type: 'reply', outgoingEdgeId: 'reply>heard', options: { contentVariableId: 'v:reply' } },
      ],
    }),
  );

it('[KW18] commands are keywords, in one block for those that come back and in one for the others', () => {
  const result = importJson(
    typebot(
      [
        ask,
        { id: 'g-stop', blocks: [text('bye', 'Bye')] },
        { id: 'g-help', blocks: [text('help-text', 'We help.'), block('back', 'Return')] },
        { id: 'g-menu', blocks: [text('menu-text', 'Menu')] },
      ],
      {
        edges: ['stop>g-stop', 'help>g-help', 'menu>g-menu'],
        events: [start, command('stop', 'stop'), command('help', 'help'), command('menu', 'menu')],
      },
    ),
  );
  const blocks = blocksOf(result);
  expect([blocks['stop'], blocks['help']]).toEqual([
    [
      'keywords',
      {
        words: [
          { id: 'e1', texts: ['stop'] },
          { id: 'e2', texts: ['menu'] },
        ],
      },
    ],
    ['keywords', { words: [{ id: 'e1', texts: ['help'] }], afterwards: 'come_back' }],
  ]);
  expect(result.bots[0]?.diagram.nodes['help']).toMatchObject({ isTarget: false });
  expect(connectionsOf(result)).toEqual(
    expect.arrayContaining(['stop.$e1--bye', 'stop.$e2--menu-text', 'help.$e1--help-text']),
  );
  expect(differencesOf(result).filter((each) => each.startsWith('/events'))).toEqual(
    [1, 2, 3].map((nth) => `/events/${nth} changed intent-by-phrases`),
  );
});

it('[KW18] the texts with which a condition compares replies are keywords', () => {
  const result = reply(condition([compare('exit'), compare('quit', 'Contains')]));
  expect(blocksOf(result)['reply']).toEqual([
    'keywords',
    {
      words: [
        { id: 'e1', texts: ['exit'] },
        { id: 'e2', texts: ['quit'], match: 'contains' },
      ],
    },
  ]);
  expect(connectionsOf(result)).toEqual(expect.arrayContaining(['reply.$e1--t', 'reply.$e2--t']));
});

it.for<readonly [string, Json, (readonly Json[])?]>([
  ['nothing is compared', text('t2', 'You wrote')],
  ['another variable is compared', condition([compare('exit', 'Equal to', 'v:other')])],
  ['all must hold', condition([compare('a', 'Contains'), compare('b', 'Contains')], 'AND')],
  ['a text is a variable', condition([compare('{{other}}')])],
  ['it is compared otherwise', condition([compare('5', 'Greater than')])],
  ['other replies do not return', condition([compare('exit')]), [text('t2', 'Well')]],
])('[KW18] the event of replies is lost where %s', ([, of, more]) => {
  const result = reply(of, more);
  expect(blocksOf(result)['reply']).toBeUndefined();
  expect(differencesOf(result)).toContain('/events/1 lost edge-dangling');
});

it.for<readonly [string, Json]>([
  ['an invalid reply', { id: 'x', type: 'invalidReply', outgoingEdgeId: 'x>g' }],
  ['a command without a name', { id: 'x', type: 'command', outgoingEdgeId: 'x>g' }],
  ['a command that leads nowhere', { id: 'x', type: 'command', options: { command: 'x' } }],
  ['a long command', { id: 'x', type: 'command', outgoingEdgeId: 'x>g', options: { command: 'x'.repeat(101) } }],
])('[KW18] %s is lost', ([, event]) => {
  const result = importJson(typebot([ask], { edges: ['x>g'], events: [start, event] }));
  expect(blocksOf(result)['x']).toBeUndefined();
  expect(differencesOf(result)).toContain('/events/1 lost edge-dangling');
});

it('[KW18] a word leads to one part only', () => {
  const result = importJson(
    typebot(
      [ask, { id: 'g-a', blocks: [text('ta', 'A')] }, { id: 'g-b', blocks: [text('tb', 'B'), block('r', 'Return')] }],
      {
        edges: ['a>g-a', 'b>g-b'],
        events: [start, command('a', 'Straße'), command('b', ' STRASSE')],
      },
    ),
  );
  expect(blocksOf(result)['a']).toEqual(['keywords', { words: [{ id: 'e1', texts: ['Straße'] }] }]);
  expect(blocksOf(result)['b']).toBeUndefined();
  expect(differencesOf(result)).toContain('/events/2 lost choice-limit');
});
