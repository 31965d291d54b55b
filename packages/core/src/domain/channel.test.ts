import { expect, it } from 'vitest';
import { acceptChannelName, greetingSlotOf, isChannelToken } from './channel.ts';

it.for([
  ['native', 'welcome'],
  ['msgapp', 'bot_start'],
  ['facebook', 'bot_start'],
  ['apichat', 'bot_start'],
  ['a family of the host', 'bot_start'],
])('[RU20] the greeting slot on %s is %s', ([family, slot]) => {
  expect(greetingSlotOf(family as string)).toBe(slot);
});

it.for<readonly [string, string | undefined]>([
  ['Web', 'Web'],
  ['  Web \n', 'Web'],
  ['', undefined],
  ['   ', undefined],
  ['😀'.repeat(255), '😀'.repeat(255)],
  ['x'.repeat(256), undefined],
  ['a\u0000b', undefined],
  ['\ud800', undefined],
])('[CH5] the name %j is taken as %j', ([text, name]) => {
  expect(acceptChannelName(text)).toBe(name);
});

it.for<readonly [string, boolean]>([
  ['x'.repeat(16), true],
  ['x'.repeat(1_024), true],
  ['!~"\\/+=-_.:;@#$%', true],
  ['x'.repeat(15), false],
  ['x'.repeat(1_025), false],
  ['x'.repeat(15).concat(' '), false],
  ['x'.repeat(15).concat('é'), false],
  ['x'.repeat(15).concat('\n'), false],
  ['x'.repeat(16).concat('\n'), false],
])('[CH8] whether %j is a token: %s', ([text, is]) => {
  expect(isChannelToken(text)).toBe(is);
});
