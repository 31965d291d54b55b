import { expect, it } from 'vitest';
import { greetingSlotOf } from './channel-family.ts';

it.for([
  ['native', 'welcome'],
  ['msgapp', 'bot_start'],
  ['facebook', 'bot_start'],
  ['apichat', 'bot_start'],
  ['a family of the host', 'bot_start'],
])('[RU20] the greeting slot on %s is %s', ([family, slot]) => {
  expect(greetingSlotOf(family as string)).toBe(slot);
});
