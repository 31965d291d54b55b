import { botNumberOf } from '../bot.ts';
import { type Diagram, startPointId } from '../diagram/diagram.ts';
import { asUuid } from '../uuid.ts';
import { readParam } from './block-kind.ts';
import {
  type BotIdentity,
  type DiagramIndex,
  type IndexContext,
  indexDiagram,
  isBlock,
  type NodeEntry,
  paramsOf,
} from './diagram-index.ts';

/** The destination of a block from which conversations go on without a connection. */
export interface Jump {
  /** Number, or uuid in lower case. */
  readonly bot: number | string;
  /** To the bot of the block itself. */
  readonly isWithin: boolean;
  /** Id of the block to go to; absent: the greeting. */
  readonly node?: string;
  /** Param that names that block. */
  readonly nodeParam: string;
}

const none: readonly never[] = [];

/**
 * Lists the jumps of a block. A param that a runner could not read names nothing.
 *
 * @spec RU63
 */
export function jumpsOf(entry: NodeEntry, bot: BotIdentity | undefined): readonly Jump[] {
  if (entry.kind?.jumps !== true || !isBlock(entry)) return none;
  const set = paramsOf(entry);
  if (set === undefined) return none;
  const { params } = entry.node;
  return (entry.kind.definition.references ?? none).flatMap((reference): readonly Jump[] => {
    if (reference.to !== 'bot' || reference.block === undefined) return none;
    const value = readParam(set, params, reference.param);
    const named = value === undefined ? undefined : (botNumberOf(value) ?? asUuid(value));
    if (named === undefined) return none;
    const node = readParam(set, params, reference.block);
    const id = typeof node === 'string' ? node.trim() : '';
    return [{ bot: named, isWithin: isSame(named, bot), nodeParam: reference.block, ...(id !== '' && { node: id }) }];
  });
}

/**
 * Lists the entries of the same diagram that the jumps of an entry lead to.
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

/** The block that conversations begin at: without an entry in the greeting slot, the first one after the start point. */
function greetingIn({ findNode, slot }: DiagramIndex): NodeEntry | undefined {
  return findNode(slot) ?? findNode(startPointId)?.leaving?.target;
}

/** A jump between two blocks of one diagram. */
export interface DiagramJump {
  readonly from: string;
  readonly to: string;
}

/**
 * Lists the jumps within a bot, in diagram order: those to blocks that are there.
 *
 * @param context - `bot` says which numbers and uuids name the bot itself.
 * @spec RU63
 */
export function jumpsIn(diagram: Diagram, context: IndexContext): readonly DiagramJump[] {
  const index = indexDiagram(diagram, context);
  return index.nodes.flatMap((entry) => jumpTargetsOf(entry, index).map(({ key }) => ({ from: entry.key, to: key })));
}
