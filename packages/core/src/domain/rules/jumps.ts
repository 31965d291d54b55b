import { botNumberOf } from '../bot.ts';
import { type Diagram, startPointId } from '../diagram/diagram.ts';
import { asUuid } from '../uuid.ts';
import { isCall, paramOf } from './block-facts.ts';
import {
  type BotIdentity,
  type DiagramIndex,
  type IndexContext,
  indexDiagram,
  isBlock,
  type NodeEntry,
} from './diagram-index.ts';

/** The target of a block after which conversations continue without a connection. */
export interface Jump {
  /** Number, or uuid in lower case. */
  readonly bot: number | string;
  /** Whether the target is in the same bot. */
  readonly isWithin: boolean;
  /** Id of the target block. Default: the greeting. */
  readonly node?: string;
  /** Param that names the target block. */
  readonly nodeParam: string;
}

const none: readonly never[] = [];

/**
 * Lists the jumps of a block. Ignores params that a runner cannot read.
 *
 * @spec RU63
 */
export function jumpsOf(entry: NodeEntry, bot: BotIdentity | undefined): readonly Jump[] {
  if (entry.kind?.jumps !== true || !isBlock(entry)) return none;
  return (entry.kind.definition.references ?? none).flatMap((reference): readonly Jump[] => {
    if (reference.to !== 'bot' || reference.block === undefined) return none;
    const value = paramOf(entry, reference.param);
    const named = value === undefined ? undefined : (botNumberOf(value) ?? asUuid(value));
    if (named === undefined) return none;
    const node = paramOf(entry, reference.block);
    const id = typeof node === 'string' ? node.trim() : '';
    return [{ bot: named, isWithin: isSame(named, bot), nodeParam: reference.block, ...(id !== '' && { node: id }) }];
  });
}

/**
 * Lists the targets of an entry's jumps in the same diagram.
 *
 * @spec RU63
 */
export function jumpTargetsOf(entry: NodeEntry, index: DiagramIndex): readonly NodeEntry[] {
  if (entry.kind?.jumps !== true || index.bot === undefined) return none;
  return jumpsOf(entry, index.bot).flatMap(({ isWithin, node }) => {
    if (!isWithin) return none;
    return (node === undefined ? greetingIn(index) : index.findNode(node)) ?? none;
  });
}

/** Whether a number or uuid names the bot. */
export function isSame(named: number | string, bot: BotIdentity | undefined): boolean {
  return typeof named === 'number' ? named === bot?.number : named === bot?.id?.toLowerCase();
}

/** The first block of conversations: without an entry in the greeting slot, the first one after the start point. */
function greetingIn({ findNode, slot }: DiagramIndex): NodeEntry | undefined {
  return findNode(slot) ?? findNode(startPointId)?.leaving?.target;
}

/** A jump between two blocks of one diagram. */
export interface DiagramJump {
  /** Id of the block that jumps. */
  readonly from: string;
  /** Id of the block at which the conversation goes on. */
  readonly to: string;
  /** The conversation may return to `from`, and leave it by `$success`. */
  readonly isCall: boolean;
}

/**
 * Lists the jumps to existing blocks within a bot, in diagram order.
 *
 * @param context - `bot` has the number and the uuid of the bot.
 * @spec RU63
 */
export function jumpsIn(diagram: Diagram, context: IndexContext): readonly DiagramJump[] {
  const index = indexDiagram(diagram, context);
  return index.nodes.flatMap((entry) =>
    jumpTargetsOf(entry, index).map(({ key }) => ({ from: entry.key, to: key, isCall: isCall(entry) })),
  );
}
