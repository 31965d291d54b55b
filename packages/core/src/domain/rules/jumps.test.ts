import { expect, it } from 'vitest';
import { catalog, greeted } from '../../../test/check-fixture.ts';
import { node } from '../../../test/diagram-fixture.ts';
import { startPointId } from '../diagram/diagram.ts';
import { jumpsIn } from './jumps.ts';

const native = { catalog, channelFamily: 'native' };
const id = '0B5C7D9E-1F2A-4B3C-8D4E-5F6A7B8C9D0E';
const link = (key: string, params: Parameters<typeof node>[2]) => node(key, 'bot_link', params);

it('[RU63] the jumps of a diagram are those to its own blocks, in its order', () => {
  const diagram = greeted([
    link('by-uuid', { bot: id, node: 'welcome' }),
    link('to-greeting', { bot: 7 }),
    link('with-spaces', { bot: 7, node: ' by-uuid ' }),
    link('call', { bot: 7, node: 'by-uuid', mode: 'call' }),
    link('elsewhere', { bot: 8, node: 'welcome' }),
    link('to-nothing', { bot: 7, node: 'gone' }),
    link('of-nothing', { bot: 'none', node: 'welcome' }),
    link('by-text', { bot: '7', node: 'welcome' }),
    node('other', 'chat', { text: 'Hi', bot: 7, node: 'welcome' }),
  ]);
  const jumps = [
    { from: 'by-uuid', to: 'welcome', isCall: false },
    { from: 'to-greeting', to: 'welcome', isCall: false },
    { from: 'with-spaces', to: 'by-uuid', isCall: false },
    { from: 'call', to: 'by-uuid', isCall: true },
  ];
  const bot = { number: 7, id: id.toLowerCase() };
  expect(jumpsIn(diagram, { ...native, bot })).toEqual(jumps);
  expect(jumpsIn(diagram, native)).toEqual([]);
});

it('[RU63] without a greeting, a jump to the bot is one to the block after its start', () => {
  const { nodes, connections } = greeted([link('jump', { bot: 7 })], [[startPointId, '$success', 'jump']]);
  const { welcome: _, ...others } = nodes;
  const jumps = jumpsIn({ nodes: others, connections }, { ...native, bot: { number: 7 } });
  expect(jumps).toEqual([{ from: 'jump', to: 'jump', isCall: false }]);
});
