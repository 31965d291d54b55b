import type { BotSource } from '../chat/tested-bot.ts';
import { beginningsOf, type DiagramGraph, type DiagramOptions, diagramGraph, type Way } from './diagram-graph.ts';
import { type BotPath, waysFrom, waysTo } from './shortest-paths.ts';

/**
 * Finds a small number of paths from the greeting, and from keywords, that together take every reachable output, if conditions may choose
 * freely. Each continues to the nearest output that no path took yet, through loops if necessary, and ends when none is
 * left. Takes time proportional to the product of outputs and connections.
 *
 * @spec TE51
 */
export function coveringPaths(source: BotSource, options: DiagramOptions = {}): readonly BotPath[] {
  const graph = diagramGraph(source, options);
  const beginnings = beginningsOf(graph);
  /** The ways that no path took yet, by block. Paths take the last one first. */
  const left = new Map<string, Way[]>();
  for (const block of new Set(beginnings.flatMap((beginning) => [...waysFrom(graph, beginning).keys()]))) {
    const ways = graph.ways.get(block) ?? [];
    if (ways.length > 0) left.set(block, ways.toSorted(endsFirst).toReversed());
  }
  const paths: BotPath[] = [];
  for (const beginning of beginnings) {
    for (let path = takePath(graph, beginning, left); path.length > 0; path = takePath(graph, beginning, left)) {
      paths.push(path);
    }
  }
  return paths;
}

/** Sorts ways that end the conversation last: a path continues if it can. */
function endsFirst(one: Way, other: Way): number {
  return Number(one.to === undefined) - Number(other.to === undefined);
}

/** Removes the ways of one path from the remaining ones; none if no remaining way is reachable. */
function takePath(graph: DiagramGraph, beginning: string, left: Map<string, Way[]>): BotPath {
  const path: Way[] = [];
  let at: string | undefined = beginning;
  while (at !== undefined) {
    const first = waysFrom(graph, at, (block) => left.has(block));
    const block = [...first.keys()].find((each) => left.has(each));
    if (block === undefined) break;
    const ways = left.get(block) as Way[];
    const next = ways.pop() as Way;
    if (ways.length === 0) left.delete(block);
    path.push(...waysTo(block, first), next);
    at = next.to;
  }
  return path;
}
