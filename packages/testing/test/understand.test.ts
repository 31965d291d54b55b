import { expect, it } from 'vitest';
import { readScenarios, runScenario, scenarioSkeletons, simulate } from '../src/index.ts';
import { diagramOf } from './diagram-of.ts';

const routes = [
  { id: 'order', name: 'An order', phrases: ['Where is my order?', 'track a parcel'] },
  { id: 'refund', name: 'Money back ', phrases: ['where is my ORDER?', 'I want my money back'] },
];
const botOf = (params: object) =>
  diagramOf(
    {
      welcome: ['understand', { text: 'How can we help?', routes, destination: 'wish', ...params }],
      order: ['close_chat', { text: 'We look for it' }],
      refund: ['close_chat', { text: 'You get it back: @{sum}' }],
      desk: ['close_chat', { text: 'What is "@{wish}"?' }],
    },
    ['welcome.$order--order', 'welcome.$refund--refund', 'welcome.$other--desk'],
  );
const byModel = botOf({
  method: 'model',
  model: 'small',
  fills: [{ destination: 'sum', type: 'number', description: 'The sum', required: true }],
});

it('[UN4] a scripted visitor is understood', () => {
  const chat = simulate(botOf({}));
  chat.start();
  chat.reply('Can you track the parcel?');
  expect([chat.said, chat.fields]).toMatchObject([['We look for it'], { wish: 'Can you track the parcel?' }]);
});

it('[UN22] scenarios give the answers of the model', () => {
  const { scenarios } = readScenarios(`scenarios:
  - name: a route
    models: { welcome: [{ fields: { route: Money back, sum: 7 } }] }
    steps: [{ bot: How can we help? }, { visitor: My money }, { bot: "You get it back: 7" }, { ends_at: refund }]
  - name: no model
    steps: [{ bot: How can we help? }, { visitor: Hm }, { bot: 'What is "Hm"?' }]
`);
  expect(scenarios.map((each) => runScenario(each, byModel).failure)).toEqual([undefined, undefined]);
});

it.for([
  ['words', botOf({})],
  ['a model', byModel],
] as const)('[UN12] invented scenarios take every output by %s', ([, bot]) => {
  const skeletons = scenarioSkeletons(bot);
  expect(skeletons.map(({ todo }) => todo)).toEqual(skeletons.map(() => undefined));
  const taken = new Set(skeletons.flatMap(({ path }) => path.map(({ block, output }) => `${block} ${output}`)));
  expect([...taken].filter((way) => way.startsWith('welcome $')).toSorted()).toEqual([
    'welcome $order',
    'welcome $other',
    'welcome $refund',
  ]);
});
