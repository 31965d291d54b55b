import { expect, it } from 'vitest';
import { greeted, placesOf, violationsOf } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import type { JsonValue } from '../../json/json-value.ts';

const linkedBots = new Map([[7, { published: true }]]);
const jumping = (bot: JsonValue) => greeted([node('jump', 'bot_link', { bot })]);

it('[RU46] a link to a bot that does not exist is reported', () => {
  expect(violationsOf(jumping(8), { linkedBots })).toEqual([
    {
      code: 'linked_bot_unknown',
      message: 'Block "jump": "bot" names bot 8, which is not an active bot of the brand.',
      blockId: 'jump',
      param: 'bot',
      pointer: '/nodes/jump/params/bot',
      severity: 'error',
    },
  ]);
});

it('[RU46] a link to an existing bot is not reported', () => {
  expect(placesOf(jumping(7), { linkedBots })).toEqual([]);
});

it.for<readonly [JsonValue, readonly string[]]>([
  ['00000000-0000-4000-8000-000000000000', []],
  [7.5, ['param_type /nodes/jump/params/bot']],
  ['seven', ['param_type /nodes/jump/params/bot']],
])('[RU46] %j names no bot by number', ([bot, places]) => {
  expect(placesOf(jumping(bot), { linkedBots })).toEqual(places);
});

it('[RU49] without the bots of the brand no link is checked', () => {
  expect(placesOf(jumping(8))).toEqual([]);
});
