import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../src/domain/blocks/catalog.ts';
import {
  type ConversationState,
  createConversation,
  readConversationState,
} from '../../src/domain/conversation/conversation-state.ts';
import { prepareBot } from '../../src/domain/conversation/prepared-bot.ts';
import type { ConversationInput } from '../../src/domain/conversation/step.ts';
import type { Diagram } from '../../src/domain/diagram/diagram.ts';
import { applyFieldWrites, type Fields } from '../../src/domain/field/field.ts';
import type { JsonValue } from '../../src/domain/json/json-value.ts';
import { conversationRunner } from '../../src/runner/index.ts';
import { deepFreeze } from './deep-freeze.ts';
import { noon } from './talk.ts';

const templates = createCatalog().definitions.map(({ template }) => template);
const ids = ['hidden', 'welcome', 'a', 'b', '__proto__', 'constructor'];
const outputs = ['$success', '$failed', '$yes', '$no', '$x', 'true', 'false', 'success', '__proto__'];
const words = [
  '',
  ' ',
  'x',
  'Yes',
  '1',
  '$yes',
  '7,5',
  'a@b.co',
  '2026/11/21',
  'https://example.org/a.png',
  '@{x}',
  '\ud800',
  '\u0000',
];

/** Values that params are likely to be, and values that they never should. */
const value = fc.oneof(
  fc.constantFrom<JsonValue>(
    ...words,
    'all',
    'any',
    'is',
    'contains',
    'greater',
    'UNSET',
    'get_row',
    'insert_row',
    'GET',
    'size(x) + 1',
    'x',
  ),
  fc.constantFrom<JsonValue>(null, true, 0, -1, 7, 8, 1.5, 1e300, {}, []),
  fc.constantFrom<JsonValue>(
    [{ id: 'x', label: 'X' }],
    [{ field: 'x', operator: 'is', value: '@{x}' }],
    [{ name: 'X-A', value: '@{x}' }],
    [{ selectorValue: 1, value: 'x' }],
    { selectorValue: '2', value: '@{x}' },
    ['%Y/%m/%d', '%Q', 7],
    JSON.parse('{"__proto__": {"x": 1}}'),
  ),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>,
);
const params = fc.dictionary(
  fc.constantFrom(
    ...new Set(
      createCatalog().definitions.flatMap(({ variants }) =>
        variants.flatMap((each) => each.params.map(({ name }) => name)),
      ),
    ),
    '__proto__',
    'constructor',
  ),
  value,
  { maxKeys: 8 },
);
const node = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ id: fc.constantFrom(...ids), template: fc.constantFrom(...templates, 'unknown'), params }),
  },
  { weight: 1, arbitrary: value },
);
const connection = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      id: fc.string(),
      type: fc.constantFrom(...outputs),
      sourcePath: fc.constantFrom(...ids),
      targetPath: fc.constantFrom(...ids, 'gone'),
    }),
  },
  { weight: 1, arbitrary: value },
);
const diagram = fc.record({
  nodes: fc.dictionary(fc.constantFrom(...ids), node, { maxKeys: 6 }),
  connections: fc.dictionary(fc.string(), connection, { minKeys: 2, maxKeys: 25 }),
}) as fc.Arbitrary<Diagram>;

const text = fc.constantFrom(...words);
/** What a visitor, a host or somebody else does. The outcome is always of the effect that is awaited, or of none. */
const input = fc.oneof(
  fc.record({ kind: fc.constant('start' as const) }),
  fc.record({ kind: fc.constant('start' as const), node: fc.constantFrom(...ids) }),
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('message' as const),
      message: fc.oneof(
        fc.record({ type: fc.constant('text' as const), text }),
        fc.record({ type: fc.constant('text' as const), text, payload: fc.constantFrom(...outputs, '$positive') }),
        fc.record({ type: fc.constantFrom('image' as const, 'document' as const), url: text }),
        fc.record({ type: fc.constant('location' as const), latitude: fc.double(), longitude: fc.double() }),
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('result' as const),
      effect: fc.constantFrom('awaited', 'stray'),
      outcome: fc.oneof(
        fc.record({
          ok: fc.constant(true as const),
          value: fc.oneof(
            value,
            fc.record({
              status: fc.constantFrom(200, 500),
              body: value,
              cells: value,
              messages: value,
              exit: value,
              fields: value,
            }),
          ),
        }),
        fc.record({ ok: fc.constant(false as const), reason: text }),
      ),
    }),
  },
  fc.constantFrom({ kind: 'taken_over' as const }, { kind: 'closed' as const }),
);
const feedback = fc.option(
  fc.record({
    enabled: fc.boolean(),
    question: text,
    positiveLabel: text,
    negativeLabel: text,
    commentQuestion: text,
    thanks: text,
  }),
  { nil: undefined },
);
const conversation = fc.record({
  diagram,
  channelFamily: fc.constantFrom('native', 'apichat'),
  turns: fc.array(fc.record({ input, feedback }), { minLength: 1, maxLength: 12 }),
});

const limits = { blocks: 40, effects: 10 };
const runner = conversationRunner({ limits });
const settings = { seed: 20261121, numRuns: 300 };

function addressed(state: ConversationState, given: ConversationInput): ConversationInput {
  if (given.kind !== 'result' || given.effect !== 'awaited' || !('effect' in state.at)) return given;
  return { ...given, effect: state.at.effect };
}

describe('any conversation in any diagram', () => {
  it('[RN1][RN2][RN3][RN5] steps without throwing, the same each time, and out of JSON', () => {
    fc.assert(
      fc.property(conversation, ({ diagram, channelFamily, turns }) => {
        const bot = prepareBot(deepFreeze({ number: 7, channelFamily, diagram }));
        let state = createConversation('any', 7);
        let fields: Fields = {};
        for (const { input: given, feedback: asked } of turns) {
          const context = deepFreeze({ now: noon, fields, ...(asked && { feedback: asked }) });
          const taken = deepFreeze(addressed(state, given));
          const step = runner.step(bot, deepFreeze(state), taken, context);
          const thawed = JSON.parse(JSON.stringify({ state, taken, context, diagram }));
          const again = runner.step(
            prepareBot({ number: 7, channelFamily, diagram: thawed.diagram }),
            thawed.state,
            thawed.taken,
            thawed.context,
          );
          expect(again).toEqual(step);
          expect(JSON.parse(JSON.stringify(step))).toEqual(step);
          expect(readConversationState(step.state)).toEqual(step.state);
          state = step.state;
          fields = applyFieldWrites(fields, step.writes);
        }
      }),
      settings,
    );
  });

  it('[RN7][RN18][RN19] does bounded work, awaits one thing at most, and never repeats an id', () => {
    fc.assert(
      fc.property(conversation, ({ diagram, channelFamily, turns }) => {
        const bot = prepareBot({ number: 7, channelFamily, diagram });
        const seenIds = new Set<string>();
        let state = createConversation('any', 7);
        for (const { input: given, feedback: asked } of turns) {
          const step = runner.step(bot, state, addressed(state, given), {
            now: noon,
            fields: {},
            ...(asked && { feedback: asked }),
          });
          // A block says one thing at most, but an assistant as much as it is given; then there are the questions at the end.
          const spoken = given.kind === 'result' ? 10 : 2;
          expect(step.messages.length).toBeLessThanOrEqual(limits.blocks + spoken);
          expect(step.effects.filter(({ awaited }) => awaited).length).toBeLessThanOrEqual(1);
          expect(step.effects.slice(0, -1).some(({ awaited }) => awaited)).toBe(false);
          for (const { id } of step.effects) {
            expect(seenIds.has(id)).toBe(false);
            seenIds.add(id);
          }
          const awaits = step.effects.at(-1)?.awaited ?? false;
          if (step.state !== state) expect('effect' in step.state.at).toBe(awaits);
          state = step.state;
        }
      }),
      settings,
    );
  });

  it('[RN4] reads any JSON as a state or as none, and steps on from what it reads', () => {
    const loose = fc.record(
      {
        version: fc.constantFrom(1, 2),
        conversation: fc.string(),
        bot: fc.nat(9),
        turn: fc.nat(),
        at: fc.record({
          kind: fc.constantFrom('new', 'answer', 'result', 'jump', 'agent', 'feedback', 'ended', 'odd'),
          node: fc.constantFrom(...ids),
          template: fc.constantFrom(...templates),
          memory: fc.dictionary(fc.string(), value),
          effect: fc.constant('e'),
          bot: fc.constantFrom(7, 8),
          spent: fc.record({ blocks: fc.nat(50), effects: fc.nat(12) }),
          asked: fc.constantFrom('rating', 'comment'),
          rating: fc.constantFrom('positive', 'bad'),
          reason: fc.constantFrom('closed', 'bad'),
        }),
      },
      { requiredKeys: ['version', 'at'] },
    );
    fc.assert(
      fc.property(fc.oneof(loose, fc.jsonValue()), diagram, input, feedback, (stored, drawn, given, asked) => {
        const state = readConversationState(stored);
        if (state === undefined) return;
        const bot = prepareBot({ number: 7, channelFamily: 'native', diagram: drawn });
        const context = { now: noon, fields: {}, ...(asked && { feedback: asked }) };
        expect(() => runner.step(bot, state, addressed(state, given), context)).not.toThrow();
      }),
      settings,
    );
  });
});
