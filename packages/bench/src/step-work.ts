import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  applyFieldWrites,
  type ConversationInput,
  createConversation,
  type Fields,
  isJsonObject,
  prepareBot,
} from '@botwright/core/conversation';
import type { Diagram } from '@botwright/core/diagram';
import type * as RunnerPackage from '@botwright/runner';
import { median } from './median.ts';

/**
 * Measures an ordinary conversation, in processor time of the thread. With the folder of another checkout as the
 * argument, measures that one's runner too, alternately, and prints how the two compare.
 */
interface Subject {
  readonly name: string;
  /** Runs one conversation. */
  readonly talk: () => void;
  /** Microseconds of a conversation, one for each round. */
  readonly costs: number[];
}

const conversationsOfRound = 200;
const rounds = 31;

const node = (id: string, template: string, params: object) => ({ id, template, params });
const blocks = [
  node('hidden', 'hidden', {}),
  node('welcome', 'var_name', { text: 'Hello! What is your name?', destination: 'name' }),
  node('size', 'var_number', { text: 'For how many, @{name}?', destination: 'guests', min: 1, max: 20 }),
  node('day', 'var_date', { text: 'Which day?', destination: 'day' }),
  node('total', 'formulas', { expression: 'guests * 25.0 + (guests > 6.0 ? 50.0 : 0.0)', destination: 'deposit' }),
  node('large', 'conditions', { conditions: [{ field: 'guests', operator: 'greater', value: 6 }] }),
  node('set', 'set_field', { field: 'tier', value: { guests: '@{guests}', of: '@{name}' } }),
  node('menu', 'buttons', {
    text: 'Which menu?',
    destination: 'menu',
    buttons: [
      { id: 'fish', label: 'Fish of the day' },
      { id: 'green', label: 'Vegetables' },
    ],
  }),
  node('book', 'webhook', {
    url: 'https://tables.example.org/@{day}/book',
    headers: [{ name: 'X-Guest', value: '@{name}' }],
    body: '{"guests": @{guests}, "name": "@{name}", "menu": "@{menu}"}',
    destination: 'booking',
  }),
  node('done', 'chat', { text: 'Done, @{name}: @{guests} on @{day}, with @{menu}. The deposit is @{deposit}.' }),
  node('close', 'close', { text: 'See you!' }),
];
const connections = [
  ['welcome', '$success', 'size'],
  ['size', '$success', 'day'],
  ['day', '$success', 'total'],
  ['total', '$success', 'large'],
  ['large', 'true', 'set'],
  ['large', 'false', 'set'],
  ['set', 'success', 'menu'],
  ['menu', '$fish', 'book'],
  ['book', '$success', 'done'],
  ['done', '$success', 'close'],
] as const;
function diagramOf(links: readonly (readonly [source: string, output: string, target: string])[]): Diagram {
  return {
    nodes: Object.fromEntries(blocks.map((block) => [block.id, { ...block, path: block.id }])) as never,
    connections: Object.fromEntries(
      links.map(([sourcePath, type, targetPath]) => {
        const id = `${sourcePath}.${type}--${targetPath}`;
        return [id, { id, sourcePath, type, targetPath }];
      }),
    ),
  };
}

/** Parsing a formula takes longer than all else, and is cached: without a first run it would hide the cost of the rest. */
const diagrams = {
  'with a formula': diagramOf(connections),
  'without one': diagramOf([['day', '$success', 'large'], ...connections]),
};
const said = ['Hi', 'Ada Lovelace', '8', '2026/11/24', 'fish of the day'];
const customer = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [`known ${index}`, { type: 'string', value: `value ${index}` } as const]),
);

function subjectOf(name: string, from: typeof RunnerPackage, diagram: Diagram): Subject {
  const runner = from.conversationRunner();
  const bot = prepareBot({ number: 1, channelFamily: 'native', diagram });
  const now = Date.UTC(2026, 10, 22);
  const talk = (): void => {
    let state = createConversation('bench', 1);
    let fields: Fields = customer;
    const take = (input: ConversationInput): void => {
      const step = runner.step(bot, state, input, { now, fields });
      state = step.state;
      fields = applyFieldWrites(fields, step.writes);
    };
    for (const text of said) take({ kind: 'message', message: { type: 'text', text } });
    if (state.at.kind !== 'result') throw new Error(`The conversation went wrong: ${JSON.stringify(state.at)}`);
    const outcome = { ok: true, value: { status: 200, body: { id: 17, at: '19:30' } } } as const;
    take({ kind: 'result', effect: state.at.effect, outcome });
    if (!isJsonObject(fields['booking']?.value)) throw new Error('The answer was not kept.');
  };
  return { name, talk, costs: [] };
}

function measure({ talk }: Subject): number {
  const before = process.threadCpuUsage();
  for (let index = 0; index < conversationsOfRound; index += 1) talk();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / conversationsOfRound;
}

const [other] = process.argv.slice(2);
const mine = await import('@botwright/runner');
const theirs = other && ((await import(entryOf(other).href)) as typeof RunnerPackage);

function entryOf(checkout: string): URL {
  return pathToFileURL(resolve(checkout, 'packages/runner/src/index.ts'));
}

for (const [kind, diagram] of Object.entries(diagrams)) {
  const subject = subjectOf(`this checkout, ${kind}`, mine, diagram);
  const compared = theirs ? [subjectOf(`the other one, ${kind}`, theirs, diagram)] : [];
  const subjects = [subject, ...compared];
  for (const each of subjects) measure(each);
  for (let round = 0; round < rounds; round += 1) {
    for (const each of round % 2 === 0 ? subjects : subjects.toReversed()) each.costs.push(measure(each));
  }
  for (const { name, costs } of subjects) {
    console.log(`${name}: ${median(costs).toFixed(0)} µs a conversation of six steps`);
  }
  for (const { costs } of compared) {
    const ratios = subject.costs.map((cost, round) => cost / (costs[round] ?? Number.NaN));
    console.log(`ratio ${median(ratios).toFixed(3)}`);
  }
}
