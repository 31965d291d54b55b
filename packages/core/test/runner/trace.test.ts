import { describe, expect, it } from 'vitest';
import { createConversation } from '../../src/domain/conversation/conversation-state.ts';
import { prepareBot } from '../../src/domain/conversation/prepared-bot.ts';
import type { Step } from '../../src/domain/conversation/step.ts';
import type { TraceEvent } from '../../src/domain/conversation/trace.ts';
import { conversationRunner } from '../../src/runner/index.ts';
import { deepFreeze } from './deep-freeze.ts';
import { diagramOf } from './diagram-of.ts';
import { noon } from './talk.ts';

const diagram = diagramOf(
  {
    welcome: ['ask_name', { text: 'Your name?', destination: 'name' }],
    known: [
      'conditions',
      {
        match: 'any',
        conditions: [
          { field: 'tier', operator: 'is_set' },
          { field: '', operator: 'is', value: 'x' },
          { field: 'name', operator: 'is', value: '@{best}' },
          { field: 'name', operator: 'is_set' },
        ],
      },
    ],
    hello: ['send_text', { text: 'Hello @{name}' }],
  },
  ['welcome.$success--known', 'known.true--hello'],
);
const bot = prepareBot(deepFreeze({ number: 3, channelFamily: 'native', diagram }));
const runner = conversationRunner();
const fields = deepFreeze({ best: { type: 'string', value: 'Ann' } } as const);

function traced(work?: number): { readonly steps: readonly Step[]; readonly traces: readonly TraceEvent[][] } {
  let state = createConversation('talk', 3);
  const traces: TraceEvent[][] = [];
  const steps = [{ kind: 'start' } as const, { kind: 'message', message: { type: 'text', text: 'ann' } } as const].map(
    (input) => {
      const trace: TraceEvent[] = [];
      traces.push(trace);
      const bounds =
        work === undefined ? {} : { bounds: { work, fields: { count: 9, fieldBytes: 99, totalBytes: 99 } } };
      const context = { now: noon, fields, ...bounds };
      const step = runner.step(bot, state, input, { ...context, trace: (event) => trace.push(event) });
      expect(runner.step(bot, state, input, context)).toEqual(step);
      state = step.state;
      return step;
    },
  );
  return { steps, traces };
}

describe('the trace of a step', () => {
  it('[RN127][RN128] lists the blocks, the evaluated conditions and the outputs, in order', () => {
    const at = { bot: 3, node: 'known' };
    expect(traced().traces).toEqual([
      [{ kind: 'entered', bot: 3, node: 'welcome' }],
      [
        { kind: 'resumed', bot: 3, node: 'welcome' },
        { kind: 'left', bot: 3, node: 'welcome', output: '$success', to: 'known' },
        { kind: 'entered', ...at },
        { kind: 'compared', ...at, condition: 0, field: 'tier', operator: 'is_set', wanted: null, holds: false },
        { kind: 'compared', ...at, condition: 1, operator: 'is', wanted: 'x', holds: false },
        {
          kind: 'compared',
          ...at,
          condition: 2,
          field: 'name',
          operator: 'is',
          found: 'ann',
          wanted: 'Ann',
          holds: true,
        },
        { kind: 'left', ...at, output: 'true', to: 'hello' },
        { kind: 'entered', bot: 3, node: 'hello' },
        { kind: 'left', bot: 3, node: 'hello', output: '$success' },
      ],
    ]);
  });

  it('[LG2] shows the case of a condition, and its formula with the result', () => {
    const welcome = [
      'switch',
      {
        cases: [
          {
            id: 'a',
            match: 'any',
            conditions: [{ formula: 'best + "!"' }, { field: 'best', operator: 'is', value: 'x' }],
          },
          { id: 'b', match: 'all', conditions: [{ formula: 'nobody' }] },
        ],
      },
    ] as const;
    const trace: TraceEvent[] = [];
    const one = prepareBot({ number: 3, channelFamily: 'native', diagram: diagramOf({ welcome: [...welcome] }) });
    runner.step(
      one,
      createConversation('talk', 3),
      { kind: 'start' },
      { now: noon, fields, trace: (event) => trace.push(event) },
    );
    const at = { kind: 'compared', bot: 3, node: 'welcome', holds: false };
    expect(trace.filter(({ kind }) => kind === 'compared')).toEqual([
      { ...at, case: 'a', condition: 0, formula: 'best + "!"', operator: 'is', found: 'Ann!', wanted: true },
      { ...at, case: 'a', condition: 1, field: 'best', operator: 'is', found: 'Ann', wanted: 'x' },
      { ...at, case: 'b', condition: 0, formula: 'nobody', operator: 'is', wanted: true },
    ]);
  });

  it('[RN129] is the same for the same step, and takes none of its work', () => {
    expect(traced()).toEqual(traced());
    // The second step ends in each of its blocks in turn, with the trace where it does without.
    const codes = [1, 50, 100, 200, 400, 800, 2_000].map((work) => traced(work).steps[1]?.messages);
    expect(new Set(codes.map((messages) => JSON.stringify(messages))).size).toBeGreaterThan(2);
  });

  it('[RN127] tells how far a step came that was too large', () => {
    const { steps, traces } = traced(400);
    expect(steps[0]?.messages).toMatchObject([{ code: 'step_too_large' }]);
    expect(traces[0]).toEqual([{ kind: 'entered', bot: 3, node: 'welcome' }]);
  });
});
