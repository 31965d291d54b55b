import { expect, it } from 'vitest';
import {
  acceptChannelName,
  type ChannelFamily,
  capabilitiesOf,
  greetingSlotOf,
  isChannelToken,
  readChannelFamilies,
} from './channel.ts';

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

it('[CX1] native can show everything, other families texts, media and dialogs', () => {
  expect(capabilitiesOf('native')).toEqual({
    rich_text: 'markdown',
    cards: true,
    choices: true,
    typing: true,
    open_url: true,
    upload: true,
  });
  for (const family of ['msgapp', 'facebook', 'apichat', 'kiosk']) expect(capabilitiesOf(family)).toEqual({});
});

it.for<readonly [unknown, string | undefined]>([
  [{ name: 'msgapp', can: { buttons: { most: 3, label: 20 } } }, undefined],
  [{ name: 'kiosk', can: { rich_text: 'messenger', cards: true, choices: false, buttons: {} } }, undefined],
  [{ name: 'msgapp', can: {}, greetingSlot: 'x' }, 'the name is taken'],
  [{ name: 'msgapp' }, 'the name is taken'],
  [{ name: 'kiosk', can: null }, '"can" must be an object'],
  [{ name: 'kiosk', can: { cards: 'yes' } }, '"can" has an unknown or malformed member "cards"'],
  [{ name: 'kiosk', can: { rich_text: 'html' } }, '"can" has an unknown or malformed member "rich_text"'],
  [{ name: 'kiosk', can: { buttons: { most: 0 } } }, '"can" has an unknown or malformed member "buttons"'],
  [{ name: 'kiosk', can: { buttons: { rows: 3 } } }, '"can" has an unknown or malformed member "buttons"'],
  [{ name: 'kiosk', can: { buttons: null } }, '"can" has an unknown or malformed member "buttons"'],
  [{ name: 'kiosk', can: { constructor: true } }, '"can" has an unknown or malformed member "constructor"'],
])('[CX2] the family %j is refused: %s', ([family, problem]) => {
  const read = () => readChannelFamilies([family as ChannelFamily]);
  const name = (family as ChannelFamily).name;
  if (problem === undefined) expect(read()).toEqual([family]);
  else expect(read).toThrow(new TypeError(`Channel family "${name}": ${problem}.`));
});

it('[CX2] a family is described once', () => {
  const can = { cards: true };
  expect(() =>
    readChannelFamilies([
      { name: 'msgapp', can },
      { name: 'msgapp', can },
    ]),
  ).toThrow('the name is taken');
});
