import { realisticDiagram } from './realistic-diagram.ts';
import { type SampleDiagram, type SampleLink, sampleDiagram } from './sample-diagram.ts';

/** Makes a diagram of this many blocks and a start point. */
export type DiagramShape = (blocks: number) => SampleDiagram;

/** The first block is the one that greets. */
const idOf = (position: number): string => (position === 0 ? 'welcome' : `q${position}`);

/** Question blocks with this text, and connections. */
function questions(count: number, text: string, links: readonly SampleLink[]): SampleDiagram {
  const blocks = numbers(count).map((position) => {
    const buttons = numbers(5).map((nth) => ({ id: `b${nth}`, label: `Answer ${nth}` }));
    const params = { text, destination: 'topic', buttons, version: 3 };
    return { id: idOf(position), template: 'buttons', params, top: position * 10, left: position };
  });
  return sampleDiagram(blocks, links);
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** Each block leads to the next one. */
const chainOf = (count: number, text: string): SampleDiagram =>
  questions(
    count,
    text,
    numbers(count - 1).map((n) => [idOf(n), '$b0', idOf(n + 1)]),
  );

/** A figure may be true of only one kind of diagram, so each benchmark measures several. */
export const diagramShapes: Readonly<Record<string, DiagramShape>> = {
  realistic: realisticDiagram,
  chain: (count) => chainOf(count, 'What next?'),
  /** Each of the five outputs of a block has a connection. */
  dense: (count) =>
    questions(
      count,
      'What next?',
      numbers(count).flatMap((n) =>
        numbers(5).map((nth): SampleLink => [idOf(n), `$b${nth}`, idOf((n * 31 + nth * 17 + 1) % count)]),
      ),
    ),
  /** Texts of 2,000 characters, some of them not Latin. */
  'long texts': (count) => chainOf(count, 'Wählen Sie bitte: 請選擇一個選項。 '.repeat(80)),
};
