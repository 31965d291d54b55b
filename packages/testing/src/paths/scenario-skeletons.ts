import type { AwaitedEffect, BotMessage, JsonValue } from '@botwright/core/conversation';
import { isNode } from '@botwright/core/diagram';
import { type EffectAnswer, failed } from '../chat/effect-answers.ts';
import { type SimulateOptions, simulate } from '../chat/simulate.ts';
import type { SimulatedChat } from '../chat/simulated-chat.ts';
import type { BotSource } from '../chat/tested-bot.ts';
import { expectationOf } from '../scenario/record-scenario.ts';
import type { EffectReply, Scenario, ScenarioStep } from '../scenario/scenario.ts';
import { coveringPaths } from './covering-paths.ts';
import { type DiagramGraph, diagramGraph, type Way } from './diagram-graph.ts';
import { type SampleAnswer, sampleAnswers } from './sample-answers.ts';
import { type BotPath, waysFrom } from './shortest-paths.ts';
import { wishedFields } from './wished-fields.ts';

/** A scenario along a path, with answers that were made up. */
export interface ScenarioSkeleton {
  /** It passes, as far as it goes. */
  readonly scenario: Scenario;
  readonly path: BotPath;
  /** Where the conversation does not take the path, and which outputs no skeleton takes for that; absent when it does. */
  readonly todo?: string;
}

/** Effects are answered as the paths need it. */
export type SkeletonOptions = Omit<SimulateOptions, 'effects'>;

/** A skeleton, and the outputs that its conversation took. */
interface Walked {
  readonly steps: readonly ScenarioStep[];
  readonly fields: Scenario['fields'];
  readonly path: BotPath;
  readonly taken: BotPath;
  readonly strayed: string | undefined;
  /** The block where it was at last. */
  readonly at: string | undefined;
}

/**
 * Writes scenarios that together take every output of a bot, as far as answers can be found: what the bot says is what
 * it says now, answers and Fields are made up so that conditions choose as the path goes, where they can be. Outputs
 * behind a condition that chooses otherwise are tried on their own.
 *
 * @throws {DiagramRefused} When the diagram of a bot breaks a rule.
 * @spec TE52, TE53
 */
export function scenarioSkeletons(source: BotSource, options: SkeletonOptions = {}): readonly ScenarioSkeleton[] {
  const graph = diagramGraph(source, options);
  const walked = coveringPaths(source, options).map((path) => walk(graph, path, options));
  const taken = new Set(walked.flatMap((each) => each.taken.map(keyOf)));
  for (const way of walked.flatMap(({ path }) => path)) {
    const found = isMissed(way, taken) ? findWalk(graph, way, walked, options) : undefined;
    if (found === undefined) continue;
    walked.push(found);
    for (const each of found.taken) taken.add(keyOf(each));
  }
  return walked.map((each, at) => skeletonOf(each, at + 1, taken, options));
}

/** How many choices are tried for one output. */
const mostTries = 10;

/**
 * A conversation that takes a way: as one of the others that came to its block, by itself, or after a choice that
 * writes a Field which decides about the way.
 */
function findWalk(
  graph: DiagramGraph,
  way: Way,
  others: readonly Walked[],
  options: SkeletonOptions,
): Walked | undefined {
  const known = others.find(({ taken }) => taken.some(({ block }) => block === way.block))?.taken ?? [];
  const before = known.slice(
    0,
    known.findIndex(({ block }) => block === way.block),
  );
  const fields = wishedFields(graph, [way]);
  const choices = [...graph.ways.keys()]
    .filter((block) => fieldsSetBy(graph, block).some((name) => fields.has(name)))
    .flatMap((block) => graph.ways.get(block) ?? []);
  for (const goals of [[...before, way], [way], ...choices.slice(0, mostTries).map((choice) => [choice, way])]) {
    const walked = walk(graph, goals, options, steer);
    if (walked.strayed === undefined) return { ...walked, path: walked.taken };
  }
  return undefined;
}

function isMissed(way: Way, taken: ReadonlySet<string>): boolean {
  return way.output !== undefined && !taken.has(keyOf(way));
}

function keyOf({ block, output }: Way): string {
  return JSON.stringify([block, output]);
}

function skeletonOf(
  walked: Walked,
  number: number,
  taken: ReadonlySet<string>,
  { now }: SkeletonOptions,
): ScenarioSkeleton {
  const { steps, fields, path, strayed, at } = walked;
  const last = path.at(-1);
  const end = strayed === undefined ? (last?.to ?? `${last?.block} ${last?.output}`) : at;
  const given = { ...(now !== undefined && { now }), ...(fields && { fields }) };
  const scenario = { name: `Path ${number}: to ${end}`, ...given, steps };
  const missed = path.filter((way) => isMissed(way, taken)).map(({ block, output }) => `"${output}" of "${block}"`);
  const todo = missed.length === 0 ? undefined : `${strayed} No scenario takes ${[...new Set(missed)].join(', ')}.`;
  return { scenario, path, ...(todo !== undefined && { todo }) };
}

/** @param go - How to talk along the path. */
function walk(graph: DiagramGraph, path: BotPath, options: SkeletonOptions, go = follow): Walked {
  const wishes = wishedFields(graph, path);
  const written = new Set(path.flatMap(({ block }) => fieldsSetBy(graph, block)));
  const wished = [...wishes].filter(([name]) => !written.has(name));
  const fields = { ...options.fields, ...Object.fromEntries(wished) };
  const chat = simulate(graph.bot, { ...options, effects: {}, fields });
  const steps: ScenarioStep[] = [];
  chat.start();
  const strayed = go(graph, path, chat, steps, wishes);
  const { at } = chat;
  const isEnd = chat.isOver || chat.position.kind === 'agent';
  if (at !== undefined) steps.push(isEnd ? { ends_at: at } : { at });
  const taken = takenWays(chat, graph.bot.number);
  return { steps, fields: Object.keys(fields).length === 0 ? undefined : fields, path, taken, strayed, at };
}

function fieldsSetBy({ bot, catalog }: DiagramGraph, block: string): readonly string[] {
  const node = bot.diagram.nodes[block];
  return isNode(node) ? (catalog.byTemplate(node.template)?.setsFields?.(node.params) ?? []) : [];
}

/** Talks along the path as far as it can. @returns Why it could not go on. */
function follow(
  graph: DiagramGraph,
  path: BotPath,
  chat: SimulatedChat,
  steps: ScenarioStep[],
  wishes: ReadonlyMap<string, JsonValue>,
): string | undefined {
  for (;;) {
    steps.push(...spoken(chat.messages));
    const taken = takenWays(chat, graph.bot.number);
    const planned = path.filter(({ output }) => output !== undefined);
    const wrong = taken.findIndex((way, at) => planned[at] !== undefined && keyOf(way) !== keyOf(planned[at] as Way));
    if (wrong >= 0) return renderStrayed(planned[wrong] as Way, taken[wrong] as Way);
    const next = planned[taken.length];
    if (next === undefined) return undefined;
    if (chat.at !== next.block) return `The conversation ends before block "${next.block}".`;
    const step = takeOutput(graph, chat, next, wishes);
    if (step === undefined) return `No answer was found that leaves block "${next.block}" by "${next.output}".`;
    steps.push(step);
  }
}

/** Inputs of one conversation. */
const mostInputs = 200;

/** Talks until the conversation took these ways, in order, whatever else it takes. @returns Why it did not. */
function steer(
  graph: DiagramGraph,
  goals: BotPath,
  chat: SimulatedChat,
  steps: ScenarioStep[],
  wishes: ReadonlyMap<string, JsonValue>,
): string | undefined {
  let seen = 0;
  let reached = 0;
  for (let inputs = 0; inputs < mostInputs; inputs += 1) {
    steps.push(...spoken(chat.messages));
    const taken = takenWays(chat, graph.bot.number);
    for (const way of taken.slice(seen))
      if (reached < goals.length && keyOf(way) === keyOf(goals[reached] as Way)) reached += 1;
    seen = taken.length;
    const goal = goals[reached];
    if (goal === undefined) return undefined;
    const next = chat.at === undefined ? undefined : nextWay(graph, chat.at, goal);
    const step = next && takeOutput(graph, chat, next, wishes);
    if (step === undefined) break;
    steps.push(step);
  }
  return 'The conversation did not get there.';
}

/** The first way of a shortest path from a block to a way. */
function nextWay(graph: DiagramGraph, from: string, goal: Way): Way | undefined {
  const first = waysFrom(graph, from, (block) => block === goal.block);
  let next: Way | undefined = first.has(goal.block) ? goal : undefined;
  for (let way = first.get(goal.block); way !== undefined; way = first.get(way.block)) next = way;
  return next;
}

function renderStrayed(planned: Way, taken: Way): string {
  return `Block "${planned.block}" should be left by "${planned.output}", and was left by "${taken.output}".`;
}

/** The outputs that the conversation left blocks of this bot by. */
function takenWays(chat: SimulatedChat, number: number): readonly Way[] {
  return chat.trace.flatMap((event) =>
    event.kind === 'left' && event.bot === number
      ? [{ block: event.node, output: event.output, ...(event.to !== undefined && { to: event.to }) }]
      : [],
  );
}

/** Does what should make the bot leave its block by an output. @returns The step; `undefined` when it did not leave. */
function takeOutput(
  { bot, catalog }: DiagramGraph,
  chat: SimulatedChat,
  { block, output = '' }: Way,
  wishes: ReadonlyMap<string, JsonValue>,
): ScenarioStep | undefined {
  const node = bot.diagram.nodes[block];
  if (!isNode(node)) return undefined;
  if (chat.awaited !== undefined) return answerEffect(chat, chat.awaited, output);
  if (chat.position.kind !== 'answer') return undefined;
  const button = buttonOf(chat.messages, output);
  if (button !== undefined) {
    chat.press(button);
    return { press: button };
  }
  const definition = catalog.byTemplate(node.template);
  const wished = (definition?.setsFields?.(node.params) ?? []).map((name) => wishes.get(name));
  const answers = wished.filter((value) => value !== undefined && typeof value !== 'object').map(String);
  const before = chat.trace.length;
  for (const answer of [...answers, ...sampleAnswers(definition?.name ?? '', node.params)]) {
    const step = write(chat, answer);
    if (chat.trace.slice(before).some(({ kind }) => kind === 'left') || chat.position.kind !== 'answer') return step;
  }
  return undefined;
}

function write(chat: SimulatedChat, answer: SampleAnswer): ScenarioStep {
  if (typeof answer === 'string') {
    chat.reply(answer);
    return { visitor: answer };
  }
  chat.send(answer);
  return { send: answer };
}

/** The label of the button whose payload is the output; its payload, where another has the same label. */
function buttonOf(messages: readonly BotMessage[], output: string): string | undefined {
  const dialog = messages.findLast((message) => message.type === 'dialog');
  const label = dialog?.buttons[dialog.payloads.indexOf(output)];
  if (label === undefined) return undefined;
  return dialog?.buttons.indexOf(label) === dialog?.payloads.indexOf(output) ? label : output;
}

function answerEffect(chat: SimulatedChat, effect: AwaitedEffect, output: string): ScenarioStep {
  const reply = replyFor(effect, output);
  chat.answer(reply.fails === undefined ? (reply.answer as EffectAnswer) : failed(reply.fails));
  return { effect: effect.kind, ...reply };
}

function replyFor(effect: AwaitedEffect, output: string): EffectReply {
  if (output === '$failed' || effect.kind === 'jump') return { fails: 'unreachable' };
  switch (effect.kind) {
    case 'webhook':
      return { answer: { status: 200, body: {} } };
    case 'code':
      return { answer: { fields: {} } };
    case 'spreadsheet':
      return { answer: { cells: [] } };
    case 'ai_agent':
      return { answer: { exit: output.replace(/^\$/, '') } };
    default:
      return { answer: null };
  }
}

function spoken(messages: readonly BotMessage[]): readonly ScenarioStep[] {
  return messages.map((message) => ({ bot: expectationOf(message) }));
}
