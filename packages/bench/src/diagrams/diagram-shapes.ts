import { realisticDiagram, type SampleDiagram } from './realistic-diagram.ts';

/** Makes a diagram of this many blocks and a start point. */
export type DiagramShape = (blocks: number) => SampleDiagram;

type Output = readonly [source: string, type: string, target: string];

/** The first block is the one that greets. */
const idOf = (position: number): string => (position === 0 ? 'welcome' : `q${position}`);

/** A start point, question blocks with this text, and connections. */
function questions(count: number, text: string, outputs: readonly Output[]): SampleDiagram {
  const nodes: SampleDiagram['nodes'] = {
    hidden: { id: 'hidden', path: 'hidden', template: 'hidden', params: {}, top: 0, left: 0, isTarget: true },
  };
  for (let position = 0; position < count; position += 1) {
    const id = idOf(position);
    const buttons = Array.from({ length: 5 }, (_, nth) => ({ id: `b${nth}`, label: `Answer ${nth}` }));
    nodes[id] = {
      id,
      path: id,
      template: 'buttons',
      params: { text, destination: 'topic', buttons, version: 3 },
      top: position * 10,
      left: position,
      isTarget: true,
    };
  }
  const connections: SampleDiagram['connections'] = {};
  for (const [sourcePath, type, targetPath] of [['hidden', '$success', idOf(0)] as const, ...outputs]) {
    const id = `${sourcePath}.${type}--${targetPath}`;
    connections[id] = { id, type, sourcePath, targetPath };
  }
  return { nodes, connections };
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** A figure may be true of only one kind of diagram, so each benchmark measures several. */
export const diagramShapes: Readonly<Record<string, DiagramShape>> = {
  realistic: realisticDiagram,
  /** Each block leads to the next one. */
  chain: (count) =>
    questions(
      count,
      'What next?',
      numbers(count - 1).map((n) => [idOf(n), '$b0', idOf(n + 1)]),
    ),
  /** Each of the five outputs of a block has a connection. */
  dense: (count) =>
    questions(
      count,
      'What next?',
      numbers(count).flatMap((n) =>
        numbers(5).map((nth): Output => [idOf(n), `$b${nth}`, idOf((n * 31 + nth * 17 + 1) % count)]),
      ),
    ),
  /** Texts of 2,000 characters, some of them not Latin. */
  'long texts': (count) =>
    questions(
      count,
      'Wählen Sie bitte: 請選擇一個選項。 '.repeat(80),
      numbers(count - 1).map((n) => [idOf(n), '$b0', idOf(n + 1)]),
    ),
};
