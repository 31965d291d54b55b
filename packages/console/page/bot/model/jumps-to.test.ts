import type { JsonObject } from '@botwright/core/diagram';
import { pictureOf } from '@botwright/graph';
import { expect, it } from 'vitest';
import { sceneOf } from '../diagram/scene.ts';
import { jumpsTo, lostJumps } from './jumps-to.ts';

const node = (id: string, template: string, params: JsonObject, name?: string) => ({
  id,
  template,
  params,
  ...(name !== undefined && { name }),
});
const picture = pictureOf(
  {
    nodes: {
      welcome: node('welcome', 'var_text', { text: 'Hi' }),
      menu: node('menu', 'chat', { text: 'Menu' }, 'Main menu'),
      a: node('a', 'bot_link', { bot: 4, node: 'menu' }, 'Back'),
      b: node('b', 'bot_link', { bot: 4, node: 'menu' }),
      self: node('self', 'bot_link', { bot: 4, node: 'self' }),
      away: node('away', 'bot_link', { bot: 5, node: 'menu' }),
    },
    connections: { x: { id: 'x', sourcePath: 'welcome', type: '$success', targetPath: 'menu' } },
  },
  { bot: { number: 4 } },
);

it('[CO63] lists the blocks that jump to a block, and describes its deletion', () => {
  expect([jumpsTo(picture.edges, 'menu'), jumpsTo(picture.edges, 'self'), jumpsTo(picture.edges, 'a')]).toEqual([
    ['a', 'b'],
    [],
    [],
  ]);
  expect(lostJumps(picture, 'menu')).toBe('“Main menu” is deleted, and “Back”, “b” still jump to it.');
  expect(lostJumps(picture, 'self')).toBeUndefined();
});

it('[CO63] a jump leaves its block next to the title', () => {
  const boxes = new Map(picture.blocks.map(({ id }, at) => [id, { x: 400 * at, y: 0, width: 248, height: 100 }]));
  const scene = sceneOf(picture, boxes);
  expect(scene.edges.filter(({ isJump }) => isJump).map(({ from, path }) => [from, path.split('C')[0]])).toEqual([
    ['a', 'M1048 20'],
    ['b', 'M1448 20'],
    ['self', 'M1848 20'],
  ]);
});
