import { expect, it } from 'vitest';
import { type Ends, greeted, placesOf } from '../../../test/check-fixture.ts';
import { node } from '../../../test/diagram-fixture.ts';
import { pointersOf } from '../../../test/lint-fixture.ts';

const bot = { number: 7 };
const call = (id: string, target: string) => node(id, 'bot_link', { bot: 7, node: target, mode: 'call' });
const say = (id: string) => node(id, 'chat', { text: 'Hi' });
const ask = (id: string) => node(id, 'var_text', { text: 'Well?' });
const back = (id: string) => node(id, 'go_back', {});

const around: Ends = ['c', '$success', 'c'];

it.for([
  ['goes back', [say('part'), back('end')], [['part', '$success', 'end']], ['endless_loop /nodes/c']],
  ['ends at an open output', [say('part')], [], ['endless_loop /nodes/c']],
  ['waits for the visitor', [ask('part'), back('end')], [['part', '$success', 'end']], []],
  ['calls a part that waits', [call('part', 'q'), ask('q')], [], []],
  ['calls a part that returns', [call('part', 'q'), say('q')], [], ['endless_loop /nodes/c']],
] as const)('[CG11] a loop over a call whose part %s', ([, blocks, connections, found]) => {
  const diagram = greeted([call('c', 'part'), ...blocks], [around, ...(connections as readonly Ends[])]);
  expect(placesOf(diagram, { bot })).toEqual(found);
});

it('[CG11] a part that calls itself is a loop', () => {
  expect(placesOf(greeted([call('c', 'c')]), { bot })).toEqual(['endless_loop /nodes/c']);
});

const reached = (blocks: Parameters<typeof greeted>[0], connections: readonly Ends[]): readonly string[] =>
  pointersOf('unreachable-block', greeted([call('c', 'part'), say('after'), ...blocks], [...connections]), { bot });
const leads: Ends[] = [
  ['welcome', '$success', 'c'],
  ['c', '$success', 'after'],
];

it('[CG10] the block after a call is reached if the part returns, also after an answer', () => {
  expect(reached([ask('part'), back('end')], [...leads, ['part', '$success', 'end']])).toEqual([]);
  expect(reached([ask('part')], [...leads, ['part', '$success', 'part']])).toEqual(['/nodes/after']);
});

it('[CG12] a call whose part never returns is found', () => {
  const of = (connections: readonly Ends[], blocks: Parameters<typeof greeted>[0] = []) =>
    pointersOf('call-never-returns', greeted([call('c', 'part'), ask('part'), ...blocks], [...connections]), { bot });
  expect(of([['part', '$success', 'part']])).toEqual(['/nodes/c']);
  expect(of([['part', '$success', 'end']], [back('end')])).toEqual([]);
  expect(of([])).toEqual([]);
});

it('[CG13] a return that no call leads to is found', () => {
  const diagram = greeted([call('c', 'part'), back('part'), back('lonely')]);
  expect(pointersOf('go-back-without-call', diagram, { bot })).toEqual(['/nodes/lonely']);
  const entryBlocks = new Set(['lonely']);
  expect(pointersOf('go-back-without-call', diagram, { bot, entryBlocks })).toEqual([]);
});
