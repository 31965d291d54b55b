import { checkDiagram, createCatalog, type Diagram } from '@botwright/core/diagram';
import { diagramShapes } from '../diagrams/diagram-shapes.ts';
import { type Arm, defineBenchmark } from '../harness/benchmark.ts';

const context = {
  catalog: createCatalog(),
  channelFamily: 'native',
  linkedBots: new Map<number, { readonly published: boolean }>(),
  connectedAccounts: new Set<string>(),
};

/** Characters of all diagrams of a repeat: enough to make the steps of the clock irrelevant. */
const charactersOfRepeat = 20_000_000;

interface Text {
  readonly text: string;
  readonly blocks: number;
  /** How many diagrams a repeat checks. */
  readonly copies: number;
}

/** Checks newly parsed diagrams, because the engine caches the findings of a diagram with it. */
function checkArm({ text, blocks, copies }: Text): Arm {
  return {
    name: `all rules, ${blocks} blocks`,
    measure() {
      let [cost, left] = [0, copies];
      // Parses a few at a time, so that memory stays small.
      for (; left > 0; left -= 10) {
        const diagrams = Array.from({ length: Math.min(10, left) }, () => JSON.parse(text) as Diagram);
        cost += processorMs(() => {
          for (const diagram of diagrams) checkDiagram(diagram, context);
        });
      }
      return perDiagram(cost / copies, blocks);
    },
  };
}

function parseArm({ text, blocks, copies }: Text): Arm {
  return {
    name: `JSON.parse, ${blocks} blocks`,
    measure() {
      const cost = processorMs(() => {
        for (let left = copies; left > 0; left -= 1) JSON.parse(text);
      });
      return perDiagram(cost / copies, blocks);
    },
  };
}

/** Processor time of this thread: on a busy machine the clock on the wall would include other processes. */
function processorMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

function perDiagram(ms: number, blocks: number) {
  return { 'ms of processor': ms, 'ns a block': (ms * 1e6) / blocks };
}

export const benchmark = defineBenchmark({
  name: 'check-diagram',
  chapter: 'checks',
  measures: 'All rules on a newly parsed diagram in processor time, against JSON.parse of its text.',
  options: {
    blocks: { about: 'blocks of the diagram', values: [1_000, 10_000] },
    shape: { about: 'shapes of the diagram', words: Object.keys(diagramShapes) },
  },
  async run({ options: { blocks, shape }, compare, check }) {
    for (const name of shape) {
      const texts = blocks.map((count): Text => {
        const diagram = diagramShapes[name]?.(count);
        const text = JSON.stringify(diagram);
        check(`${name}, ${count} blocks: no rule is broken`, checkDiagram(diagram as never, context).total === 0);
        return { text, blocks: count, copies: Math.max(2, Math.round(charactersOfRepeat / text.length)) };
      });
      const bounds = { figure: 'ms of processor', atMost: 0.35, aim: 0.2 };
      const [few, many] = [blocks[0], blocks.at(-1)];
      await compare({
        title: name,
        arms: texts.flatMap((text) => [checkArm(text), parseArm(text)]),
        ratios: [
          ...blocks.map((count) => ({
            of: `all rules, ${count} blocks`,
            to: `JSON.parse, ${count} blocks`,
            // The promise is for a thousand blocks.
            ...(count === 1_000 ? bounds : { figure: bounds.figure }),
          })),
          { of: `all rules, ${many} blocks`, to: `all rules, ${few} blocks`, figure: 'ns a block' },
        ],
      });
    }
  },
});
