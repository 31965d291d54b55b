import { createCatalog, type JsonObject } from '@botwright/core/diagram';
import { expect, it } from 'vitest';
import { linkPastedBot } from './link-pasted-bot.ts';
import type { PastedBot } from './read-pasted-diagram.ts';

const catalog = createCatalog();
const bots = [
  { id: 'id-3', number: 3, name: 'Shop', channelFamily: 'native' },
  { id: 'id-4', number: 4, name: 'Other', channelFamily: 'native' },
];
const [own, absent] = ['0190aaaa-0000-7000-8000-00000000beef', '0190aaaa-0000-7000-8000-00000000dead'];
const made = { number: 9, name: 'New', channelFamily: 'native' };

function pasted(links: readonly JsonObject[], more: Partial<PastedBot> = {}): PastedBot {
  const blocks = links.map((params, at) => [`j${at}`, { id: `j${at}`, template: 'bot_link', params }]);
  return { bot: {}, isPulled: true, diagram: { nodes: Object.fromEntries(blocks), connections: {} }, ...more };
}

/** The bots that the blocks then name, with the values next to the number; or the reason of a refusal. */
function linksOf(bot: PastedBot): readonly unknown[] | string {
  const linked = linkPastedBot(bot, { catalog, bots, unknownIds: new Set([absent]) });
  if (linked.kind === 'refused') return linked.problem;
  const { nodes } = linked.kind === 'own' ? linked.diagramOf(made) : linked.diagram;
  return Object.values(nodes).map((node) => ((node as JsonObject)['params'] as JsonObject)['bot']);
}

it.for<readonly [string, PastedBot, readonly unknown[] | RegExp]>([
  ['itself, by its number', pasted([{ bot: 3, node: 'a' }], { bot: { number: 3, name: 'Old' } }), [9]],
  ['itself, by its uuid', pasted([{ bot: own.toUpperCase() }], { bot: { id: own, number: 3 } }), [9]],
  [
    'itself and a bot that has its number here',
    pasted([{ bot: 4 }, { bot: 3 }], { bot: { number: 4 }, links: { 3: { id: 'id-4' } } }),
    [9, 4],
  ],
  [
    'a bot that is here by its id',
    pasted([{ bot: 7 }], { bot: { number: 3 }, links: { 7: { id: 'id-4', name: 'X' } } }),
    [4],
  ],
  ['a bot of the name and number', pasted([{ bot: 3 }], { links: { 3: { name: 'Shop' } } }), [3]],
  [
    'a bot of another server',
    pasted([{ bot: 3 }], { links: { 3: { id: 'id-8', name: 'Till' } } }),
    /^Block "j0" links to bot 3, "Till" of another server, which is not here\./,
  ],
  ['a number of which the file says nothing', pasted([{ bot: 4 }]), /^Block "j0" links to bot 4 of another server/],
  ['a number in a file of a bot that is here', pasted([{ bot: 4 }], { bot: { id: 'id-3', number: 3 } }), [4]],
  ['a number that somebody wrote', pasted([{ bot: 4 }], { isPulled: false }), [4]],
  [
    'another name than the bot has here',
    pasted([{ bot: 4, bot_number: 4, bot_name: 'Till' }], { isPulled: false }),
    /^Block "j0" links to bot 4, "Till" of/,
  ],
  [
    'a uuid of no bot',
    pasted([{ bot: absent }], { isPulled: false }),
    new RegExp(`^Block "j0" links to bot ${absent}, which is not here`),
  ],
])('[CO68] a pasted file that links to %s', ([, bot, expected]) => {
  const links = linksOf(bot);
  expect(links).toEqual(expected instanceof RegExp ? expect.stringMatching(expected) : expected);
});
