import { createCatalog, isNode } from '@botwright/core/diagram';
import { type SimulateOptions, simulate } from '../chat/simulate.ts';
import type { BotSource } from '../chat/tested-bot.ts';
import type { Scenario, ScenarioStep } from '../scenario/scenario.ts';
import { coveringPaths } from './covering-paths.ts';
import { type DiagramGraph, diagramGraph, type Way } from './diagram-graph.ts';
import { beginOn, follow, keyOf, steer, takenWays, wayTo } from './follow-path.ts';
import { guessFields } from './guess-fields.ts';
import type { BotPath } from './shortest-paths.ts';

/** A scenario along a path, with invented answers. */
export interface ScenarioSkeleton {
  /** It passes; with `todo` it ends before the end of the path. */
  readonly scenario: Scenario;
  /** The path that it follows. */
  readonly path: BotPath;
  /** Set if the conversation leaves the path: the place, and the outputs that no skeleton takes. */
  readonly todo?: string;
}

/** The paths determine the answers to effects. */
export type SkeletonOptions = Omit<SimulateOptions, 'effects'>;

/** A skeleton with the outputs of its conversation. */
interface Walked {
  readonly steps: readonly ScenarioStep[];
  readonly fields: Scenario['fields'];
  readonly path: BotPath;
  readonly taken: BotPath;
  readonly strayed: string | undefined;
  /** The block of the start, if it is not the greeting. */
  readonly start: string | undefined;
  /** The last block. */
  readonly at: string | undefined;
}

/**
 * Writes scenarios that together take every output of a bot for which answers can be found. They record the bot's
 * present messages, and invent answers and Fields so that conditions choose the path. Outputs after a condition that
 * chooses another way get separate attempts.
 *
 * @throws {DiagramRefused} When the diagram of a bot breaks a rule.
 * @spec TE52, TE53
 */
export function scenarioSkeletons(source: BotSource, given: SkeletonOptions = {}): readonly ScenarioSkeleton[] {
  const options = { ...given, catalog: given.catalog ?? createCatalog(given.blocks) };
  const graph = diagramGraph(source, options);
  // Checks the diagram once for all conversations.
  simulate(graph.bot, options);
  const checked = { ...options, unchecked: true };
  const walked = coveringPaths(source, options).map((path) => walk(graph, path, checked));
  const taken = new Set(walked.flatMap((each) => each.taken.map(keyOf)));
  const room = { left: mostWork };
  for (const way of walked.flatMap(({ path }) => path)) {
    const found = isMissed(way, taken) ? findWalk(graph, way, walked, checked, room) : undefined;
    if (found === undefined) continue;
    walked.push(found);
    for (const each of found.taken) taken.add(keyOf(each));
  }
  return walked.map((each, at) => skeletonOf(each, at + 1, taken, options));
}

/** The most attempts for one output. */
const mostTries = 10;

/**
 * The most work of all attempts, in ways: the conversations of a large bot are long, and may end before many of its
 * outputs. Ten blocks of the bot count as a way.
 */
const mostWork = 100_000;

/**
 * Finds a conversation that takes a way: one that already reached its block, a new one, or one after a choice that
 * writes a Field of the condition.
 */
function findWalk(
  graph: DiagramGraph,
  way: Way,
  others: readonly Walked[],
  options: SkeletonOptions,
  room: { left: number },
): Walked | undefined {
  if (room.left <= 0) return undefined;
  const known = others.find(({ taken }) => taken.some(({ block }) => block === way.block))?.taken ?? [];
  const before = known.slice(
    0,
    known.findIndex(({ block }) => block === way.block),
  );
  const guessed = [
    ...guessFields(graph, graph.greeting === undefined ? [way] : wayTo(graph, graph.greeting, way)).keys(),
  ];
  // The last condition before the way is the most probable one to choose otherwise.
  const choices = new Set(
    guessed.toReversed().flatMap((name) => blocksThatSet(graph, name).flatMap((block) => graph.ways.get(block) ?? [])),
  );
  for (const goals of [
    [...before, way],
    [way],
    ...entriesTo(graph, way),
    ...[...choices].slice(0, mostTries).map((choice) => [choice, way]),
  ]) {
    const walked = walk(graph, goals, options, steer);
    if (walked.strayed === undefined) return { ...walked, path: walked.taken };
    room.left -= walked.taken.length + graph.ways.size / 10;
    if (room.left <= 0) return undefined;
  }
  return undefined;
}

/** From each way of keywords from which the way is reachable. @spec KW16 */
function entriesTo(graph: DiagramGraph, goal: Way): readonly BotPath[] {
  const first = [...graph.entries.keys()].flatMap((block) => graph.ways.get(block) ?? []);
  return first
    .filter((way) => way.to !== undefined && wayTo(graph, way.to, goal).length > 0)
    .slice(0, mostTries)
    .map((way) => [way, goal]);
}

function isMissed(way: Way, taken: ReadonlySet<string>): boolean {
  return way.output !== undefined && !taken.has(keyOf(way));
}

function skeletonOf(
  walked: Walked,
  number: number,
  taken: ReadonlySet<string>,
  { now }: SkeletonOptions,
): ScenarioSkeleton {
  const { steps, fields, path, strayed, at, start } = walked;
  const last = path.at(-1);
  const end = strayed === undefined ? (last?.to ?? `${last?.block} ${last?.output}`) : at;
  const given = { ...(start !== undefined && { start }), ...(now !== undefined && { now }), ...(fields && { fields }) };
  const scenario = { name: `Path ${number}: to ${end}`, ...given, steps };
  const missed = path.filter((way) => isMissed(way, taken)).map(({ block, output }) => `"${output}" of "${block}"`);
  const todo = missed.length === 0 ? undefined : `${strayed} No scenario takes ${[...new Set(missed)].join(', ')}.`;
  return { scenario, path, ...(todo !== undefined && { todo }) };
}

/** @param go - Follows the path. */
function walk(graph: DiagramGraph, path: BotPath, options: SkeletonOptions, go = follow): Walked {
  const guesses = guessFields(graph, path);
  const written = new Set(path.flatMap(({ block }) => fieldsSetBy(graph, block)));
  const guessed = [...guesses].filter(([name]) => !written.has(name));
  const fields = { ...options.fields, ...Object.fromEntries(guessed) };
  const chat = simulate(graph.bot, { ...options, effects: {}, fields });
  const steps: ScenarioStep[] = [];
  const { before, start } = beginOn(graph, chat, path, steps);
  const strayed = go({ graph, chat, steps, before }, path);
  const { at } = chat;
  const isEnd = chat.isOver || chat.position.kind === 'agent';
  if (at !== undefined) steps.push(isEnd ? { ends_at: at } : { at });
  const taken = takenWays(chat, graph.bot.number);
  return { steps, fields: Object.keys(fields).length === 0 ? undefined : fields, path, taken, strayed, at, start };
}

function blocksThatSet(graph: DiagramGraph, field: string): readonly string[] {
  return [...graph.ways.keys()].filter((block) => fieldsSetBy(graph, block).includes(field));
}

function fieldsSetBy({ bot, catalog }: DiagramGraph, block: string): readonly string[] {
  const node = bot.diagram.nodes[block];
  return isNode(node) ? (catalog.byTemplate(node.template)?.setsFields?.(node.params) ?? []) : [];
}
