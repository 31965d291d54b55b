import { expect, it } from 'vitest';
import {
  coveringPaths,
  createCoverage,
  readScenarios,
  runScenario,
  scenarioSkeletons,
  shortestPaths,
  simulate,
  writeScenarios,
} from '../src/index.ts';
import { diagramOf } from './diagram-of.ts';

const words = (afterwards: string, active: string, ...ids: readonly string[]) =>
  ['keywords', { afterwards, active, words: ids.map((id) => ({ id, texts: [`please ${id}`, id] })) }] as const;

/** Greets and asks; two words help and come back, one begins with a choice when no conversation is under way. */
const bot = diagramOf(
  {
    welcome: ['opening', { text: 'Hello.' }],
    ask: ['ask_email', { text: 'Mail?', destination: 'mail' }],
    anytime: words('come_back', 'anytime', 'help', 'stop'),
    explain: ['send_text', { text: 'We write to you.' }],
    idle: words('leave', 'idle', 'status'),
    which: ['ask_yes_no', { text: 'The last one?' }],
    last: ['send_text', { text: 'On its way.' }],
    other: ['close_chat', { text: 'Bye.' }],
  },
  ['welcome.$success--ask', 'anytime.$help--explain', 'idle.$status--which', 'which.$yes--last', 'which.$no--other'],
);

it('[KW16] a simulated bot hears its keywords in a conversation, before it and after it', () => {
  const chat = simulate(bot);
  chat.reply('status');
  expect(chat.said).toEqual(['The last one?']);
  chat.press('No');
  expect(chat.isOver).toBe(true);
  chat.reply('help');
  expect(chat.said).toEqual(['We write to you.']);
  chat.start();
  chat.reply('HELP');
  expect(chat.said).toEqual(['We write to you.', 'Mail?']);
});

it('[KW16] paths begin at keywords', () => {
  expect(shortestPaths(bot).get('last')).toEqual([
    { block: 'idle', output: '$status', to: 'which' },
    { block: 'which', output: '$yes', to: 'last' },
  ]);
  const begins = coveringPaths(bot).map((path) => path[0]?.block);
  expect(begins).toEqual(['welcome', 'anytime', 'anytime', 'idle', 'idle']);
});

it('[KW16] skeletons take every output of keywords, pass, and are read again', () => {
  const skeletons = scenarioSkeletons(bot);
  expect(skeletons.map(({ todo }) => todo)).toEqual(skeletons.map(() => undefined));
  const text = writeScenarios({ bot: 'bot.json', scenarios: skeletons.map(({ scenario }) => scenario) } as never);
  const read = readScenarios(text);
  const coverage = createCoverage();
  for (const scenario of read.scenarios) {
    const result = runScenario(scenario, bot);
    expect(result.failure).toBeUndefined();
    coverage.add(result);
  }
  const { outputTally } = coverage.report();
  expect(outputTally.covered).toBe(outputTally.total);
  expect(skeletons.map(({ scenario: { start, steps } }) => [start, ...steps.slice(0, 4)])).toContainEqual([
    undefined,
    { bot: 'Hello.' },
    { bot: 'Mail?' },
    { visitor: 'please help' },
    { bot: 'We write to you.' },
  ]);
  expect(skeletons.map(({ scenario: { start, steps } }) => [start, ...steps.slice(0, 2)])).toContainEqual([
    'idle',
    { visitor: 'please status' },
    { bot: { text: 'The last one?', buttons: ['Yes', 'No'] } },
  ]);
});
