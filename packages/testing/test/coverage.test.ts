import { describe, expect, it } from 'vitest';
import { createCoverage, encodeCoverage, percentOf, renderCoverage, runScenario, simulate } from '../src/index.ts';
import { shop } from './bots.ts';
import { diagramOf } from './diagram-of.ts';

const refused = { name: 'No', steps: [{ visitor: 'Bob' }, { press: 'No' }] } as const;
const ordered = {
  name: 'Yes',
  effects: { webhook: { answer: { status: 200 } } },
  steps: [{ visitor: 'Ann' }, { press: 'Yes' }],
} as const;

describe('coverage', () => {
  it('[TE40] counts the blocks and outputs that chats went through', () => {
    const coverage = createCoverage();
    const chat = simulate(shop);
    chat.start();
    chat.reply('Bob');
    coverage.add(chat);
    coverage.add(runScenario(refused, shop));
    const [bot] = coverage.report().bots;
    expect(bot?.blocks.map(({ block, times }) => [block, times])).toEqual([
      ['welcome', 2],
      ['hello', 2],
      ['order', 2],
      ['call', 0],
      ['known', 0],
      ['friend', 0],
      ['bye', 1],
      ['sorry', 0],
    ]);
    expect(bot?.blocks[2]?.outputs).toEqual([
      { output: '$yes', times: 0 },
      { output: '$no', times: 1 },
    ]);
    expect(coverage.report()).toMatchObject({
      blockTally: { covered: 4, total: 8 },
      outputTally: { covered: 3, total: 9 },
    });
  });

  it('[TE41] counts each bot that a conversation comes to', () => {
    const first = diagramOf(
      { welcome: ['ask_question', { text: 'First?', destination: 'x' }], link: ['bot_link', { bot: 2 }] },
      ['welcome.$success--link'],
    );
    const second = diagramOf({ welcome: ['ask_question', { text: 'Second?', destination: 'x' }] });
    const coverage = createCoverage();
    const chat = simulate(first, { bots: { 2: second, 3: shop } });
    coverage.add(chat);
    expect(coverage.report().bots).toHaveLength(1);
    chat.start();
    chat.reply('go');
    coverage.add(chat);
    expect(coverage.report().bots.map(({ bot, blockTally }) => [bot, blockTally])).toEqual([
      [1, { covered: 2, total: 2 }],
      [2, { covered: 1, total: 1 }],
    ]);
    expect(renderCoverage(coverage.report(), { nameOf: ({ bot }) => `bots/${bot}.json` })).toBe(
      [
        'bots/1.json: 2 of 2 blocks (100 %), 1 of 1 outputs (100 %)',
        '',
        'bots/2.json: 1 of 1 blocks (100 %), 0 of 1 outputs (0 %)',
        '  Block    Times  Outputs missed',
        '  welcome      1  $success',
        '',
        'All: 3 of 3 blocks (100 %), 1 of 2 outputs (50 %)',
      ].join('\n'),
    );
  });

  it('[TE43] is encoded for other tools', () => {
    const bot = diagramOf(
      { welcome: ['ask_question', { text: 'So?', destination: 'x' }], bye: ['close_chat', { text: 'Bye.' }] },
      ['welcome.$success--bye'],
    );
    const coverage = createCoverage();
    coverage.add(runScenario({ name: 'It', steps: [] }, bot));
    expect(encodeCoverage(coverage.report(), ({ bot: number }) => `${number}.json`)).toEqual({
      botwright: 1,
      bots: [{ file: '1.json', blocks: { welcome: 1, bye: 0 }, outputs: { welcome: { $success: 0 } } }],
    });
  });

  it('[TE42] shows what was missed', () => {
    const coverage = createCoverage();
    expect(renderCoverage(coverage.report())).toBe('');
    for (const scenario of [refused, ordered]) coverage.add(runScenario(scenario, shop));
    expect(renderCoverage(coverage.report())).toBe(
      [
        'Bot 1: 7 of 8 blocks (87.5 %), 7 of 9 outputs (77.7 %)',
        '  Block  Times  Outputs missed',
        '  call       1  $failed',
        '  known      1  false',
        '  sorry      0',
      ].join('\n'),
    );
    expect([percentOf({ covered: 0, total: 0 }), percentOf({ covered: 1_999, total: 2_000 })]).toEqual([100, 99.9]);
  });
});
