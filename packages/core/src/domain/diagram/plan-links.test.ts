import { expect, it } from 'vitest';
import { createCatalog } from '../blocks/catalog.ts';
import type { JsonObject } from '../json/json-value.ts';
import { type LinkingFile, planLinks } from './plan-links.ts';

type NamedFile = LinkingFile & { readonly name: string };

const url = 'https://there.test/v0-alpha';
const bots = [
  { id: 'id-3', number: 3, name: 'Shop', channelFamily: 'native' },
  { id: 'id-4', number: 4, name: 'Other', channelFamily: 'native' },
];

function fileWith(params: JsonObject, more: Partial<LinkingFile['bot']> = {}, name = 'lead.json'): NamedFile {
  const diagram = { nodes: { jump: { id: 'jump', template: 'bot_link', params } }, connections: {} };
  return { name, bot: { bot: {}, isPulled: true, diagram, ...more } };
}

const absent = '0190f000-0000-7000-8000-0000000000ab';

/** The target of a number, in words. */
function planned(file: NamedFile, others: readonly NamedFile[] = []): string {
  const created = [file, ...others].filter(({ bot }) => bot.bot.id === undefined);
  const plan = planLinks(file, { catalog: createCatalog(), created, bots, unknownIds: new Set([absent]), url });
  if (!plan.ok) return `lost: ${plan.link.block} ${plan.link.bot} ${plan.meaning?.name ?? ''}`.trim();
  const [target] = plan.targets.values();
  if (target?.kind === 'bot') return `bot ${target.bot.number}`;
  if (target?.kind === 'file') return target.file.name;
  return target?.stranger === undefined ? 'same' : `stranger: ${target.block} ${target.stranger.name}`;
}

const shopFile = fileWith({}, { bot: { number: 7, name: 'Shop', channelFamily: 'native' } }, 'shop.json');
const otherSeven = fileWith({}, { bot: { number: 7, name: 'Else' } }, 'else.json');
const beside = { bot_number: 7, bot_name: 'Shop', bot_channel_family: 'native' };
const lost = /^lost: jump 7( Shop)?$/;

it.for<readonly [string, NamedFile, readonly NamedFile[], string | RegExp]>([
  ['its own number', fileWith({ bot: 7 }, { bot: { number: 7 } }), [shopFile], 'lead.json'],
  ['the number of a bot of the same push', fileWith({ bot: 7 }, { bot: { number: 1 } }), [shopFile], 'shop.json'],
  ['the name of one, which has no number', fileWith({ bot: 9, ...beside, bot_number: 9 }), [shopFile], 'shop.json'],
  ['two bots of the same push with the number', fileWith({ bot: 7 }), [shopFile, otherSeven], lost],
  ['two with the number, of which it names one', fileWith({ bot: 7, ...beside }), [otherSeven, shopFile], 'shop.json'],
  ['the number of a bot with another name', fileWith({ bot: 7, ...beside }), [otherSeven], lost],
  ['a bot that is on the server', fileWith({ bot: 7 }, { links: { 7: { id: 'id-4', name: 'Shop' } } }), [], 'bot 4'],
  [
    'a bot that is on no server',
    fileWith({ bot: 3 }, { links: { 3: { id: 'id-9', name: 'Shop' } } }),
    [],
    'lost: jump 3 Shop',
  ],
  ['the number and name of a bot of the server', fileWith({ bot: 3, bot_number: 3, bot_name: 'Shop' }), [], 'same'],
  [
    'the number of a bot of the server with another name',
    fileWith({ bot: 4, bot_number: 4, bot_name: 'Shop' }),
    [],
    'lost: jump 4 Shop',
  ],
  ['a number that says nothing, in a pulled file', fileWith({ bot: 3 }), [], 'lost: jump 3'],
  ['a uuid of no bot of the server', fileWith({ bot: absent.toUpperCase() }), [], `lost: jump ${absent}`],
  ['a number in a file of the server', fileWith({ bot: 3 }, { server: url }), [], 'same'],
  ['a number that somebody wrote', fileWith({ bot: 3 }, { isPulled: false }), [], 'stranger: jump Shop'],
])('[PU18][PU19] a new bot that links to %s', ([, file, others, expected]) => {
  expect(planned(file, others)).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
});

it.for<readonly [string, NamedFile, readonly NamedFile[], string | RegExp]>([
  ['what the file says nothing of', fileWith({ bot: 4 }, { bot: { id: 'x' } }), [], 'same'],
  [
    'the bot that the file says',
    fileWith({ bot: 3 }, { bot: { id: 'x' }, links: { 3: { id: 'id-3', name: 'Old' } } }),
    [],
    'same',
  ],
  [
    'the number of another bot than it says',
    fileWith({ bot: 4 }, { bot: { id: 'x' }, links: { 4: { id: 'id-3' } } }),
    [],
    'bot 3',
  ],
  [
    'a bot of the server that is a stranger',
    fileWith({ bot: 4 }, { bot: { id: 'x' }, links: { 4: { id: 'id-9' } } }),
    [],
    'lost: jump 4',
  ],
  ['itself, by its number on another server', fileWith({ bot: 8 }, { bot: { id: 'id-3', number: 8 } }), [], 'bot 3'],
  ['a uuid of no bot', fileWith({ bot: absent }, { bot: { id: 'x' } }), [], `lost: jump ${absent}`],
  ['a bot in the trash', fileWith({ bot: 9 }, { bot: { id: 'x' }, links: { 9: { id: 'id-9' } } }), [], 'same'],
  [
    'a bot that the push before could not write',
    fileWith({ bot: 4 }, { bot: { id: 'x' }, links: { 4: { name: 'Shop', channelFamily: 'native' } } }),
    [shopFile],
    'shop.json',
  ],
])('[PU18][PU19] a bot of the server that links to %s', ([, file, others, expected]) => {
  expect(planned(file, others)).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
});
