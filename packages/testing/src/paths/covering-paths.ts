import type { BotSource } from '../chat/tested-bot.ts';
import { type DiagramGraph, type DiagramOptions, diagramGraph, type Way } from './diagram-graph.ts';
import { type BotPath, waysFrom } from './shortest-paths.ts';

/**
 * Finds a small number of paths from the greeting that together take every output which a conversation can come to,
 * whatever its conditions choose. Each goes on to the nearest output that no path took yet, through loops where it has
 * to, and ends where none is left. Takes time by the product of outputs and connections, for any diagram.
 *
 * @spec TE51
 */
export function coveringPaths(source: BotSource, options: DiagramOptions = {}): readonly BotPath[] {
  const graph = diagramGraph(source, options);
  const { greeting } = graph;
  if (greeting === undefined) return [];
  /** The ways that no path took yet, by their block. The next one is the last. */
  const left = new Map<string, Way[]>();
  for (const block of waysFrom(graph, greeting).keys()) {
    const ways = graph.ways.get(block) ?? [];
    if (ways.length > 0) left.set(block, ways.toSorted(endsFirst).toReversed());
  }
  const paths: BotPath[] = [];
  while (left.size > 0) paths.push(takePath(graph, greeting, left));
  return paths;
}

/** A path that can go on does not end. */
function endsFirst(one: Way, other: Way): number {
  return Number(one.to === undefined) - Number(other.to === undefined);
}

/** Takes the ways of one path out of those that are left: at least one, as all of them can be come to. */
function takePath(graph: DiagramGraph, greeting: string, left: Map<string, Way[]>): BotPath {
  const path: Way[] = [];
  let at: string | undefined = greeting;
  while (at !== undefined) {
    const first = waysFrom(graph, at, (block) => left.has(block));
    const next = nearestIn(left, first);
    if (next === undefined) break;
    path.push(...waysTo(next.block, first), next);
    at = next.to;
  }
  return path;
}

/** Takes out a way of the block at which the search ended, if it ended at one. */
function nearestIn(left: Map<string, Way[]>, first: ReadonlyMap<string, Way | undefined>): Way | undefined {
  for (const block of first.keys()) {
    const ways = left.get(block);
    if (ways === undefined) continue;
    const way = ways.pop();
    if (ways.length === 0) left.delete(block);
    return way;
  }
  return undefined;
}

/** The ways from where a search began to a block that it found. */
function waysTo(block: string, first: ReadonlyMap<string, Way | undefined>): readonly Way[] {
  const ways: Way[] = [];
  for (let way = first.get(block); way !== undefined; way = first.get(way.block)) ways.push(way);
  return ways.toReversed();
}
