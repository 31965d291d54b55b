import type { Diagram } from '@botwright/core/diagram';
import { simulate } from '@botwright/testing';
import { median } from './median.ts';
import { realisticDiagram } from './realistic-diagram.ts';

/**
 * Measures visitor turns of a bot of 60 blocks against as many times `JSON.parse` of its diagram, in processor time of
 * the thread, alternately. Prints how the two compare.
 */
const turns = 10_000;
const rounds = 11;

const text = JSON.stringify(realisticDiagram(60));
const diagram = JSON.parse(text) as Diagram;
const options = { effects: { webhook: { status: 200, body: { state: 'sent' } } } } as const;

/** Answers whatever the bot asks, and begins again at each end. */
function talk(): number {
  let chats = 0;
  let chat = simulate(diagram, options);
  chat.start();
  for (let turn = 0; turn < turns; turn += 1) {
    if (chat.isOver) {
      chats += 1;
      chat = simulate(diagram, options);
      chat.start();
    }
    const { buttons, at } = chat;
    const button = buttons[turn % Math.max(1, buttons.length)];
    if (button === undefined) chat.reply(answerFor(at));
    else chat.press(button);
  }
  return chats;
}

/** The blocks of the sample come in turn: every sixth of twelve asks for an email, and so on. */
function answerFor(block = ''): string {
  const position = block === 'welcome' ? 1 : Number(block.slice(1)) % 12;
  return { 4: 'ann@example.com', 10: '15/06/2026', 11: '7' }[position] ?? 'The parcel came too late.';
}

function parse(): void {
  for (let turn = 0; turn < turns; turn += 1) JSON.parse(text);
}

function measure(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / turns;
}

const chats = talk();
parse();
const talked: number[] = [];
const parsed: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  talked.push(measure(talk));
  parsed.push(measure(parse));
}
const ratios = talked.map((cost, round) => cost / (parsed[round] ?? Number.NaN));
console.log(`${turns} turns in ${chats + 1} chats of a bot of 60 blocks, ${text.length} characters of JSON`);
console.log(`a turn ${median(talked).toFixed(1)} µs, JSON.parse of the diagram ${median(parsed).toFixed(1)} µs`);
console.log(`ratio ${median(ratios).toFixed(3)}`);
