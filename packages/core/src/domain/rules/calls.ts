import { addToSet } from '../add-to-set.ts';
import { isCall, isConnected, openOutputs, returnOutput } from './block-facts.ts';
import { type DiagramIndex, isBlock, type Link, type NodeEntry } from './diagram-index.ts';
import { jumpTargetsOf } from './jumps.ts';

/** The calls within a bot that return. */
export interface Calls {
  /** Whether a conversation can leave the block by this connection: after a call only if the call can return. */
  readonly follows: (link: Link) => boolean;
  /** Whether a block is a call within the bot whose target never returns. */
  readonly neverReturns: (entry: NodeEntry) => boolean;
}

const always: Calls = { follows: () => true, neverReturns: () => false };

/**
 * Finds the calls within a bot that can return: a `go_back`, or an output without a connection, is reachable from their
 * target. A call of another bot is taken to return.
 *
 * @param isPassed - Whether a way may lead through a block. Default: through every block.
 * @spec CG10, CG11
 */
export function callsOf(index: DiagramIndex, isPassed: (entry: NodeEntry) => boolean = () => true): Calls {
  const { nodes } = index;
  const calls = nodes.filter((entry) => isCall(entry) && jumpTargetsOf(entry, index).length > 0);
  if (calls.length === 0) return always;
  const targetOf = new Map(calls.map((entry) => [entry, jumpTargetsOf(entry, index)[0] as NodeEntry]));
  /** The blocks from which the present call returns. A call waits here for the return of its target. */
  const returns = new Uint8Array(nodes.length);
  const found: NodeEntry[] = [];
  const before = new Map<NodeEntry, Set<NodeEntry>>();
  const calledFrom = new Map<NodeEntry, Set<NodeEntry>>();
  const add = (entry: NodeEntry): void => {
    if (returns[entry.position] === 1 || !isPassed(entry)) return;
    returns[entry.position] = 1;
    found.push(entry);
  };
  for (const entry of nodes) {
    const target = targetOf.get(entry);
    if (target !== undefined) addToSet(calledFrom, target, entry);
    for (let link = entry.leaving; link !== undefined; link = link.nextLeaving) {
      if (link.target !== undefined) addToSet(before, link.target, entry);
    }
    if (target === undefined) for (const next of jumpTargetsOf(entry, index)) addToSet(before, next, entry);
    if (target === undefined && endsHere(entry)) add(entry);
  }
  const goesOn = (call: NodeEntry): boolean => {
    if (isBlock(call) && !isConnected(call, returnOutput)) return true;
    for (let link = call.leaving; link !== undefined; link = link.nextLeaving) {
      if (link.connection.type === returnOutput && link.target !== undefined && returns[link.target.position] === 1)
        return true;
    }
    return false;
  };
  const hasReturned = (call: NodeEntry): boolean => returns[(targetOf.get(call) as NodeEntry).position] === 1;
  // The list grows while it is iterated. A call is added by its target or by its next block, by the later of the two.
  for (const entry of found) {
    for (const source of before.get(entry) ?? []) {
      if (!targetOf.has(source)) add(source);
      else if (hasReturned(source) && goesOn(source)) add(source);
    }
    for (const call of calledFrom.get(entry) ?? []) if (goesOn(call)) add(call);
  }
  return {
    follows: ({ source, connection }) =>
      source === undefined || !targetOf.has(source) || connection.type !== returnOutput || hasReturned(source),
    neverReturns: (entry) => targetOf.has(entry) && !hasReturned(entry),
  };
}

/** Whether a call can return at this block: it goes back, or an output has no connection. */
function endsHere(entry: NodeEntry): boolean {
  return entry.kind?.definition.goesBack === true || (isBlock(entry) && openOutputs(entry).length > 0);
}
