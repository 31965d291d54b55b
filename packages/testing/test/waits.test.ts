import { expect, it } from 'vitest';
import { readDuration } from '../src/chat/duration.ts';
import { readScenarios, runScenario, simulate } from '../src/index.ts';
import { diagramOf } from './diagram-of.ts';

const bot = diagramOf(
  {
    welcome: ['opening', { text: 'Thanks.' }],
    pause: ['wait', { seconds: 3_600, exits: [{ id: 'interrupted' }] }],
    later: ['ask_question', { text: 'Still there?', destination: 'said' }],
    heard: ['send_text', { text: 'I listen.' }],
  },
  ['welcome.$success--pause', 'pause.$success--later', 'pause.$interrupted--heard', 'later.$success--heard'],
);

it('[WT30] a chat skips waits', () => {
  const chat = simulate(bot);
  chat.start();
  expect(chat.said).toEqual(['Thanks.', 'Still there?']);
});

it('[WT31] time that passes ends a wait, and a message before it interrupts', () => {
  const chat = simulate(bot, { skipsWaits: false });
  chat.start();
  chat.pass('59 min');
  expect([chat.said, chat.at]).toEqual([['Thanks.'], 'pause']);
  chat.pass({ minutes: 1 });
  expect(chat.said).toEqual(['Still there?']);
  chat.start();
  chat.reply('Yes');
  expect(chat.said).toEqual(['I listen.']);
});

it('[WT31] a wait without the exit reads messages afterwards', () => {
  const deaf = structuredClone(bot) as typeof bot;
  Object.assign((deaf.nodes['pause'] as { params: object }).params, { exits: [] });
  const chat = simulate({ ...deaf, connections: withoutInterruption(deaf.connections) }, { skipsWaits: false });
  chat.start();
  chat.reply('Yes');
  expect(chat.said).toEqual([]);
  chat.pass('2 h');
  expect([chat.said, chat.fields['said']]).toEqual([['Still there?', 'I listen.'], 'Yes']);
});

it.for([
  ['10 min', 600_000],
  ['1 h 30 min', 5_400_000],
  ['0.5 s', 500],
  ['2 days', 172_800_000],
  ['10', undefined],
  ['ten minutes', undefined],
  ['1 week', undefined],
] as const)('[WT31] %j is %j milliseconds', ([text, ms]) => {
  expect(readDuration(text)).toBe(ms);
});

it('[WT32] a scenario with a step wait skips none', () => {
  const steps = [{ bot: 'Thanks.' }, { wait: '59 min' }, { at: 'pause' }, { wait: '1 min' }, { bot: 'Still there?' }];
  expect(runScenario({ name: 'waits', steps }, bot).failure).toBeUndefined();
  const skipping = [{ bot: ['Thanks.', 'Still there?'] }];
  expect(runScenario({ name: 'skips', steps: skipping }, bot).failure).toBeUndefined();
  expect(() => readScenarios('scenarios:\n  - name: a\n    steps:\n      - wait: soon\n')).toThrow('Expected a period');
});

function withoutInterruption(connections: (typeof bot)['connections']) {
  return Object.fromEntries(Object.entries(connections).filter(([id]) => !id.includes('$interrupted')));
}
