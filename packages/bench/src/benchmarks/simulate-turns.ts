import type { Diagram } from '@botwright/core/diagram';
import { simulate } from '@botwright/testing';
import { realisticDiagram } from '../diagrams/realistic-diagram.ts';
import { defineBenchmark } from '../harness/benchmark.ts';

const options = { effects: { webhook: { status: 200, body: { state: 'sent' } } } } as const;

/** Answers every question of the bot, and begins again at each end. */
function talk(diagram: Diagram, turns: number): void {
  let chat = simulate(diagram, options);
  chat.start();
  for (let turn = 0; turn < turns; turn += 1) {
    if (chat.isOver) {
      chat = simulate(diagram, options);
      chat.start();
    }
    const { buttons, at } = chat;
    const button = buttons[turn % Math.max(1, buttons.length)];
    if (button === undefined) chat.reply(answerFor(at));
    else chat.press(button);
  }
}

/** The blocks of the sample come in turn: every sixth of twelve asks for an email, and so on. */
function answerFor(block = ''): string {
  const position = block === 'welcome' ? 1 : Number(block.slice(1)) % 12;
  return { 4: 'ann@example.com', 10: '15/06/2026', 11: '7' }[position] ?? 'The parcel came too late.';
}

export const benchmark = defineBenchmark({
  name: 'simulate-turns',
  chapter: 'conversations',
  measures:
    'Turns of a simulated visitor in processor time, against as many times JSON.parse of the diagram: the least that a test has to do that reads a bot for each turn.',
  options: {
    blocks: { about: 'blocks of the bot', value: 60 },
    turns: { about: 'turns of a repeat', value: 10_000 },
  },
  async run({ options: { blocks, turns }, compare }) {
    const text = JSON.stringify(realisticDiagram(blocks));
    const diagram = JSON.parse(text) as Diagram;
    await compare({
      title: `${turns} turns of a bot of ${blocks} blocks`,
      clock: 'processor',
      arms: [
        { name: 'turns', run: () => talk(diagram, turns) },
        {
          name: 'JSON.parse',
          run() {
            for (let turn = 0; turn < turns; turn += 1) JSON.parse(text);
          },
        },
      ],
      ratios: [{ of: 'turns', to: 'JSON.parse', atMost: 1 }],
    });
  },
});
