import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { findingsOf, pointersOf } from '../../../../test/lint-fixture.ts';
import type { JsonObject } from '../../json/json-value.ts';

const jumping = (params: JsonObject) => greeted([node('jump', 'bot_link', params)], [['welcome', '$success', 'jump']]);

it('[LI26] a number next to the link that differs', () => {
  expect(findingsOf('link-disagrees', jumping({ bot: 4, bot_number: 3, bot_name: 'Shop' }))).toEqual([
    {
      code: 'link-disagrees',
      message: 'Block "jump" goes to bot 4, and "bot_number" beside it says 3, "Shop".',
      blockId: 'jump',
      param: 'bot_number',
      pointer: '/nodes/jump/params/bot_number',
      severity: 'warning',
      hint: 'Correct the number of the bot, or remove the members next to it.',
    },
  ]);
});

it.for<JsonObject>([
  { bot: 3, bot_number: 3, bot_name: 'Shop' },
  { bot: 3 },
  { bot: 3, bot_name: 'Shop' },
  { bot: '0192aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee', bot_number: 3 },
])('[LI26] %j agrees', (params) => {
  expect(pointersOf('link-disagrees', jumping(params))).toEqual([]);
});
