import { type ConversationState, createConversation } from '../../src/domain/conversation/conversation-state.ts';
import { prepareBot } from '../../src/domain/conversation/prepared-bot.ts';
import type { ConversationInput, Step, StepBounds } from '../../src/domain/conversation/step.ts';
import type { Fields } from '../../src/domain/field/field.ts';
import type { JsonValue } from '../../src/domain/json/json-value.ts';
import { conversationRunner } from '../../src/runner/index.ts';
import { type BlockSketch, diagramOf } from './diagram-of.ts';
import { noon } from './talk.ts';

/** A bot and messages to it that are meant to block the process that runs it. */
export interface Attack {
  readonly blocks: Readonly<Record<string, BlockSketch>>;
  readonly connections?: readonly string[];
  readonly fields?: Fields;
  /** Messages after the start. */
  readonly text?: string;
  /** The outcome of the effect that it awaits, given after the start. */
  readonly answer?: JsonValue;
}

/** Blocks one after the other. */
function chain(count: number, output: string, sketch: (index: number) => BlockSketch): Attack {
  const ids = Array.from({ length: count }, (_, index) => (index === 0 ? 'welcome' : `n${index}`));
  return {
    blocks: Object.fromEntries(ids.map((id, index) => [id, sketch(index)])),
    connections: ids.slice(1).map((id, index) => `${ids[index]}.${output}--${id}`),
  };
}

const text = (value: string): Fields[string] => ({ type: 'string', value });
const list = (value: readonly JsonValue[]): Fields[string] => ({ type: 'array', value });
const numbers = (length: number): readonly number[] => Array.from({ length }, (_, index) => index);
const ask = (name: string, params = {}): Attack['blocks'] => ({ welcome: [name, { text: '?', ...params }] });
const formula = (expression: string): BlockSketch => ['formulas', { expression, destination: 'x' }];
const condition = (field: string, operator: string, value: JsonValue): BlockSketch => [
  'conditions',
  { conditions: [{ field, operator, value }] },
];
const ones = (length: number): string => `[${numbers(length).map(() => 1)}]`;
const zones = Intl.supportedValuesOf('timeZone');
const manyFields: Fields = Object.fromEntries(numbers(500).map((index) => [`field ${index}`, text('x'.repeat(1_000))]));
const marks = '\u0301\u0323'.repeat(40_000);
const buttons = numbers(20).map((index) => ({ id: `b${index}`, label: `${index}${marks}` }));
const nested = (depth: number, inner: string): string => `${'['.repeat(depth)}${inner}${']'.repeat(depth)}`;

export const attacks: Readonly<Record<string, Attack>> = {
  'a list that multiplies in three blocks': {
    ...chain(3, 'success', () => ['set_a_field', { field: 'list', value: numbers(200).map(() => '@{list}') }]),
    fields: { list: list(numbers(200).map(() => 'x')) },
  },
  'a list that multiplies in a body': {
    blocks: { welcome: ['webhook', { url: 'https://a.example', body: numbers(50_000).map(() => '@{list}') }] },
    fields: { list: list(numbers(10_000)) },
  },
  'a list that multiplies in a condition': {
    blocks: {
      welcome: condition(
        'list',
        'is',
        numbers(50_000).map(() => '@{list}'),
      ),
    },
    fields: { list: list(numbers(50_000).map(() => numbers(1) as JsonValue)) },
  },
  'a list that multiplies in a comparison of texts': {
    blocks: {
      welcome: condition(
        'name',
        'contains',
        numbers(50_000).map(() => '@{list}'),
      ),
    },
    fields: { list: list(numbers(10_000)), name: text('Ada') },
  },
  'combining marks to buttons': { blocks: ask('buttons', { buttons: [{ id: 'a', label: 'A' }] }), text: `a${marks}` },
  'combining marks in the labels of buttons': { blocks: ask('buttons', { buttons }), text: 'é' },
  'combining marks to yes or no': { blocks: ask('ask_yes_no'), text: `a${marks}` },
  'a long text searched for in a longer one': {
    blocks: { welcome: condition('long', 'contains', `${'a'.repeat(30_000)}b${'a'.repeat(30_000)}`) },
    fields: { long: text('a'.repeat(500_000)) },
  },
  'many searches in a long text': {
    ...chain(500, 'false', () => condition('long', 'contains', '@{sought}')),
    fields: { long: text('é'.repeat(60_000)), sought: text(`${'é'.repeat(20_000)}b${'é'.repeat(20_000)}`) },
  },
  'the beginning and end of a long text, again and again': {
    ...chain(500, 'false', (index) => condition('long', index % 2 === 0 ? 'starts_with' : 'ends_with', 'b')),
    fields: { long: text('é'.repeat(60_000)) },
  },
  'thousands of headers': {
    blocks: {
      welcome: [
        'webhook',
        { url: 'https://a.example', headers: numbers(8_000).map(() => ({ name: 'X-A', value: '@{long}' })) },
      ],
    },
    fields: { long: text('x'.repeat(60_000)) },
  },
  'a zone in each turn of a loop': {
    ...chain(10, '$failed', () => formula('list.all(x, now.getHours("Europe/Berlin") != now.getHours("Asia/Tokyo"))')),
    fields: { list: list(numbers(1_000)) },
  },
  'a zone in a loop within a loop': chain(20, '$success', () =>
    formula(`${ones(40)}.map(a, ${ones(40)}.map(b, now.getHours("Europe/Berlin")))`),
  ),
  'a zone at many moments': chain(20, '$success', () =>
    formula(
      `${ones(40)}.all(a, ${ones(40)}.all(b, timestamp("0001-01-01T00:00:00Z").getDayOfYear("America/Sao_Paulo") > 0))`,
    ),
  ),
  'all zones one after the other': chain(400, '$success', (index) =>
    formula(`now.getHours("${zones[index % zones.length]}") >= 0`),
  ),
  'one zone after the other': chain(500, '$success', (index) =>
    formula(
      `now.getHours("${index % 2 === 0 ? 'Europe' : 'europe'}/${'berlin'.slice(0, index % 5)}Berlin") > ${index}`,
    ),
  ),
  'formulas one after the other': {
    ...chain(500, '$success', (index) => formula(`list.exists(a, a == ${index + 2_000}.0)`)),
    fields: { list: list(numbers(1_000)) },
  },
  'formulas whose loops meet errors': {
    ...chain(500, '$failed', () => formula('list.all(a, list.all(b, nobody) || true)')),
    fields: { list: list(numbers(1_000)) },
  },
  'formulas that divide by zero': {
    ...chain(500, '$failed', () => formula('list.all(a, list.all(b, 1 / 0 > 0) || true)')),
    fields: { list: list(numbers(1_000)) },
  },
  'formulas with long bodies of loops': {
    ...chain(500, '$success', () => formula(`list.all(a, ${'true && '.repeat(200)}true)`)),
    fields: { list: list(numbers(1_000)) },
  },
  'formulas that build lists of lists': {
    ...chain(500, '$success', () => formula(`size(list${'.map(a, a)'.repeat(20)}) > 0`)),
    fields: { list: list(numbers(1_000)) },
  },
  'formulas that are hard to read': chain(500, '$success', (index) => formula(`${nested(400, String(index))} == 1`)),
  'formulas of spaces': chain(500, '$success', (index) => formula(`${index}${' '.repeat(1_900)}+ 1`)),
  'formulas of members': chain(500, '$failed', (index) => formula(`a${index}${'.a'.repeat(950)}`)),
  'formulas of indices': chain(500, '$failed', (index) => formula(`a${index}${'[0]'.repeat(600)}`)),
  'patterns compiled again and again': {
    ...chain(10, '$success', () => formula('list.exists(x, "a".matches("((a{0,30}){0,30})b" + string(x)))')),
    fields: { list: list(numbers(1_000)) },
  },
  'one large pattern after the other': chain(500, '$success', (index) =>
    formula(`"a".matches("((a{0,30}){0,30})b${index}")`),
  ),
  'patterns with many cases': chain(500, '$success', (index) =>
    formula(`"a".matches("(?i)${'[\\\\x{42}-\\\\x{1e900}]'.repeat(10)}${index}")`),
  ),
  'patterns that a text keeps busy': {
    ...chain(500, '$success', (index) => formula(`long.matches("(a?){200}a{200}b${index}")`)),
    fields: { long: text('a'.repeat(10_000)) },
  },
  'patterns of many states': {
    ...chain(500, '$success', (index) => formula(`long.matches("\\\\w{500}${index}")`)),
    fields: { long: text('ab'.repeat(3_000)) },
  },
  'all Fields read by each formula': {
    ...chain(500, '$success', () => formula('size(fields) > 1')),
    fields: manyFields,
  },
  'all Fields compared by each formula': {
    ...chain(500, '$success', () => formula('fields == {}')),
    fields: manyFields,
  },
  'a long list in each formula': {
    ...chain(500, '$success', () => formula('size(list) > 1')),
    fields: { list: list(numbers(10_000)) },
  },
  'a number of many digits': {
    ...chain(500, '$failed', () => formula('int(long) > 0')),
    fields: { long: text('9'.repeat(60_000)) },
  },
  'a write to many Fields in each block': {
    ...chain(500, 'success', (index) => ['set_a_field', { field: `field ${index}`, value: `now ${index}` }]),
    fields: manyFields,
  },
  'a large list in texts': {
    ...chain(500, '$success', () => ['send_text', { text: '@{list}'.repeat(2_000) }]),
    fields: { list: list(numbers(10_000)) },
  },
  'a text of references': { blocks: { welcome: ['send_text', { text: '@{none}'.repeat(200_000) }] } },
  'an address of references': {
    ...chain(500, '$success', () => ['send_media', { url: `https://a.example/${'@{long}'.repeat(1_000)}` }]),
    fields: { long: text('é'.repeat(60_000)) },
  },
  'a form of references': {
    ...chain(500, '$failed', () => [
      'webhook',
      {
        url: 'https://a.example',
        headers: [{ name: 'Content-Type', value: 'application/x-www-form-urlencoded' }],
        body: '@{long}'.repeat(1_000),
      },
    ]),
    fields: { long: text('\ud800'.repeat(60_000)) },
  },
  'JSON read by each condition': {
    blocks: {
      welcome: [
        'conditions',
        {
          match: 'any',
          conditions: numbers(1_000).map(() => ({ field: 'list', operator: 'contains', value: nested(30_000, '') })),
        },
      ],
    },
    fields: { list: list(numbers(1_000).map(() => [] as JsonValue)) },
  },
  'a great many conditions': {
    ...chain(100, 'true', () => [
      'conditions',
      { conditions: numbers(20_000).map(() => ({ field: 'a', operator: 'is_not', value: 'b' })) },
    ]),
    fields: { a: text('é') },
  },
  'a great many forms of a date': {
    blocks: ask('ask_date', { format: numbers(60_000).map(() => '%d.%m.%Y') }),
    text: 'x',
  },
  'a great many params': {
    ...chain(50, '$success', () => [
      'send_text',
      Object.fromEntries(numbers(100_000).map((index) => [`p${index}`, 1])),
    ]),
  },
  'buttons that say a great deal': {
    ...chain(200, '$success', () => ['send_text', { text: '@{long}' }]),
    fields: { long: text('x'.repeat(60_000)) },
  },
  'a dialog of a great many long buttons': {
    blocks: ask('buttons', { buttons: numbers(400).map((index) => ({ id: `b${index}`, label: '@{long}' })) }),
    fields: { long: text('x'.repeat(30_000)) },
  },
  'an assistant that says a great deal': {
    blocks: { welcome: ['ai_agent', { outputs: [{ id: 'a' }] }] },
    answer: { messages: numbers(200_000).map((index) => `${index}`) },
  },
  'code that writes a great many Fields': {
    blocks: { welcome: ['code', { source: '' }] },
    answer: { fields: Object.fromEntries(numbers(200_000).map((index) => [`f${index}`, index])) },
  },
  'an answer that is large and goes to many Fields': {
    blocks: {
      welcome: [
        'webhook',
        {
          url: 'https://a.example',
          saves: numbers(1_000).map((index) => ({ path: '/deep'.repeat(10), destination: `f${index}` })),
        },
      ],
    },
    answer: { status: 200, body: { deep: numbers(20_000).map((index) => ({ index })) } },
  },
  'an answer of a great many members': {
    blocks: { welcome: ['webhook', { url: 'https://a.example', destination: 'all' }] },
    answer: { status: 200, body: Object.fromEntries(numbers(90_000).map((index) => [`f${index}`, 1])) },
  },
  'a long name': { blocks: ask('ask_name'), text: ' -'.repeat(2_000_000) },
};

/** Makes an attack ready to be run with the limits as they are, or with others. */
export function prepareAttack(attack: Attack, bounds?: StepBounds): () => Step {
  const runner = conversationRunner();
  const diagram = diagramOf(attack.blocks, attack.connections);
  const bot = prepareBot({ number: 7, channelFamily: 'native', diagram });
  const context = { now: noon, fields: attack.fields ?? {}, ...(bounds !== undefined && { bounds }) };
  const fresh = createConversation('attack', 7);
  const isLater = attack.text !== undefined || attack.answer !== undefined;
  const { state } = isLater ? runner.step(bot, fresh, { kind: 'start' }, context) : { state: fresh };
  const input = inputOf(attack, state);
  return () => runner.step(bot, state, input, context);
}

function inputOf({ text: said, answer }: Attack, { at }: ConversationState): ConversationInput {
  if (said !== undefined) return { kind: 'message', message: { type: 'text', text: said } };
  if (answer === undefined || !('effect' in at)) return { kind: 'start' };
  return { kind: 'result', effect: at.effect, outcome: { ok: true, value: answer } };
}
