import { expect, it } from 'vitest';
import { type Ends, greeted, placesOf, violationsOf } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { createCatalog } from '../../blocks/catalog.ts';
import { describeBlock, param } from '../../blocks/describe-block.ts';
import type { JsonObject, JsonValue } from '../../json/json-value.ts';

const own = { bot: { number: 7, id: '0192aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee' } };
const say = (id: string, more: JsonObject = {}) => ({ ...node(id, 'chat', { text: 'Hi' }), ...more });
const jump = (params: JsonObject) => node('jump', 'bot_link', params);
const jumping = (params: JsonObject) => greeted([say('there'), say('closed', { isTarget: false }), jump(params)]);

it('[RU64] a jump to a block that the bot does not have is an error', () => {
  expect(violationsOf(jumping({ bot: 7, node: 'gone' }), own)).toEqual([
    {
      code: 'linked_node_unknown',
      message: 'Block "jump" jumps to block "gone", which the bot does not have.',
      blockId: 'jump',
      param: 'node',
      pointer: '/nodes/jump/params/node',
      severity: 'error',
    },
  ]);
});

it('[RU64] a jump to a block at which nothing may end is an error', () => {
  expect(violationsOf(jumping({ bot: 7, node: 'closed' }), own).map(({ message }) => message)).toEqual([
    'Block "jump" jumps to block "closed", at which no jump may end.',
  ]);
});

it.for<readonly [string, JsonObject, readonly string[]]>([
  ['the id with space around it', { bot: 7, node: ' there\n' }, []],
  ['no block', { bot: 7 }, []],
  ['a blank block', { bot: 7, node: ' ' }, []],
  ['a block that is no text', { bot: 7, node: 5 }, ['param_type /nodes/jump/params/node']],
  [
    'the own bot by uuid',
    { bot: own.bot.id.toUpperCase(), node: 'gone' },
    ['linked_node_unknown /nodes/jump/params/node'],
  ],
  ['another bot', { bot: 8, node: 'gone' }, []],
  ['a key of every object', { bot: 7, node: 'constructor' }, ['linked_node_unknown /nodes/jump/params/node']],
  ['the jump itself', { bot: 7, node: 'jump' }, ['endless_loop /nodes/jump']],
])('[RU63][RU64] %s', ([, params, places]) => {
  expect(placesOf(jumping(params), own)).toEqual(places);
});

it('[RU63] without the number of the bot no block names its own', () => {
  expect(placesOf(jumping({ bot: 7, node: 'gone' }))).toEqual([]);
});

it('[RU46][RU47] the own bot is no other bot', () => {
  const linkedBots = new Map([[9, { published: false }]]);
  expect(placesOf(jumping({ bot: 7 }), { ...own, linkedBots })).toEqual([]);
  expect(placesOf(jumping({ bot: 9 }), { bot: { number: 9 }, linkedBots })).toEqual([]);
});

const others = {
  linkedBots: new Map([
    [8, { published: true, targets: new Set(['there']) }],
    [9, { published: false }],
    [10, { published: true }],
  ]),
};

it.for<readonly [JsonValue, string, readonly string[]]>([
  [8, 'there', []],
  [8, 'gone', ['linked_node_unknown /nodes/jump/params/node']],
  [9, 'gone', ['linked_bot_unpublished /nodes/jump/params/bot']],
  [10, 'gone', []],
  [11, 'gone', ['linked_bot_unknown /nodes/jump/params/bot']],
])('[RU65] a jump to bot %j, block %s', ([bot, block, places]) => {
  expect(placesOf(jumping({ bot, node: block }), { ...own, ...others })).toEqual(places);
});

it('[RU65] a jump to a block that the live version of another bot lacks is a warning', () => {
  expect(violationsOf(jumping({ bot: 8, node: 'gone' }), { ...own, ...others })).toEqual([
    {
      code: 'linked_node_unknown',
      message: 'Block "jump" jumps to block "gone", which the live version of bot 8 does not have.',
      blockId: 'jump',
      param: 'node',
      pointer: '/nodes/jump/params/node',
      severity: 'warning',
    },
  ]);
});

it('[RU66] a loop of jumps is a cycle, with connections among them or alone', () => {
  const link = (id: string, to?: string) => node(id, 'bot_link', { bot: 7, ...(to !== undefined && { node: to }) });
  const ends: Ends[] = [['a', '$success', 'b']];
  expect(placesOf(greeted([say('a'), link('b', 'a')], ends), own)).toEqual(['endless_loop /nodes/a']);
  expect(placesOf(greeted([link('b', 'c'), link('c', 'd'), link('d', 'b')]), own)).toEqual(['endless_loop /nodes/b']);
  expect(placesOf(greeted([link('b', 'c'), link('c', 'd'), link('d')]), own)).toEqual([]);
  const greeting = node('welcome', 'chat', { text: 'Hi' });
  expect(
    placesOf(greeted([greeting, link('b')], [['welcome', '$success', 'b']]), { ...own, channelFamily: 'msgapp' }),
  ).toEqual(['start_connection /nodes']);
  expect(
    placesOf(greeted([say('bot_start'), link('b')], [['bot_start', '$success', 'b']]), {
      ...own,
      channelFamily: 'msgapp',
    }),
  ).toEqual(['endless_loop /nodes/bot_start']);
});

it('[RU63] a block of a host jumps by the params that its reference names', () => {
  const detour = describeBlock({
    name: 'detour',
    template: 'detour',
    title: 'Detour',
    description: 'Goes on elsewhere.',
    group: 'host',
    variants: [
      {
        params: [
          param('to_bot', 'integer', { description: 'Bot.' }),
          param('at', 'string', { default: 'gone', description: 'Block.' }),
        ],
        outputs: [],
      },
    ],
    references: [{ to: 'bot', param: 'to_bot', block: 'at' }],
  });
  const catalog = createCatalog([detour]);
  const places = (params: JsonObject) => placesOf(greeted([node('out', 'detour', params)]), { ...own, catalog });
  expect(places({ to_bot: 7 })).toEqual(['linked_node_unknown /nodes/out/params']);
  expect(places({ to_bot: 7, at: 'welcome' })).toEqual([]);
  expect(() => createCatalog([{ ...detour, references: [{ to: 'bot', param: 'to_bot', block: 'nowhere' }] }])).toThrow(
    'a reference names the param "nowhere", which it does not have',
  );
});
