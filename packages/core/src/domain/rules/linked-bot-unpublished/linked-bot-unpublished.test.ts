import { expect, it } from 'vitest';
import { catalog, greeted, placesOf, violationsOf } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { checkDiagram } from '../check-diagram.ts';

const linkedBots = new Map([
  [7, { published: true }],
  [8, { published: false }],
]);
const jumping = (bot: number) => greeted([node('jump', 'bot_link', { bot })]);

it('[RU47][RU8] a link to a bot that was never published is a warning', () => {
  expect(violationsOf(jumping(8), { linkedBots })).toEqual([
    {
      code: 'linked_bot_unpublished',
      message: 'Block "jump": "bot" names bot 8, which was never published.',
      blockId: 'jump',
      param: 'bot',
      pointer: '/nodes/jump/params/bot',
      severity: 'warning',
      hint: 'Publish bot 8.',
    },
  ]);
});

it('[RU47] a link to a published bot, and one to an unknown bot, are not reported by this rule', () => {
  expect(placesOf(jumping(7), { linkedBots })).toEqual([]);
  expect(placesOf(jumping(9), { linkedBots })).toEqual(['linked_bot_unknown /nodes/jump/params/bot']);
});

it('[RU6] a warning is no error', () => {
  const { total, errors } = checkDiagram(jumping(8), { catalog, channelFamily: 'native', linkedBots });
  expect({ total, errors }).toEqual({ total: 1, errors: 0 });
});
