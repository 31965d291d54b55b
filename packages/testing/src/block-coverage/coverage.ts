import {
  type Catalog,
  type Diagram,
  type DiagramNode,
  isNode,
  outputsOf,
  selectVariant,
  startPointId,
} from '@botwright/core/diagram';
import type { SimulatedChat } from '../chat/simulated-chat.ts';

/** A number out of a total. */
export interface Tally {
  /** At most `total`. */
  readonly covered: number;
  /** The number of all. */
  readonly total: number;
}

export interface OutputCoverage {
  /** Such as `$success`. */
  readonly output: string;
  /** How often conversations took it. */
  readonly times: number;
}

export interface BlockCoverage {
  /** Id of the block. */
  readonly block: string;
  /** How often conversations entered it. */
  readonly times: number;
  /** In the order of editors. */
  readonly outputs: readonly OutputCoverage[];
}

/** The coverage of one diagram. The start point does not count as a block. */
export interface BotCoverage {
  /** Number of the bot. */
  readonly bot: number;
  /** The diagram whose blocks are counted. */
  readonly diagram: Diagram;
  /** In diagram order. */
  readonly blocks: readonly BlockCoverage[];
  /** Blocks that conversations entered. */
  readonly blockTally: Tally;
  /** Counts unconnected outputs, too. */
  readonly outputTally: Tally;
}

export interface CoverageReport {
  /** The bots that chats began with or jumped to, in the order of `add`. */
  readonly bots: readonly BotCoverage[];
  /** The sum over all bots. */
  readonly blockTally: Tally;
  /** The sum over all bots; counts unconnected outputs, too. */
  readonly outputTally: Tally;
}

/** Counts the blocks and outputs that conversations use. */
export interface Coverage {
  /** Counts the blocks and outputs of a chat: add it once, at its end. The result of a scenario has a chat. */
  add(chat: SimulatedChat | { readonly chat: SimulatedChat }): void;
  /** The counts until now. */
  report(): CoverageReport;
}

interface Counted {
  readonly bot: number;
  readonly catalog: Catalog;
  readonly entered: Map<string, number>;
  /** By the JSON of block and output. */
  readonly left: Map<string, number>;
}

/**
 * Begins a count. Two copies of a diagram are two diagrams: give all chats the same object.
 *
 * @spec TE40, TE41
 */
export function createCoverage(): Coverage {
  const counted = new Map<Diagram, Counted>();

  return {
    add(given) {
      const { diagrams, trace, catalog } = 'chat' in given ? given.chat : given;
      const [first] = diagrams;
      if (first !== undefined) countsOf(first[1], first[0], catalog);
      for (const event of trace) {
        const diagram = diagrams.get(event.bot);
        if (diagram === undefined || event.kind === 'resumed' || event.kind === 'compared') continue;
        const { entered, left } = countsOf(diagram, event.bot, catalog);
        if (event.kind === 'entered') increase(entered, event.node);
        else increase(left, JSON.stringify([event.node, event.output]));
      }
    },
    report() {
      const bots = [...counted].map(([diagram, counts]) => coverageOf(diagram, counts));
      return {
        bots,
        blockTally: sumOf(bots.map(({ blockTally }) => blockTally)),
        outputTally: sumOf(bots.map(({ outputTally }) => outputTally)),
      };
    },
  };

  function countsOf(diagram: Diagram, bot: number, catalog: Catalog): Counted {
    const known = counted.get(diagram) ?? { bot, catalog, entered: new Map(), left: new Map() };
    counted.set(diagram, known);
    return known;
  }
}

function coverageOf(diagram: Diagram, { bot, catalog, entered, left }: Counted): BotCoverage {
  const blocks = Object.entries(diagram.nodes).flatMap(([block, node]): BlockCoverage[] => {
    if (!isNode(node) || node.template === startPointId) return [];
    const outputs = outputsOfBlock(node, catalog).map((output) => ({
      output,
      times: left.get(JSON.stringify([block, output])) ?? 0,
    }));
    return [{ block, times: entered.get(block) ?? 0, outputs }];
  });
  return {
    bot,
    diagram,
    blocks,
    blockTally: tallyOf(blocks),
    outputTally: tallyOf(blocks.flatMap(({ outputs }) => outputs)),
  };
}

/** The outputs of a well-formed node; empty if unknown. */
export function outputsOfBlock({ template, params }: DiagramNode, catalog: Catalog): readonly string[] {
  const definition = catalog.byTemplate(template);
  const variant = definition && selectVariant(definition, params);
  return variant === undefined ? [] : outputsOf(variant, params);
}

function increase(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function tallyOf(counted: readonly { readonly times: number }[]): Tally {
  return { covered: counted.filter(({ times }) => times > 0).length, total: counted.length };
}

function sumOf(tallies: readonly Tally[]): Tally {
  return tallies.reduce((sum, { covered, total }) => ({ covered: sum.covered + covered, total: sum.total + total }), {
    covered: 0,
    total: 0,
  });
}
