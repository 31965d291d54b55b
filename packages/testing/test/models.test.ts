import { expect, it } from 'vitest';
import { readScenarios, runScenario, scenarioSkeletons, simulate } from '../src/index.ts';
import { diagramOf } from './diagram-of.ts';

const diagram = diagramOf(
  {
    welcome: ['ask_question', { text: 'What?' }],
    ask: [
      'language_model',
      {
        model: 'small',
        turns: 2,
        fills: [{ destination: 'size', type: 'integer', description: 'Size', required: true }],
        tools: [
          {
            id: 'book',
            name: 'book_table',
            description: 'Books',
            fills: [{ destination: 'day', type: 'date', description: '' }],
          },
        ],
      },
    ],
    done: ['close_chat', { text: 'Size @{size}' }],
    booked: ['close_chat', { text: 'On @{day}' }],
    failed: ['close_chat', { text: 'Sorry' }],
  },
  ['welcome.$success--ask', 'ask.$success--done', 'ask.$book--booked', 'ask.$failed--failed'],
);

const resultsOf = (scenarios: string) =>
  readScenarios(`scenarios:\n${scenarios}`).scenarios.map((each) => {
    const { ok, failure } = runScenario(each, diagram);
    return ok ? 'ok' : failure;
  });

it('[LM40] a scenario gives answers of models by block, in order', () => {
  expect(
    resultsOf(`
  - name: two answers
    models: { ask: [{ text: Which size?, fields: { size: 1 } }, { text: Fine, fields: { size: 2 } }] }
    steps: [{ visitor: Hi }, { bot: Which size? }, { visitor: two }, { bot: [Fine, Size 2] }, { ends_at: done }]
  - name: a tool
    models: { ask: [{ tool: { name: book_table, fields: { day: 2026-12-01 } } }] }
    steps: [{ visitor: Hi }, { bot: On 2026-12-01 }]
  - name: a text is the whole answer, and one without its value is none
    models: { ask: [Hello] }
    steps: [{ visitor: Hi }, { bot: Sorry }]
  - name: after the last answer there is none
    models: { ask: [{ text: Hm, fields: { size: 1 } }] }
    steps: [{ visitor: Hi }, { bot: Hm }, { visitor: more }, { bot: Sorry }]
  - name: without answers
    steps: [{ visitor: Hi }, { bot: Sorry }]
  - name: answers as steps
    steps: [{ visitor: Hi }, { effect: { kind: language_model, model: small }, fails: timeout }, { bot: Sorry }]
`),
  ).toEqual(Array(6).fill('ok'));
});

it('[LM40] invented scenarios take every output of a model', () => {
  const skeletons = scenarioSkeletons(diagram);
  expect(skeletons.map(({ todo }) => todo)).toEqual(skeletons.map(() => undefined));
  expect(skeletons.map(({ scenario }) => runScenario(scenario, diagram).ok)).toEqual(skeletons.map(() => true));
  const taken = skeletons.flatMap(({ path }) => path.map(({ block, output }) => `${block} ${output}`));
  expect([...new Set(taken)].toSorted()).toEqual(['ask $book', 'ask $failed', 'ask $success', 'welcome $success']);
});

it('[LM20] a simulated chat fills late references', () => {
  const chat = simulate(diagram, {
    effects: { language_model: ({ messages }) => ({ text: `You said ${messages.at(-1)?.text}`, fields: { size: 1 } }) },
  });
  chat.start();
  chat.reply('a @{#last}');
  expect(chat.said).toEqual(['You said a @{#last}']);
});
