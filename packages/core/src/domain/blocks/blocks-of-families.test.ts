import { expect, it } from 'vitest';
import { type ChannelFamily, readChannelFamilies } from '../channel.ts';
import { createCatalog } from './catalog.ts';
import { describeBlock } from './describe-block.ts';
import { selectVariant } from './variant.ts';

const print = describeBlock({
  name: 'print',
  template: 'kiosk_print',
  title: 'Print',
  description: 'Prints a ticket.',
  group: 'kiosk',
  variants: [{ params: [], outputs: ['$success'], channelRestriction: ['kiosk', 'native'] }],
});

function restrictionsOf(families: readonly ChannelFamily[], names: readonly string[]) {
  const catalog = createCatalog([print], families);
  return names.map((name) => {
    const definition = catalog.byName(name);
    expect(definition && catalog.byTemplate(definition.template)).toBe(definition);
    expect(catalog.definitions).toContain(definition);
    return definition && selectVariant(definition, {})?.channelRestriction;
  });
}

it('[CH33] a family that names no blocks changes none', () => {
  const families = [{ name: 'kiosk', greetingSlot: 'splash' }];
  expect(restrictionsOf(families, ['send_text', 'code', 'print'])).toEqual([
    undefined,
    ['native'],
    ['kiosk', 'native'],
  ]);
  expect(createCatalog([print], families).definitions).toEqual(createCatalog([print]).definitions);
});

it('[CH33] a family runs the blocks that it names, and no others', () => {
  const kiosk = { name: 'kiosk', blocks: ['send_text', 'code'] };
  const others = ['native', 'msgapp', 'facebook', 'apichat'];
  expect(restrictionsOf([kiosk, { name: 'fax' }], ['send_text', 'code', 'print', 'buttons'])).toEqual([
    undefined,
    ['native', 'kiosk'],
    ['native'],
    [...others, 'fax'],
  ]);
});

it('[CH33] a family that names a block which is not there is refused', () => {
  expect(() => createCatalog([], [{ name: 'kiosk', blocks: ['print'] }])).toThrow(
    new TypeError('Channel family "kiosk": there is no block "print" to run on it.'),
  );
});

it.for<readonly [unknown, string]>([
  [{}, 'Channel family undefined: it needs a name.'],
  [' ', 'Channel family " ": it needs a name.'],
  ['native', 'Channel family "native": the name is taken.'],
  [
    { name: 'fax', greetingSlot: 'hidden' },
    'Channel family "fax": "greetingSlot" must be the id of a block that is not the start.',
  ],
  [
    { name: 'fax', greetingSlot: 5 },
    'Channel family "fax": "greetingSlot" must be the id of a block that is not the start.',
  ],
  [{ name: 'fax', blocks: 'send_text' }, 'Channel family "fax": "blocks" must be a list of names of blocks.'],
])('[CH31] %j is refused', ([family, says]) => {
  expect(() => readChannelFamilies([family as string])).toThrow(new TypeError(says));
  expect(() => readChannelFamilies(['kiosk', { name: 'kiosk' }])).toThrow('Channel family "kiosk": the name is taken.');
});
