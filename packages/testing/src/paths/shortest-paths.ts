import type { BotSource } from '../chat/tested-bot.ts';
import { type DiagramGraph, type DiagramOptions, diagramGraph, type Way } from './diagram-graph.ts';

/** The ways to take from the beginning of a conversation, one after the other. */
export type BotPath = readonly Way[];

/**
 * Finds a shortest path to every block that a conversation can come to, whatever its conditions choose. Of paths of
 * the same length it is the one whose outputs come first. The greeting has an empty path.
 *
 * @returns By id of the block, nearest first; blocks that nothing leads to are left out.
 * @spec TE50
 */
export function shortestPaths(source: BotSource, options: DiagramOptions = {}): ReadonlyMap<string, BotPath> {
  const graph = diagramGraph(source, options);
  if (graph.greeting === undefined) return new Map();
  const paths = new Map<string, BotPath>();
  for (const [block, way] of waysFrom(graph, graph.greeting)) {
    paths.set(block, way === undefined ? [] : [...(paths.get(way.block) ?? []), way]);
  }
  return paths;
}

/** The blocks that a conversation can come to, whatever its conditions choose. @spec TE50 */
export function reachableBlocks(source: BotSource, options: DiagramOptions = {}): ReadonlySet<string> {
  const graph = diagramGraph(source, options);
  return new Set(graph.greeting === undefined ? [] : waysFrom(graph, graph.greeting).keys());
}

/**
 * The way by which each block is first come to from another, nearest first. The first block has none.
 *
 * @param isLast - The search ends at the first block of which this is true.
 */
export function waysFrom(
  { ways }: DiagramGraph,
  from: string,
  isLast?: (block: string) => boolean,
): ReadonlyMap<string, Way | undefined> {
  const first = new Map<string, Way | undefined>([[from, undefined]]);
  // A map iterates in the order of insertion, and also over entries that are added meanwhile.
  for (const [block] of first) {
    if (isLast?.(block) === true) return first;
    for (const way of ways.get(block) ?? []) {
      if (way.to !== undefined && !first.has(way.to)) first.set(way.to, way);
    }
  }
  return first;
}
