import { describe, expect, it } from 'vitest';
import type { BlockDefinition } from '../../src/domain/blocks/block-definition.ts';
import { createCatalog } from '../../src/domain/blocks/catalog.ts';
import { createConversation } from '../../src/domain/conversation/conversation-state.ts';
import { prepareBot } from '../../src/domain/conversation/prepared-bot.ts';
import { defaultFieldBounds } from '../../src/domain/field/field-bounds.ts';
import {
  type BlockBehaviour,
  conversationRunner,
  defaultLimits,
  type ExecutionContext,
  leave,
} from '../../src/runner/index.ts';
import { type BlockSketch, diagramOf } from './diagram-of.ts';
import { attacks, prepareAttack } from './hostile-bots.ts';
import { noon, seen, talkTo } from './talk.ts';

const limited = (work: number) => ({ runner: conversationRunner({ limits: { work } }) });
const greeting = diagramOf(
  {
    welcome: ['send_text', { text: 'Hello' }],
    set: ['set_a_field', { field: 'a', value: 'b' }],
    more: ['send_text', { text: '@{long}' }],
    ask: ['ask_question', { text: 'And?' }],
  },
  ['welcome.$success--set', 'set.success--more', 'more.$success--ask', 'ask.$success--welcome'],
);
const longButtons = (label: string): BlockSketch => [
  'buttons',
  { text: '?', buttons: Array.from({ length: 20 }, (_, index) => ({ id: `b${index}`, label })) },
];
const long = { long: { type: 'string', value: 'x'.repeat(10_000) } } as const;

describe('a step that asks for too much', () => {
  it('[RN120] ends the conversation and keeps nothing else', () => {
    const step = talkTo(greeting, { ...limited(6_000), fields: long }).start();
    expect(step).toEqual({
      state: { version: 1, conversation: 'talk', bot: 7, turn: 1, at: { kind: 'ended', reason: 'error' } },
      messages: [
        {
          type: 'event',
          action: 'error',
          code: 'step_too_large',
          node: 'more',
          detail: 'The step takes more than 6000 units of work.',
        },
      ],
      writes: [],
      effects: [],
    });
  });

  it('[RN120] lets the next message restart, with a separate budget', () => {
    const talk = talkTo(greeting, { ...limited(48_000), fields: long });
    expect(seen(talk.start()).at(-1)).toBe('And?');
    expect(seen(talk.say('x'.repeat(10_000)))).toEqual(['(step_too_large)']);
    expect(seen(talk.say('Hi')).at(-1)).toBe('And?');
  });

  it('[RN120] takes its budget from the context, else from the runner', () => {
    const runner = conversationRunner({ limits: { work: 8_000 } });
    const bot = prepareBot({ number: 7, channelFamily: 'native', diagram: greeting });
    const take = (work?: number) => {
      const bounds = work === undefined ? {} : { bounds: { work, fields: defaultFieldBounds } };
      return runner.step(bot, createConversation('c', 7), { kind: 'start' }, { now: noon, fields: long, ...bounds });
    };
    expect([take(), take(60_000), take(100)].map(({ state }) => state.at.kind)).toEqual(['ended', 'answer', 'ended']);
    expect(defaultLimits.work).toBe(1_000_000);
  });

  it.for<readonly [string, 'answer' | 'result' | 'ended', BlockSketch]>([
    ['230,000 characters on buttons', 'answer', longButtons('x'.repeat(11_500))],
    ['264,000 characters on buttons', 'ended', longButtons('x'.repeat(13_200))],
    ['132,000 characters of two bytes on buttons', 'ended', longButtons('é'.repeat(6_600))],
    ['46,000 characters of six bytes in JSON on buttons', 'ended', longButtons(`x${'\u0001'.repeat(2_300)}`)],
    ['code of 230,000 characters', 'result', ['code', { source: 'x'.repeat(230_000) }]],
    ['code of 264,000 characters', 'ended', ['code', { source: 'x'.repeat(264_000) }]],
  ])('[RN126] %s: %s', ([, at, block]) => {
    const step = talkTo(diagramOf({ welcome: block })).start();
    expect(step.state.at.kind).toBe(at);
    if (at === 'ended') expect(seen(step)).toEqual(['(step_too_large)']);
  });

  it('[RN126] counts what is said block after block', () => {
    const row = (count: number) => {
      const ids = Array.from({ length: count }, (_, index) => (index === 0 ? 'welcome' : `n${index}`));
      const blocks = ids.map((id) => [id, ['send_text', { text: 'x'.repeat(11_000) }]] as const);
      const connections = ids.slice(1).map((id, index) => `${ids[index]}.$success--${id}`);
      return talkTo(diagramOf(Object.fromEntries(blocks), connections)).start();
    };
    expect(row(20).messages).toHaveLength(20);
    expect(seen(row(22))).toEqual(['(step_too_large)']);
  });

  it('[RN1][RN125] asks for the same when its formulas were read before', () => {
    const diagram = diagramOf({ welcome: ['formulas', { expression: '1 + 1 + size("a")', destination: 'x' }] });
    const least = (runner = conversationRunner()): number => {
      const bot = prepareBot({ number: 7, channelFamily: 'native', diagram });
      const isEnough = (work: number): boolean => {
        const context = { now: noon, fields: {}, bounds: { work, fields: defaultFieldBounds } };
        return runner.step(bot, createConversation('c', 7), { kind: 'start' }, context).writes.length === 1;
      };
      let [low, high] = [0, 100_000];
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2);
        if (isEnough(middle)) high = middle;
        else low = middle;
      }
      return high;
    };
    const warm = conversationRunner();
    least(warm);
    expect(least(warm)).toBe(least());
    expect(least()).toBeGreaterThan(1_000);
  });
});

describe("a host's own block", () => {
  const definition: BlockDefinition = {
    name: 'greedy',
    template: 'greedy',
    title: 'Greedy',
    description: 'Works.',
    group: 'acme',
    placeable: true,
    canBeWelcome: false,
    waits: false,
    variants: [
      { selector: [], params: [], outputs: ['out', '$failed'], outputDerivations: [], requiredTier: 'sandbox' },
    ],
  };
  const talk = (enter: (context: ExecutionContext) => ReturnType<BlockBehaviour['enter']>) => {
    const runner = conversationRunner({
      catalog: createCatalog([definition]),
      behaviours: [{ block: 'greedy', enter }],
    });
    const blocks = { welcome: ['greedy'], failed: ['send_text', { text: 'failed' }] } as const;
    return talkTo(diagramOf(blocks, ['welcome.$failed--failed']), { runner });
  };

  it('[RN121] charges for its work, and cannot go on beyond the budget', () => {
    const step = talk(({ budget }) => {
      try {
        budget.charge(1_000_001);
      } catch {
        // Goes on all the same.
      }
      return leave('out', { messages: [{ type: 'text', body: 'Here' }] });
    }).start();
    expect(seen(step)).toEqual(['(step_too_large)']);
  });

  it('[RN121] fails with an error of its own when it charges anything but a number from 0', () => {
    const step = talk(({ budget }) => {
      budget.charge(-1);
      return leave('out');
    }).start();
    expect(seen(step)).toEqual(['(behaviour_failed)']);
  });

  it('[RN121] pays for what it says', () => {
    const said = Array.from({ length: 3_000 }, () => ({ type: 'text', body: 'x' }) as const);
    expect(seen(talk(() => leave('out', { messages: said })).start())).toEqual(['(step_too_large)']);
  });

  it('[RN45][RN122] writes what a Field can keep, or leaves by $failed', () => {
    const write = (value: string) => ({ writes: [{ kind: 'set', name: 'a', type: 'string', value }] }) as const;
    expect(talk(() => leave('out', write('a\u0000b'))).start().writes).toEqual(write('ab').writes);
    const step = talk(() =>
      leave('out', { messages: [{ type: 'text', body: 'x' }], ...write('x'.repeat(65_536)) }),
    ).start();
    expect([seen(step), step.writes]).toEqual([['failed'], []]);
  });
});

describe('an attack on the process that runs the bot', () => {
  it.for(Object.entries(attacks))('[RN120][RN121] %s ends, soon', ([, attack]) => {
    const run = prepareAttack(attack);
    const before = process.threadCpuUsage();
    const step = run();
    const { user, system } = process.threadCpuUsage(before);
    expect(['ended', 'answer', 'result']).toContain(step.state.at.kind);
    // A twentieth of a second on an ordinary core; this is one that others share, and nothing is compiled yet.
    expect((user + system) / 1_000).toBeLessThan(600);
  });
});
