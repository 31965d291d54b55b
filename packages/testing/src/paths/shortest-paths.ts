import type { BotSource } from '../chat/tested-bot.ts';
import { beginningsOf, type DiagramGraph, type DiagramOptions, diagramGraph, type Way } from './diagram-graph.ts';

/** The ways from the beginning of a conversation, in order. */
export type BotPath = readonly Way[];

/**
 * Finds a shortest path to every reachable block, if conditions may choose freely; among paths of the same length, the
 * one whose outputs come first. The greeting has an empty path. Blocks that only keywords lead to have a path from there.
 *
 * @returns Paths by id of the block, nearest first; without unreachable blocks.
 * @spec TE50
 */
export function shortestPaths(source: BotSource, options: DiagramOptions = {}): ReadonlyMap<string, BotPath> {
  const graph = diagramGraph(source, options);
  const paths = new Map<string, BotPath>();
  for (const beginning of beginningsOf(graph)) {
    for (const [block, way] of waysFrom(graph, beginning)) {
      if (paths.has(block)) continue;
      paths.set(block, way === undefined ? [] : [...(paths.get(way.block) ?? []), way]);
    }
  }
  return paths;
}

/** The reachable blocks, if conditions may choose freely. @spec TE50 */
export function reachableBlocks(source: BotSource, options: DiagramOptions = {}): ReadonlySet<string> {
  const graph = diagramGraph(source, options);
  return new Set(beginningsOf(graph).flatMap((beginning) => [...waysFrom(graph, beginning).keys()]));
}

/** The ways from the start of a search to a found block. */
export function waysTo(block: string, first: ReadonlyMap<string, Way | undefined>): BotPath {
  const ways: Way[] = [];
  for (let way = first.get(block); way !== undefined; way = first.get(way.block)) ways.unshift(way);
  return ways;
}

/**
 * The first way to each block, nearest first. The first block has none.
 *
 * @param isLast - The search ends at the first block for which this is true.
 */
export function waysFrom(
  { ways }: DiagramGraph,
  from: string,
  isLast?: (block: string) => boolean,
): ReadonlyMap<string, Way | undefined> {
  const first = new Map<string, Way | undefined>([[from, undefined]]);
  // A map iterates in the order of insertion, also over entries added during the iteration.
  for (const [block] of first) {
    if (isLast?.(block) === true) return first;
    for (const way of ways.get(block) ?? []) {
      if (way.to !== undefined && !first.has(way.to)) first.set(way.to, way);
    }
  }
  return first;
}
