import { expect, it } from 'vitest';
import { createCatalog } from '../blocks/catalog.ts';
import { describeBlock, param } from '../blocks/describe-block.ts';
import type { JsonObject } from '../json/json-value.ts';
import { botLinksIn, relinkBots } from './relink-bots.ts';

const uuid = '0192aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee';
const twoBots = describeBlock({
  name: 'pair',
  template: 'pair',
  title: 'Pair',
  description: 'Names two bots.',
  group: 'host',
  variants: [
    {
      params: [
        param('one', 'integer', { description: 'A bot.' }),
        param('other', 'integer', { description: 'A bot.' }),
      ],
      outputs: [],
    },
  ],
  references: [
    { to: 'bot', param: 'one' },
    { to: 'bot', param: 'other' },
  ],
});
const catalog = createCatalog([twoBots]);
const link = (params: JsonObject) => ({ template: 'bot_link', params });
const diagram = {
  zoom: 2,
  nodes: {
    written: link({ bot: 7, bot_number: 7, bot_name: 'Old', bot_channel_family: 'native', node: 'a' }),
    bare: link({ bot: 7, note: 7 }),
    stale: link({ bot: 7, bot_number: 3 }),
    other: link({ bot: 8 }),
    uuid: link({ bot: uuid.toUpperCase() }),
    pair: { template: 'pair', params: { one: 8, one_name: 'Eight', other: 7 } },
    text: { template: 'chat', params: { bot: 7 } },
    five: 5,
    odd: { template: 'bot_link', params: [7] },
  },
  connections: { x: { bot: 7 } },
};

it('[DG23] lists where blocks name bots, in diagram order', () => {
  expect(botLinksIn(diagram, catalog).map(({ block, param: name, bot }) => `${block} ${name} ${bot}`)).toEqual([
    'written bot 7',
    'bare bot 7',
    'stale bot 7',
    'other bot 8',
    `uuid bot ${uuid}`,
    'pair one 8',
    'pair other 7',
  ]);
});

it('[DG23] gives links another bot, with the members next to them', () => {
  const before = structuredClone(diagram);
  const bots = new Map<number | string, { number: number; name: string; channelFamily?: string }>([
    [7, { number: 70, name: 'New', channelFamily: 'apichat' }],
    [8, { number: 80, name: 'Eighty' }],
    [uuid, { number: 90, name: 'Ninety' }],
  ]);
  const relinked = relinkBots(diagram, catalog, ({ bot }) => bots.get(bot));
  expect(relinked).toEqual({
    ...diagram,
    nodes: {
      ...diagram.nodes,
      written: link({ bot: 70, bot_number: 70, bot_name: 'New', bot_channel_family: 'apichat', node: 'a' }),
      bare: link({ bot: 70, note: 7 }),
      stale: link({ bot: 70, bot_number: 70 }),
      other: link({ bot: 80 }),
      uuid: link({ bot: 90 }),
      pair: { template: 'pair', params: { one: 80, one_name: 'Eighty', other: 70 } },
    },
  });
  expect(Object.keys(relinked.nodes)).toEqual(Object.keys(diagram.nodes));
  expect(diagram).toEqual(before);
});

it('[DG23] a diagram in which nothing changes stays the same', () => {
  expect(relinkBots(diagram, catalog, () => undefined)).toBe(diagram);
  expect(relinkBots(diagram, catalog, ({ bot }) => (bot === 8 ? { number: 8 } : undefined))).toBe(diagram);
});
