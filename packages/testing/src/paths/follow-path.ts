import type { BotMessage } from '@botwright/core/conversation';
import { isNode } from '@botwright/core/diagram';
import { sampleAnswers } from '@botwright/core/runner';
import type { SimulatedChat } from '../chat/simulated-chat.ts';
import { expectedSteps } from '../scenario/record-scenario.ts';
import { answerOf } from '../scenario/run-scenario.ts';
import type { ScenarioStep } from '../scenario/scenario.ts';
import { expectedWebhook } from '../scenario/webhook-request.ts';
import type { DiagramGraph, Way } from './diagram-graph.ts';
import { guessFields } from './guess-fields.ts';
import { type FieldGuesses, inventReply } from './invent-reply.ts';
import { type BotPath, waysFrom, waysTo } from './shortest-paths.ts';
import { takeExit } from './take-exit.ts';

/** The key of a way. */
export function keyOf({ block, output }: Way): string {
  return JSON.stringify([block, output]);
}

/** A conversation along a path, with the steps of its scenario. */
export interface PathChat {
  readonly graph: DiagramGraph;
  readonly chat: SimulatedChat;
  readonly steps: ScenarioStep[];
  /** Outputs that the conversation took before the path. */
  readonly before: number;
}

interface Beginning extends Pick<PathChat, 'before'> {
  /** The block of the start, if it is not the greeting. */
  readonly start?: string;
}

/**
 * Begins a conversation on a path: at the greeting, or with the words of keywords. Words that count only while no
 * conversation is under way are typed after a start at their block, which does nothing.
 *
 * @spec KW16
 */
export function beginOn(graph: DiagramGraph, chat: SimulatedChat, [first]: BotPath, steps: ScenarioStep[]): Beginning {
  const entry = first && graph.entries.get(first.block);
  const word = wordTo(graph, first);
  if (entry?.isIdle !== true) chat.start();
  if (word === undefined) return { before: 0 };
  const at = chat.position.kind === 'answer' ? undefined : first?.block;
  if (at !== undefined) chat.start(at);
  steps.push(...expectedSteps(chat.messages), { visitor: word });
  const before = takenWays(chat, graph.bot.number).length;
  chat.reply(word);
  return { before, ...(at !== undefined && { start: at }) };
}

/** The words that lead to a way from keywords. */
function wordTo({ entries }: DiagramGraph, way: Way | undefined): string | undefined {
  return way?.output === undefined ? undefined : entries.get(way.block)?.texts.get(way.output);
}

/** Follows the path. @returns The reason why it could not continue. */
export function follow({ graph, chat, steps, before }: PathChat, path: BotPath): string | undefined {
  const planned = path.filter(({ output }) => output !== undefined);
  const readWays = wayReader(chat, graph.bot.number, before);
  let taken = 0;
  for (;;) {
    steps.push(...expectedSteps(chat.messages));
    for (const way of readWays()) {
      const { block, output } = planned[taken] ?? way;
      taken += 1;
      if (way.block === block && way.output === output) continue;
      return `Block "${block}" should be left by "${output}", and was left by "${way.output}".`;
    }
    const next = planned[taken];
    if (next === undefined) return undefined;
    if (chat.at !== next.block) return `The conversation ends before block "${next.block}".`;
    // A path may reach a condition again, and then take another output.
    const given = takeOutput(graph, chat, next, guessFields(graph, planned.slice(taken)));
    if (given === undefined) return `No answer was found that leaves block "${next.block}" by "${next.output}".`;
    steps.push(...given);
  }
}

/** Inputs of one conversation. */
const mostInputs = 200;
/** How often it may wait at the same place with the same Fields: only time and chance could lead on from there. */
const mostRepeats = 5;

/**
 * Talks until the conversation took these ways, in order, with others between them. @returns The reason why it did not.
 */
export function steer({ graph, chat, steps }: PathChat, goals: BotPath): string | undefined {
  const readWays = wayReader(chat, graph.bot.number);
  let reached = 0;
  /** The remaining path to the goal, while the conversation takes it. */
  let way: BotPath = [];
  /** The words of keywords that were typed for this goal. */
  let said: string | undefined;
  const stands = new Map<string, number>();
  for (let inputs = 0; inputs < mostInputs; inputs += 1) {
    steps.push(...expectedSteps(chat.messages));
    for (const left of readWays()) {
      if (reached < goals.length && keyOf(left) === keyOf(goals[reached] as Way)) reached += 1;
    }
    const goal = goals[reached];
    if (goal === undefined) return undefined;
    const word = wordTo(graph, goal);
    if (word !== undefined && chat.position.kind === 'answer' && word !== said) {
      chat.reply(word);
      steps.push({ visitor: word });
      said = word;
      continue;
    }
    const stand = JSON.stringify([chat.position, chat.calls, chat.fields, reached, said]);
    const repeats = (stands.get(stand) ?? 0) + 1;
    if (repeats > mostRepeats) break;
    stands.set(stand, repeats);
    const ahead = way.at(-1) === goal ? way.findIndex(({ block }) => block === chat.at) : -1;
    way = ahead >= 0 ? way.slice(ahead) : chat.at === undefined ? [] : wayOn(graph, chat, chat.at, goal);
    const guesses = guessFields(graph, [...way, ...goals.slice(reached + 1)]);
    const given = way[0] && takeOutput(graph, chat, way[0], guesses);
    if (given === undefined) break;
    steps.push(...given);
  }
  return 'The conversation did not get there.';
}

/** A shortest path to a goal; in a part of the bot that was called, one out of it. @spec CG15 */
function wayOn(graph: DiagramGraph, chat: SimulatedChat, at: string, goal: Way): BotPath {
  const called = chat.calls.some(({ bot, node }) => bot === graph.bot.number && node === goal.block);
  const direct = called ? [] : wayTo(graph, at, goal);
  if (direct.length > 0 || chat.calls.length === 0) return direct;
  const first = waysFrom(graph, at);
  for (const block of first.keys()) {
    const end = graph.ways.get(block)?.find(({ to }) => to === undefined);
    if (end !== undefined) return [...waysTo(block, first), end];
    if ((graph.ways.get(block) ?? []).length === 0) return waysTo(block, first);
  }
  return [];
}

/** A shortest path from a block that ends with a way; empty if there is none. */
export function wayTo(graph: DiagramGraph, from: string, goal: Way): BotPath {
  const first = waysFrom(graph, from, (block) => block === goal.block);
  return first.has(goal.block) ? [...waysTo(goal.block, first), goal] : [];
}

/** The outputs that the conversation took in this bot. */
export function takenWays(chat: SimulatedChat, number: number): readonly Way[] {
  return wayReader(chat, number)();
}

/** Reads the outputs that the conversation took in this bot since the last call. @param before - Outputs to leave out. */
function wayReader({ trace }: SimulatedChat, number: number, before = 0): () => readonly Way[] {
  let seen = 0;
  let left = before;
  return () => {
    const ways: Way[] = [];
    for (; seen < trace.length; seen += 1) {
      const event = trace[seen];
      if (event?.kind !== 'left' || event.bot !== number) continue;
      if (left > 0) left -= 1;
      else ways.push({ block: event.node, output: event.output, ...(event.to !== undefined && { to: event.to }) });
    }
    return ways;
  };
}

/** Gives the input that should make the bot take an output. @returns The steps; `undefined` if the bot stayed. */
function takeOutput(
  { bot, catalog, ownBehaviours }: DiagramGraph,
  chat: SimulatedChat,
  { block, output = '' }: Way,
  guesses: FieldGuesses,
): readonly ScenarioStep[] | undefined {
  const node = bot.diagram.nodes[block];
  if (!isNode(node)) return undefined;
  if (chat.awaited !== undefined) {
    const { awaited } = chat;
    const asked = awaited.kind === 'webhook' ? expectedWebhook(awaited) : awaited.kind;
    const reply = inventReply(chat.awaited, output, node.params, guesses);
    chat.answer(answerOf(reply));
    return [{ effect: asked, ...reply }];
  }
  if (chat.position.kind !== 'answer') return undefined;
  const button = buttonOf(chat.messages, output);
  if (button !== undefined) {
    chat.press(button);
    return [{ press: button }];
  }
  const definition = catalog.byTemplate(node.template);
  const exit = takeExit(chat, node.params, output, definition?.takesFiles === true);
  if (exit !== undefined) return exit;
  const guessed = (definition?.setsFields?.(node.params) ?? []).map((name) => guesses.get(name));
  const answers = guessed.filter((value) => value !== undefined && typeof value !== 'object').map(String);
  const before = chat.trace.length;
  const parts: ScenarioStep[] = [];
  for (const answer of [...answers, ...sampleAnswers(definition?.name ?? '', node.params, ownBehaviours, output)]) {
    const waiting = JSON.stringify(chat.position);
    if (typeof answer === 'string') chat.reply(answer);
    else chat.send(answer);
    const step = typeof answer === 'string' ? { visitor: answer } : { send: answer };
    const isLeft = chat.trace.slice(before).some(({ kind }) => kind === 'left') || chat.position.kind !== 'answer';
    if (isLeft) return [...parts, step];
    // The block took it as a part of the answer, such as one of several files.
    if (JSON.stringify(chat.position) !== waiting) parts.push(step, ...expectedSteps(chat.messages));
  }
  return undefined;
}

/** The label of the button whose payload is the output; its payload, if another button has the same label. */
function buttonOf(messages: readonly BotMessage[], output: string): string | undefined {
  const dialog = messages.findLast((message) => message.type === 'dialog');
  const label = dialog?.buttons[dialog.payloads.indexOf(output)];
  if (label === undefined) return undefined;
  return dialog?.buttons.indexOf(label) === dialog?.payloads.indexOf(output) ? label : output;
}
