import { expect, it } from 'vitest';
import { runScenario, type TestedBot, visitBot } from '../src/index.ts';
import { shop } from './bots.ts';
import { diagramOf } from './diagram-of.ts';

type Bot = TestedBot['diagram'];

/** The faults, without counts. */
function faultsOf(bot: Bot, options: Parameters<typeof visitBot>[1] = {}) {
  const { faults } = visitBot(bot, { visitors: 300, ...options });
  return faults.map(({ check, block, code, scenario }) => ({ check, block, code, steps: scenario.steps }));
}

it('[MU10][MU12] visitors find nothing in a bot without faults, whatever its webhooks answer', () => {
  const report = visitBot(shop, { visitors: 500, seed: 3 });
  expect(report).toMatchObject({ visitors: 500, seed: 3, faults: [] });
  expect(report.steps).toBeGreaterThan(500);
});

it('[MU10] the same seed gives the same visitors, and another seed others', () => {
  const loop = diagramOf({ welcome: ['ask_number', { text: 'How many?' }] }, []);
  expect(visitBot(loop, { seed: 4 })).toEqual(visitBot(loop, { seed: 4 }));
  const stepsOf = (seed: number) => visitBot(shop, { seed, visitors: 100 }).steps;
  expect(new Set([1, 2, 3, 4].map(stepsOf)).size).toBeGreaterThan(1);
  expect(visitBot(shop, { visitors: 100, steps: 2 }).steps).toBeLessThanOrEqual(200);
});

it('[MU13][MU16] an error that ends the conversation', () => {
  const bot = diagramOf(
    {
      welcome: ['ask_question', { text: 'Who?', destination: 'name' }],
      pick: ['buttons', { source: 'list', list: 'flats', text: 'Which?' }],
    },
    ['welcome.$success--pick'],
  );
  expect(faultsOf(bot)).toEqual([
    { check: 'error_end', block: 'pick', code: 'param_unusable', steps: [{ bot: 'Who?' }, { visitor: 'a' }] },
  ]);
});

it('[MU13][MU16] a loop without a word, and one with words', () => {
  const bot = diagramOf(
    {
      welcome: ['ask_yes_no', { text: 'More?' }],
      again: ['set_a_field', { field: 'n', value: '1' }],
      more: ['set_a_field', { field: 'm', value: '1' }],
      bye: ['close_chat', { text: 'Bye' }],
    },
    ['welcome.$yes--again', 'again.success--more', 'more.success--again', 'welcome.$no--bye'],
  );
  expect(faultsOf(bot, { unchecked: true })).toEqual([
    {
      check: 'silent_loop',
      block: 'again',
      code: 'endless_loop',
      steps: [{ bot: { text: 'More?', buttons: ['Yes', 'No'] } }, { visitor: 'Yes' }],
    },
  ]);
  const quiet = diagramOf(
    {
      welcome: ['ask_question', { text: 'Tell me.', destination: 'a' }],
      more: ['ask_question', { quiet: true, destination: 'b', errorText: 'Words, please.' }],
    },
    ['welcome.$success--more', 'more.$success--more'],
  );
  const [fault] = faultsOf(quiet);
  expect(fault).toMatchObject({ check: 'silent_loop', block: 'more', code: undefined });
  expect(fault?.steps.slice(-2)).toEqual([{ visitor: 'a' }, { bot: { matches: '.' } }]);
});

it('[MU14][MU16] an answer after which the bot runs out of words, by an answer or by an effect', () => {
  const bot = diagramOf(
    {
      welcome: ['ask_yes_no', { text: 'Shall I?' }],
      call: ['webhook', { url: 'https://example.com/' }],
      done: ['close_chat', { text: 'Done.' }],
    },
    ['welcome.$yes--call', 'call.$success--done'],
  );
  const asked = { bot: { text: 'Shall I?', buttons: ['Yes', 'No'] } };
  const effect = { kind: 'webhook', method: 'POST', url: 'https://example.com/' };
  expect(faultsOf(bot)).toEqual([
    {
      check: 'unread_answer',
      block: 'welcome',
      code: undefined,
      steps: [asked, { press: 'No' }, { bot: { matches: '.' } }],
    },
    {
      check: 'unread_answer',
      block: 'call',
      code: undefined,
      steps: [asked, { press: 'Yes' }, { effect, fails: expect.any(String) }, { bot: { matches: '.' } }],
    },
  ]);
});

it('[MU14] an answer that a quiet question does not take, and does not mention', () => {
  const bot = diagramOf(
    {
      welcome: ['send_text', { text: 'Your mail?' }],
      mail: ['ask_email', { quiet: true, destination: 'mail' }],
      bye: ['close_chat', { text: 'Bye' }],
    },
    ['welcome.$success--mail', 'mail.$success--bye'],
  );
  expect(faultsOf(bot, { unchecked: true })).toEqual([
    {
      check: 'unread_answer',
      block: 'mail',
      code: undefined,
      steps: [{ bot: 'Your mail?' }, { visitor: 'a' }, { bot: { matches: '.' } }],
    },
  ]);
});

it('[MU15][MU16] a question that no answer leaves', () => {
  const bot = diagramOf(
    {
      welcome: ['ask_number', { text: 'How many?', min: 5, max: 3 }],
      bye: ['close_chat', { text: 'Bye' }],
    },
    ['welcome.$success--bye'],
  );
  expect(faultsOf(bot, { unchecked: true }).map(({ check, block }) => [check, block])).toEqual([
    ['dead_end', 'welcome'],
  ]);
});

it('[MU16] the scenario of a fault fails, and passes once the fault is mended', () => {
  const params = { welcome: ['ask_yes_no', { text: 'Shall I?' }], bye: ['close_chat', { text: 'Bye' }] } as const;
  const faulty = diagramOf({ ...params }, ['welcome.$yes--bye']);
  const mended = diagramOf({ ...params }, ['welcome.$yes--bye', 'welcome.$no--bye']);
  const [fault] = visitBot(faulty).faults;
  expect(fault?.times).toBeGreaterThan(1);
  const results = [faulty, mended].map((bot) => fault && runScenario(fault.scenario, bot).ok);
  expect(results).toEqual([false, true]);
});

it('[MU11] waits and silence belong to some visits', () => {
  const bot = diagramOf(
    {
      welcome: ['ask_question', { text: 'Who?', exits: [{ id: 'timeout', seconds: 60 }] }],
      pause: ['wait', { seconds: 3_600 }],
      pick: ['buttons', { source: 'list', list: 'flats', text: 'Which?' }],
      bye: ['close_chat', { text: 'Bye' }],
    },
    ['welcome.$success--bye', 'welcome.$timeout--pause', 'pause.$success--pick'],
  );
  const [fault, ...others] = faultsOf(bot);
  expect(others).toEqual([]);
  expect(fault).toMatchObject({ check: 'error_end', block: 'pick' });
  expect(fault?.steps.some((step) => 'wait' in step)).toBe(true);
});

it('[MU17] a fault of a block is reported once, and at most 20 faults are', () => {
  const ids = Array.from({ length: 20 }, (_, at) => `b${at}`);
  const buttons = ids.map((id) => ({ id, label: id }));
  const pick = ['buttons', { source: 'list', list: 'none', text: 'Which?' }] as const;
  const bot = diagramOf(
    {
      welcome: ['buttons', { text: 'Which?', buttons }],
      more: ['buttons', { text: 'Which?', buttons: [{ id: 'x', label: 'x' }] }],
      ...Object.fromEntries(ids.map((id) => [id, pick])),
    },
    ids.map((id) => `welcome.$${id}--${id}`),
  );
  const { faults } = visitBot(bot, { visitors: 2_000, unchecked: true });
  expect([faults.length, new Set(faults.map(({ block }) => block)).size]).toEqual([20, 20]);
  expect(faults.reduce((sum, { times }) => sum + times, 0)).toBeGreaterThan(1_000);
});
