import { prepareBot } from '@botwright/core/conversation';
import { type Catalog, createCatalog, isNode, jumpsIn } from '@botwright/core/diagram';
import type { BlockBehaviour } from '@botwright/core/runner';
import { outputsOfBlock } from '../block-coverage/coverage.ts';
import type { SimulateOptions } from '../chat/simulate.ts';
import { type BotSource, contextOf, type WholeBot, wholeBot } from '../chat/tested-bot.ts';

/** Context for reading a diagram. */
export interface DiagramOptions {
  /** The kinds of block. Default: the shipped ones. */
  readonly catalog?: Catalog;
  /** The family of a bot that is only a diagram. Default `native`. */
  readonly channelFamily?: string;
}

/** A way that a conversation can take from a block. */
export interface Way {
  /** Id of the block that the conversation leaves. */
  readonly block: string;
  /** Absent for a jump to another block of the bot. */
  readonly output?: string;
  /** The next block; absent if the conversation ends. */
  readonly to?: string;
}

/** The words of a block at which conversations begin, too. */
export interface EntryWords {
  /** They count only while no conversation is under way. */
  readonly isIdle: boolean;
  /** A text for each output. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The ways between the blocks of a bot. */
export interface DiagramGraph {
  readonly bot: WholeBot;
  readonly catalog: Catalog;
  /** The first block of conversations. */
  readonly greeting: string | undefined;
  /** The words that lead to each way from a block of keywords, and whether they count in a conversation. */
  readonly entries: ReadonlyMap<string, EntryWords>;
  /** All ways by their source block, in the order of its outputs. */
  readonly ways: ReadonlyMap<string, readonly Way[]>;
  /** The behaviours of the host's blocks. */
  readonly ownBehaviours: readonly BlockBehaviour[];
}

/** Reads the ways of conversations through a diagram. Malformed and unknown blocks have none. */
export function diagramGraph(
  source: BotSource,
  options: DiagramOptions & Pick<SimulateOptions, 'blocks' | 'behaviours'> = {},
): DiagramGraph {
  const { blocks = [], behaviours = [], catalog = createCatalog() } = options;
  const ownBehaviours = [...blocks.map(({ behaviour }) => behaviour), ...behaviours];
  const bot = wholeBot(source, 1, options.channelFamily);
  const prepared = prepareBot(bot);
  const jumps = Map.groupBy(jumpsIn(bot.diagram, contextOf(bot, catalog)), ({ from }) => from);
  const ways = new Map<string, readonly Way[]>();
  const entries = new Map<string, EntryWords>();
  for (const [block, node] of Object.entries(bot.diagram.nodes)) {
    if (!isNode(node)) continue;
    const heard = catalog.byTemplate(node.template)?.hears?.(node.params);
    if (heard !== undefined) {
      const texts = heard.words.map(({ output, text }) => [output, text] as const).reverse();
      entries.set(block, { isIdle: heard.isIdle, texts: new Map(texts) });
    }
    const outputs = outputsOfBlock(node, catalog).map((output): Way => {
      const to = prepared.follow(block, output);
      const isThere = to !== undefined && Object.hasOwn(bot.diagram.nodes, to);
      return { block, output, ...(isThere && { to }) };
    });
    ways.set(block, [...outputs, ...(jumps.get(block) ?? []).map(({ to }) => ({ block, to }))]);
  }
  return { bot, catalog, greeting: prepared.greeting, entries, ways, ownBehaviours };
}

/** The blocks at which conversations begin: the greeting first, then the keywords. @spec KW16 */
export function beginningsOf({ greeting, entries }: DiagramGraph): readonly string[] {
  return [...(greeting === undefined ? [] : [greeting]), ...entries.keys()];
}
