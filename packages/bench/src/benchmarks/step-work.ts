import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  applyFieldWrites,
  type ConversationInput,
  type ConversationState,
  createConversation,
  type Fields,
  isJsonObject,
  prepareBot,
} from '@botwright/core/conversation';
import type { Diagram } from '@botwright/core/diagram';
import * as runnerPackage from '@botwright/core/runner';
import { defineBenchmark } from '../harness/benchmark.ts';

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

/**
 * Parsing a formula takes longer than all other work, and is cached: without a first run it would hide the cost of the
 * rest.
 */
const diagrams = {
  'with a formula': diagramOf(connections),
  'without one': diagramOf([['day', '$success', 'large'], ...connections]),
};
const said = ['Hi', 'Ada Lovelace', '8', '2026/11/24', 'fish of the day'];
const customer = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [`known ${index}`, { type: 'string', value: `value ${index}` } as const]),
);

/** @returns A function that runs one conversation, and the states that it goes through. */
function conversationOf(from: typeof runnerPackage, diagram: Diagram): () => readonly ConversationState[] {
  const runner = from.conversationRunner();
  const bot = prepareBot({ number: 1, channelFamily: 'native', diagram });
  const now = Date.UTC(2026, 10, 22);
  return () => {
    const states: ConversationState[] = [];
    let state = createConversation('bench', 1);
    let fields: Fields = customer;
    const take = (input: ConversationInput): void => {
      const step = runner.step(bot, state, input, { now, fields });
      state = step.state;
      states.push(state);
      fields = applyFieldWrites(fields, step.writes);
    };
    for (const text of said) take({ kind: 'message', message: { type: 'text', text } });
    if (state.at.kind !== 'result') throw new Error(`The conversation went wrong: ${JSON.stringify(state.at)}`);
    const outcome = { ok: true, value: { status: 200, body: { id: 17, at: '19:30' } } } as const;
    take({ kind: 'result', effect: state.at.effect, outcome });
    if (!isJsonObject(fields['booking']?.value)) throw new Error('The answer was not kept.');
    return states;
  };
}

export const benchmark = defineBenchmark({
  name: 'step-work',
  chapter: 'conversations',
  measures:
    'A conversation of six steps in processor time, against JSON.stringify and JSON.parse of the state after each step: the least that a server has to do that stores conversations.',
  options: {
    checkout: { about: 'folder of another checkout, which is built, to compare its runner with', text: '' },
  },
  async run({ options: { checkout }, compare }) {
    const entry = pathToFileURL(resolve(checkout, 'packages/core/dist/runner/index.js'));
    const other = checkout === '' ? undefined : ((await import(entry.href)) as typeof runnerPackage);
    for (const [kind, diagram] of Object.entries(diagrams)) {
      const talk = conversationOf(runnerPackage, diagram);
      const states = talk();
      const theirs = other && conversationOf(other, diagram);
      await compare({
        title: kind,
        clock: 'processor',
        arms: [
          { name: 'six steps', run: talk },
          { name: 'states as JSON', run: () => states.map((state) => JSON.parse(JSON.stringify(state))) },
          ...(theirs === undefined ? [] : [{ name: 'other checkout', run: theirs }]),
        ],
        ratios: [
          { of: 'six steps', to: 'states as JSON' },
          ...(theirs === undefined ? [] : [{ of: 'six steps', to: 'other checkout' }]),
        ],
      });
    }
  },
});
