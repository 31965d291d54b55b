import { describe, expect, it } from 'vitest';
import type { BlockDefinition } from '../../src/domain/blocks/block-definition.ts';
import { createCatalog } from '../../src/domain/blocks/catalog.ts';
import { createConversation } from '../../src/domain/conversation/conversation-state.ts';
import { outcomeWithoutHost } from '../../src/domain/conversation/effects.ts';
import { prepareBot } from '../../src/domain/conversation/prepared-bot.ts';
import type { StepContext } from '../../src/domain/conversation/step.ts';
import { ownMember } from '../../src/domain/json/json-value.ts';
import {
  type BlockBehaviour,
  conversationRunner,
  leave,
  stepToRest,
  waitForResult,
  waitForVisitor,
} from '../../src/runner/index.ts';
import { diagramOf } from './diagram-of.ts';
import { noon, seen, talkTo } from './talk.ts';

const dice: BlockDefinition = {
  name: 'roll_dice',
  template: 'acme_dice',
  title: 'Roll dice',
  description: 'Rolls as many dice as the visitor says.',
  group: 'acme',
  placeable: true,
  canBeWelcome: false,
  waits: true,
  variants: [
    {
      selector: [],
      params: [
        { name: 'sides', type: 'integer', required: false, default: 6, rules: {}, description: 'Sides of a die.' },
      ],
      outputs: ['rolled'],
      outputDerivations: [],
      requiredTier: 'sandbox',
    },
  ],
};

const rollDice: BlockBehaviour = {
  block: 'roll_dice',
  enter: () => waitForVisitor({ messages: [{ type: 'text', body: 'How many dice?' }] }, { asked: 1 }),
  answer: ({ params, memory }, message) => {
    const count = message.type === 'text' ? Number(message.text) : 0;
    if (!(count > 0)) return waitForVisitor({}, { asked: Number(memory['asked']) + 1 });
    const data = { count, sides: ownMember(params, 'sides') ?? 0, asked: memory['asked'] ?? 0 };
    return waitForResult(
      { kind: 'host', name: 'dice', data },
      { notices: [{ kind: 'host', name: 'sound', data: { clip: 'rattle' } }] },
    );
  },
  resolve: (_context, outcome) =>
    leave('rolled', {
      writes: outcome.ok ? [{ kind: 'set', name: 'sum', type: 'integer', value: outcome.value ?? 0 }] : [],
    }),
};

const catalog = createCatalog([dice]);

describe("a host's own block", () => {
  it('[RN115] brings its definition to the catalog and its behaviour to the runner', () => {
    const runner = conversationRunner({ catalog, behaviours: [rollDice] });
    const diagram = diagramOf({ welcome: ['acme_dice'], text: ['send_text', { text: 'You rolled @{sum}' }] }, [
      'welcome.rolled--text',
    ]);
    const talk = talkTo(diagram, { runner });
    expect(seen(talk.start())).toEqual(['How many dice?']);
    expect(seen(talk.say('some'))).toEqual([]);
    const place = { node: 'welcome', kind: 'host' };
    expect(talk.say('2').effects).toEqual([
      { ...place, id: 'talk/3/1', awaited: false, name: 'sound', data: { clip: 'rattle' } },
      { ...place, id: 'talk/3/2', awaited: true, name: 'dice', data: { count: 2, sides: 6, asked: 2 } },
    ]);
    expect(seen(talk.succeed(9))).toEqual(['You rolled 9']);
  });

  it('[RN116] has one behaviour, for a block of the catalog', () => {
    expect(() => conversationRunner({ behaviours: [rollDice] })).toThrow(
      new TypeError('The catalog has no block named "roll_dice".'),
    );
    expect(() => conversationRunner({ catalog, behaviours: [rollDice, rollDice] })).toThrow(
      new TypeError('The block "roll_dice" has a behaviour already.'),
    );
    expect(() => conversationRunner({ behaviours: [{ ...rollDice, block: 'send_text' }] })).toThrow(
      new TypeError('The block "send_text" has a behaviour already.'),
    );
  });
});

const context: StepContext = { now: noon, fields: {} };
const runner = conversationRunner();
const chain = diagramOf(
  {
    welcome: ['webhook', { url: 'https://example.org', destination: 'got' }],
    sheet: ['spreadsheets', { action: 'insert_row' }],
    code: ['code', { source: 'x' }],
    book: ['scheduler', { scheduling_url: 'https://book.example' }],
    text: ['send_text', { text: 'Done: @{got}' }],
    agent: ['ai_agent', { outputs: [{ id: 'done' }] }],
  },
  [
    'welcome.$success--sheet',
    'welcome.$failed--sheet',
    'sheet.$failed--code',
    'code.$failed--book',
    'book.$success--text',
    'text.$success--agent',
  ],
);
const bot = prepareBot({ number: 7, channelFamily: 'native', diagram: chain });
const fresh = createConversation('rest', 7);

describe('stepping to rest', () => {
  it('[RN117][RN118] without a host takes $failed, passes the scheduler and ends at an assistant', () => {
    const step = stepToRest(runner, fresh, { kind: 'start' }, context, { bot });
    expect([seen(step), step.effects, step.state]).toEqual([
      ['https://book.example', 'Done: ', '(assistant_failed)'],
      [],
      { ...fresh, turn: 6, at: { kind: 'ended', reason: 'error' } },
    ]);
  });

  it.for([
    ['scheduler', { ok: true }],
    ['webhook', { ok: false, reason: 'no_host' }],
    ['code', { ok: false, reason: 'no_host' }],
    ['spreadsheet', { ok: false, reason: 'no_host' }],
    ['ai_agent', { ok: false, reason: 'no_host' }],
    ['jump', { ok: false, reason: 'no_host' }],
    ['host', { ok: false, reason: 'no_host' }],
  ] as const)('[RN117] without a host an effect %s comes to %j', ([kind, outcome]) => {
    expect(outcomeWithoutHost({ kind } as Parameters<typeof outcomeWithoutHost>[0])).toEqual(outcome);
  });

  it('[RN40][RN118] uses the resolver of the caller, and hands on what was written', () => {
    const step = stepToRest(runner, fresh, { kind: 'start' }, context, {
      bot,
      resolve: (effect) =>
        effect.kind === 'webhook' ? { ok: true, value: { status: 200, body: 'pong' } } : outcomeWithoutHost(effect),
    });
    expect([seen(step).slice(0, 2), step.writes]).toEqual([
      ['https://book.example', 'Done: pong'],
      [{ kind: 'set', name: 'got', type: 'string', value: 'pong' }],
    ]);
  });

  it('[RN118] rests where the resolver has no outcome yet', () => {
    const step = stepToRest(runner, fresh, { kind: 'start' }, context, {
      bot,
      resolve: (effect) => (effect.kind === 'scheduler' ? undefined : { ok: false, reason: 'down' }),
    });
    expect([step.effects.map(({ kind }) => kind), step.state.at.kind]).toEqual([['scheduler'], 'result']);
  });

  it('[RN118] ends a conversation whose bot would await effects for ever', () => {
    const diagram = diagramOf({ welcome: ['code', { source: 'x' }] }, ['welcome.$failed--welcome']);
    const loop = prepareBot({ number: 7, channelFamily: 'native', diagram });
    expect(seen(stepToRest(runner, fresh, { kind: 'start' }, context, { bot: loop }))).toEqual(['(endless_loop)']);
  });

  const jumping = prepareBot({
    number: 7,
    channelFamily: 'native',
    diagram: diagramOf({ welcome: ['set_a_field', { field: 'who', value: 'Ada' }], link: ['bot_link', { bot: 8 }] }, [
      'welcome.success--link',
    ]),
  });
  const target = prepareBot({
    number: 8,
    channelFamily: 'native',
    diagram: diagramOf({ welcome: ['send_text', { text: 'Here is 8, @{who}' }], code: ['code', {}] }, [
      'welcome.$success--code',
    ]),
  });

  it('[RN119] follows jumps to the bots that the caller finds', () => {
    const found = stepToRest(runner, fresh, { kind: 'start' }, context, {
      bot: jumping,
      findBot: (number) => (number === 8 ? target : undefined),
    });
    expect([seen(found), found.state.bot, found.effects]).toEqual([['Here is 8, Ada'], 8, []]);
  });

  it('[RN114][RN119] ends at a jump to a bot that the caller does not find', () => {
    const options = { bot: jumping, findBot: () => undefined };
    const missing = stepToRest(runner, fresh, { kind: 'start' }, context, options);
    expect([seen(missing), missing.state.bot]).toEqual([['(jump_failed)'], 7]);
  });
});
