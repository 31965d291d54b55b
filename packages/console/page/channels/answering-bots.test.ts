import type { Bot } from '@botwright/client';
import { expect, it } from 'vitest';
import { answeringBots } from './answering-bots.ts';

const bot = (name: string, more: Partial<Bot> = {}): Bot => ({
  id: name,
  number: 1,
  name,
  workspace: 1,
  channel_family: 'apichat',
  state: 'active',
  channels: [],
  test_channel: 't',
  created_at: '2026-01-01T00:00:00',
  edited_at: '2026-01-01T00:00:00',
  published_at: '2026-01-01T00:00:00',
  ...more,
});
const { published_at: _, ...unpublished } = bot('draft', { channels: ['c'] });

it('[CO39] a bot that is set on a channel answers there', () => {
  const all = [bot('last'), bot('set', { channels: ['c'] }), unpublished];
  const { named, otherwise } = answeringBots({ uuid: 'c', type: 'apichat' }, all, [1]);
  expect([named.map(({ name }) => name), otherwise]).toEqual([['set'], undefined]);
});

it('[CO39] otherwise new customers get the last published one of the family', () => {
  const all = [unpublished, bot('web', { channel_family: 'native' }), bot('last'), bot('first')];
  const at = (type: string, workspaces: readonly number[]) =>
    answeringBots({ uuid: 'x', type }, all, workspaces).otherwise?.name;
  expect([at('apichat', [1]), at('native', [1]), at('msgapp', [1]), at('apichat', [1, 2])]).toEqual([
    'last',
    undefined,
    undefined,
    undefined,
  ]);
});
