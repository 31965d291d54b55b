import { expect, it } from 'vitest';
import type { BotRecord } from '../../records/bots.ts';
import { botViewer, toBot } from './bot-records.ts';

const record: BotRecord = {
  id: 'b1',
  number: 1,
  name: 'Sales',
  foldedName: 'sales',
  workspace: 1,
  channelFamily: 'native',
  state: 'active',
  builder: 'current',
  channels: ['c1'],
  testChannel: 'c2',
  createdAt: 1,
  editedAt: 2,
};

it('[BO1] a frozen record is converted once: all readers get the same frozen bot', () => {
  const view = botViewer();
  const fixed = Object.freeze({ ...record, channels: Object.freeze(['c1']) });
  const [first, second] = [view(fixed), view(fixed)];
  expect(first).toEqual(toBot(record));
  expect([first === second, Object.isFrozen(first)]).toEqual([true, true]);
});

it.for([
  ['the record', { ...record, channels: Object.freeze(['c1']) }],
  ['its list', Object.freeze({ ...record })],
] as const)('[BO1] where %s can change, a bot is shown as it is now', ([, loose]) => {
  const view = botViewer();
  const [first, second] = [view(loose), view(loose)];
  expect(first).toEqual(toBot(loose));
  expect([first === second, Object.isFrozen(first)]).toEqual([false, false]);
});
