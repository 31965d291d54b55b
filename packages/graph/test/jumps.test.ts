import type { Diagram, JsonObject } from '@botwright/core/diagram';
import { expect, it } from 'vitest';
import { layOut, pictureOf, toDot, toMermaid, toSvg } from '../src/index.ts';

const connectionOf = (sourcePath: string, type: string, targetPath: string) => {
  const id = `${sourcePath}.${type}--${targetPath}`;
  return [id, { id, type, sourcePath, targetPath }] as const;
};

/** A loop of a menu: two of its three jumps stay within bot 7. */
function menu(jumps: Readonly<Record<string, JsonObject>>): Diagram {
  const nodes = {
    hidden: { id: 'hidden', template: 'hidden', params: {} },
    welcome: { id: 'welcome', template: 'chat', params: { text: 'Hi' } },
    more: { id: 'more', template: 'var_text', params: { text: 'More?' } },
    ...Object.fromEntries(Object.entries(jumps).map(([id, params]) => [id, { id, template: 'bot_link', params }])),
  };
  return { nodes, connections: Object.fromEntries([connectionOf('hidden', '$success', 'welcome')]) };
}

const jumps = {
  back: { bot: 7 },
  on: { bot: 7, node: 'more' },
  away: { bot: 8, node: 'more' },
  lost: { bot: 7, node: 'x' },
};
const bot = { number: 7 };

it('[PI21] jumps within the bot are drawn, jumps to other bots or to no block are not', () => {
  const { edges } = pictureOf(menu(jumps), { bot });
  expect(edges.filter(({ isJump }) => isJump)).toEqual([
    { id: 'back~welcome', from: 'back', to: 'welcome', output: 'jump', label: 'jump', isJump: true },
    { id: 'on~more', from: 'on', to: 'more', output: 'jump', label: 'jump', isJump: true },
  ]);
  expect(pictureOf(menu(jumps)).edges.map(({ id }) => id)).toEqual(['hidden.$success--welcome']);
});

it('[PI21] a jump leads from block to block, and its block has no output for it', () => {
  const { blocks, edges } = layOut(menu(jumps), { bot });
  const from = blocks.find(({ id }) => id === 'on');
  const to = blocks.find(({ id }) => id === 'more');
  const points = edges.find(({ id }) => id === 'on~more')?.points ?? [];
  if (from === undefined || to === undefined) throw new Error('The blocks are drawn.');
  expect([from.outputs, points[0]?.x, points.at(-1)?.x]).toEqual([[], from.x + from.width, to.x]);
  expect(points[0]?.y).toBeGreaterThan(from.y);
  expect(points[0]?.y).toBeLessThan(from.y + from.height);
});

it('[PI21] all formats draw jumps unlike connections', () => {
  const svg = toSvg(menu(jumps), { bot });
  expect(svg).toContain('<g class="bw-edge bw-plain bw-jump" data-from="on" data-output="jump" data-to="more">');
  expect(svg).toContain('6 blocks, 1 connection and 2 jumps.'.replace('6', '7'));
  expect(svg.match(/bw-edge bw-jump/g)).toHaveLength(1);
  expect(toSvg(menu(jumps))).not.toContain('bw-edge bw-jump');
  expect(
    toMermaid(menu(jumps), { bot })
      .split('\n')
      .filter((line) => line.includes('==>')),
  ).toEqual(['  b3 ==>|"jump"| b1', '  b4 ==>|"jump"| b2']);
  expect(
    toDot(menu(jumps), { bot })
      .split('\n')
      .filter((line) => line.includes('"jump"')),
  ).toEqual([
    '  b3 -> b1 [label="jump", style=bold, arrowhead=vee];',
    '  b4 -> b2 [label="jump", style=bold, arrowhead=vee];',
  ]);
});

it('[PI21][PI5] a difference marks jumps that came and went', () => {
  const before = menu({ on: { bot: 7, node: 'welcome' } });
  const { edges } = pictureOf(menu({ on: { bot: 7, node: 'more' } }), { bot, before });
  expect(edges.filter(({ isJump }) => isJump).map(({ id, change }) => [id, change])).toEqual([
    ['on~more', 'added'],
    ['on~welcome', 'removed'],
  ]);
});

it('[PI21][PI4] with coverage a jump counts how often its block was entered', () => {
  const coverage = { blocks: { on: 3 }, outputs: {} };
  const { edges } = pictureOf(menu(jumps), { bot, coverage });
  expect(edges.filter(({ isJump }) => isJump).map(({ times }) => times)).toEqual([0, 3]);
});

it('[PI21] without a named block a jump leads to the greeting of the family', () => {
  const { nodes, connections } = menu({ back: { bot: 7 } });
  const { welcome, ...others } = nodes;
  const diagram = { nodes: { ...others, bot_start: { ...(welcome as JsonObject), id: 'bot_start' } }, connections };
  const { edges } = pictureOf(diagram, { bot, channelFamily: 'apichat' });
  expect(edges.filter(({ isJump }) => isJump).map(({ to }) => to)).toEqual(['bot_start']);
});

it('[CG14] a call is drawn as a jump that is labelled "call"', () => {
  const calling = menu({ part: { bot: 7, node: 'more', mode: 'call' } });
  const { edges } = pictureOf(calling, { bot });
  expect(edges.filter(({ isJump }) => isJump)).toEqual([
    { id: 'part~more', from: 'part', to: 'more', output: 'jump', label: 'call', isJump: true },
  ]);
  expect(toMermaid(calling, { bot })).toContain('==>|"call"|');
  expect(toDot(calling, { bot })).toContain('[label="call", style=bold, arrowhead=vee];');
});
