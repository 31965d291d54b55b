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
import type { BotPath } from './shortest-paths.ts';
import { wishedFields } from './wished-fields.ts';

/** A scenario along a path, with answers that were made up. */
export interface ScenarioSkeleton {
  /** It passes, as far as it goes. */
  readonly scenario: Scenario;
  readonly path: BotPath;
  /** Why the conversation does not take the whole path; absent when it does. */
  readonly todo?: string;
}

/**
 * Writes a scenario for each of the paths that together take every output of a bot: what the bot says is what it says
 * now, answers and Fields are made up so that conditions choose as the path goes, where they can be.
 *
 * @throws {DiagramRefused} When the diagram of a bot breaks a rule.
 * @spec TE52, TE53
 */
export function scenarioSkeletons(source: BotSource, options: SimulateOptions = {}): readonly ScenarioSkeleton[] {
  const graph = diagramGraph(source, options);
  return coveringPaths(source, options).map((path, at) => skeletonOf(graph, path, at + 1, options));
}

function skeletonOf(graph: DiagramGraph, path: BotPath, number: number, options: SimulateOptions): ScenarioSkeleton {
  const wishes = wishedFields(graph, path);
  const written = new Set(path.flatMap(({ block }) => fieldsSetBy(graph, block)));
  const given = [...wishes].filter(([name]) => !written.has(name));
  const chat = simulate(graph.bot, { ...options, fields: { ...options.fields, ...Object.fromEntries(given) } });
  const steps: ScenarioStep[] = [];
  chat.start();
  const todo = follow(graph, path, chat, steps, wishes);
  const isEnd = chat.isOver || chat.position.kind === 'agent';
  if (chat.at !== undefined) steps.push(isEnd ? { ends_at: chat.at } : { at: chat.at });
  const last = path.at(-1);
  const name = `Path ${number}: to ${last?.to ?? `${last?.block} ${last?.output}`}`;
  const fields = given.length === 0 ? {} : { fields: Object.fromEntries(given) };
  return { scenario: { name, ...fields, steps }, path, ...(todo !== undefined && { todo }) };
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
    const wrong = taken.findIndex((way, at) => planned[at] !== undefined && !isSameWay(way, planned[at]));
    if (wrong >= 0) return strayed(planned[wrong] as Way, taken[wrong] as Way);
    const next = planned[taken.length];
    if (next === undefined) return undefined;
    if (chat.at !== next.block) return `The conversation ends before block "${next.block}".`;
    const step = takeOutput(graph, chat, next, wishes);
    if (step === undefined) return `No answer was found that leaves block "${next.block}" by "${next.output}".`;
    steps.push(step);
  }
}

function strayed(planned: Way, taken: Way): string {
  return `Block "${planned.block}" should be left by "${planned.output}", and was left by "${taken.output}".`;
}

/** The outputs that the conversation left blocks of this bot by. */
function takenWays(chat: SimulatedChat, number: number): readonly Way[] {
  return chat.trace.flatMap((event) =>
    event.kind === 'left' && event.bot === number ? [{ block: event.node, output: event.output }] : [],
  );
}

function isSameWay(one: Way, other: Way): boolean {
  return one.block === other.block && one.output === other.output;
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
