import {
  type AwaitedEffect,
  type BotMessage,
  isEqualJson,
  isJsonObject,
  type JsonValue,
} from '@botwright/core/conversation';
import { diffArrays } from 'diff';
import { type EffectAnswer, type EffectAnswers, failed, unanswered } from '../chat/effect-answers.ts';
import { renderBotMessage } from '../chat/message-text.ts';
import { type SimulateOptions, simulate } from '../chat/simulate.ts';
import type { SimulatedChat } from '../chat/simulated-chat.ts';
import type { BotSource } from '../chat/tested-bot.ts';
import { matchesText, renderPattern, type TextPattern } from '../chat/text-pattern.ts';
import { looksLike, namesAfter } from '../texts/code-points.ts';
import { matchesMessage, renderExpectation } from './match-message.ts';
import type { ReadScenarios } from './read-scenarios.ts';
import type { EffectReply, Expectation, Scenario, ScenarioStep } from './scenario.ts';
import { type Path, type Place, renderPlace } from './scenario-text.ts';
import { comparedMember } from './webhook-request.ts';

/** The outcome of one scenario, with the whole conversation. */
export interface ScenarioResult {
  /** From the scenario. */
  readonly name: string;
  /** Whether every expectation held; `failure` is absent then. */
  readonly ok: boolean;
  /** The conversation up to its end or failure. */
  readonly chat: SimulatedChat;
  /** The first difference from the scenario. */
  readonly failure?: ScenarioFailure;
  /** Of a failed scenario: the steps up to the failure, and first the start. */
  readonly steps?: readonly TakenStep[];
  /** The number of attempts, if the scenario was repeated with a server. */
  readonly attempts?: number;
  /** The number of expectations that a server does not show. */
  readonly unchecked?: number;
}

/** Why a scenario failed, with the place of its step. */
export interface ScenarioFailure {
  /** One sentence. */
  readonly message: string;
  /** Lines of expected messages (`- `), others instead (`+ `) and equal ones; may be empty. */
  readonly diff: readonly string[];
  /** Path in the scenario, such as `['steps', 3, 'bot']`. */
  readonly path: Path;
  /** Place in its file, if it was read from one. */
  readonly place?: Place;
  /** The place of the step `use` in its file, if the step is a shared one. */
  readonly usedAt?: Place;
}

/** A step of a scenario, and the state of the conversation after it. */
export interface TakenStep {
  /** Absent for the start. */
  readonly step?: ScenarioStep;
  /** The number of the bot, and the id of the block, where the conversation is. */
  readonly bot: number;
  /** Absent before the start. */
  readonly at?: string;
  /** Values of the customer's Fields by name. */
  readonly fields: Readonly<Record<string, JsonValue>>;
  /** The messages since the last input. */
  readonly messages: readonly BotMessage[];
}

/** The options of a simulation, and the source of scenarios. */
export interface ScenarioOptions extends SimulateOptions {
  /** The file of the scenario: failures then have a place. */
  readonly from?: ReadScenarios;
}

export type Failure = Omit<ScenarioFailure, 'place' | 'usedAt'>;

/** The part of a chat that a scenario acts on and is compared with. */
export type ScenarioTalk = Pick<
  SimulatedChat,
  | ('start' | 'reply' | 'press' | 'send' | 'answer' | 'pass')
  | ('messages' | 'fields' | 'bot' | 'at' | 'position' | 'isOver' | 'awaited' | 'diagrams')
>;

/** An expected message with its path in the scenario. */
interface ExpectedMessage {
  readonly expected: Expectation;
  readonly path: Path;
}

/** The expectations of a turn. */
interface ExpectedTurn {
  readonly messages: readonly ExpectedMessage[];
  /** The path of the last expectation. */
  readonly path: Path;
}

/**
 * Runs a scenario up to the first difference.
 *
 * @throws {DiagramRefused} When the diagram of a bot breaks a rule.
 * @spec TE22, TE23, TE24, TE25, TE26, WT32, EX40
 */
export function runScenario(scenario: Scenario, source: BotSource, options: ScenarioOptions = {}): ScenarioResult {
  const { from, ...simulation } = options;
  const channelFamily = options.channelFamily ?? from?.channel_family;
  const can = options.can ?? from?.can;
  const chat = simulate(source, {
    ...simulation,
    ...(channelFamily !== undefined && { channelFamily }),
    ...(can !== undefined && { can }),
    ...(scenario.now !== undefined && { now: scenario.now }),
    ...(scenario.steps.some((step) => 'wait' in step) && { skipsWaits: false }),
    fields: { ...options.fields, ...scenario.fields },
    effects: { ...modelsOf(scenario), ...options.effects, ...answersOf(scenario.effects ?? {}) },
  });
  const steps: TakenStep[] = [];
  const comparison = compareSteps(scenario, chat, steps);
  let next = comparison.next();
  while (!next.done) next = comparison.next();
  return { ...resultOf(scenario, next.value, steps, from), chat };
}

/** The result of a comparison, with the places of a failure. */
export function resultOf(
  scenario: Scenario,
  failure: Failure | undefined,
  steps: readonly TakenStep[],
  from?: ReadScenarios,
): Omit<ScenarioResult, 'chat'> {
  if (failure === undefined) return { name: scenario.name, ok: true };
  const place = from?.placeOf(scenario, failure.path);
  const usedAt = from?.placeOfUse(scenario, failure.path);
  const places = { ...(place && { place }), ...(usedAt && { usedAt }) };
  return { name: scenario.name, ok: false, failure: { ...failure, ...places }, steps };
}

/**
 * Answers the language models of a scenario, unless its steps do.
 *
 * @spec LM40
 */
function modelsOf({ models, steps }: Scenario): EffectAnswers {
  const isAnswered = ({ effect }: Extract<ScenarioStep, { effect: unknown }>): boolean =>
    (typeof effect === 'string' ? effect : effect.kind) === 'language_model';
  if (models === undefined && steps.some((step) => 'effect' in step && isAnswered(step))) return {};
  const left = new Map(Object.entries(models ?? {}).map(([block, answers]) => [block, [...answers]]));
  return {
    language_model({ node = '' }) {
      const answer = left.get(node)?.shift();
      if (answer === undefined) return failed('no_answer');
      return isJsonObject(answer) ? answer : { text: String(answer) };
    },
  };
}

/** Writes a result in lines for people: the name, and the difference. @spec TE27 */
export function renderScenarioResult({ name, failure }: ScenarioResult): string {
  if (failure === undefined) return `ok   ${name}`;
  const { message, place, path, diff } = failure;
  const where = place === undefined ? path.join('.') : renderPlace(place);
  return [`FAIL ${name} (${where})`, `     ${message}`, ...diff.map((line) => `       ${line}`)].join('\n');
}

/**
 * Takes the steps of a scenario up to the first difference. It yields after each input of the visitor: a talk that waits
 * for the bot's answers continues once they are there, or throws the reason why the input failed.
 *
 * @param taken - Each step is added.
 * @param isShown - Whether the talk shows the part that a step expects; others are not compared.
 */
export function* compareSteps(
  scenario: Scenario,
  chat: ScenarioTalk,
  taken: TakenStep[],
  isShown: (step: ScenarioStep) => boolean = () => true,
): Generator<void, Failure | undefined, void> {
  let turn: ExpectedTurn | undefined;
  let isCompared = false;
  /** The step of the last input. */
  let input: Path = [];
  const begun = yield* attempt([], () => chat.start(scenario.start));
  taken.push(takenStep(chat));
  if (begun !== undefined) return begun;
  for (const [index, step] of scenario.steps.entries()) {
    const path = ['steps', index];
    if (!isShown(step)) continue;
    if ('bot' in step) {
      const at = [...path, 'bot'];
      turn = { messages: [...(turn?.messages ?? []), ...expectedIn(step.bot, at)], path: at };
      isCompared = true;
      taken.push(takenStep(chat, step));
      continue;
    }
    const isNext = isInput(step);
    const failure = compareTurn(turn, chat.messages) ?? (isNext && !isCompared ? findError(chat, input) : undefined);
    if (failure !== undefined) return failure;
    const refused = yield* takeStep(chat, step, path);
    taken.push(takenStep(chat, step));
    if (refused !== undefined) return refused;
    turn = undefined;
    if (!isNext) continue;
    isCompared = false;
    input = path;
  }
  return compareTurn(turn, chat.messages) ?? (isCompared ? undefined : findError(chat, input));
}

function takenStep({ bot, at, fields, messages }: ScenarioTalk, step?: ScenarioStep): TakenStep {
  return { ...(step && { step }), bot, ...(at !== undefined && { at }), fields, messages };
}

/** Whether the bot may answer to the step. */
function isInput(step: ScenarioStep): boolean {
  return (
    'visitor' in step || 'press' in step || 'send' in step || 'wait' in step || ('effect' in step && isReply(step))
  );
}

/** An unexpected error ends the scenario, also in a turn without expectations. @spec TE35 */
function findError({ messages }: ScenarioTalk, path: Path): Failure | undefined {
  const error = messages.find(({ type }) => type === 'event');
  return error && { message: 'The conversation ended with an error.', diff: diffTurn([], [error]), path };
}

function expectedIn(written: Expectation | readonly Expectation[], path: Path): readonly ExpectedMessage[] {
  if (!isList(written)) return [{ expected: written, path }];
  return written.map((expected, at) => ({ expected, path: [...path, at] }));
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}

function* takeStep(
  chat: ScenarioTalk,
  step: Exclude<ScenarioStep, { bot: unknown }>,
  path: Path,
): Generator<void, Failure | undefined, void> {
  if ('visitor' in step) return yield* attempt([...path, 'visitor'], () => chat.reply(step.visitor));
  if ('press' in step) return yield* attempt([...path, 'press'], () => chat.press(step.press));
  if ('send' in step) return yield* attempt([...path, 'send'], () => chat.send(step.send));
  if ('wait' in step) return yield* attempt([...path, 'wait'], () => chat.pass(step.wait));
  if ('pass' in step) return yield* attempt([...path, 'pass'], () => chat.pass(step.pass));
  if ('fields' in step) return compareFields(step.fields, chat.fields, [...path, 'fields']);
  if ('at' in step) return compareBlock(chat, step.at, [...path, 'at']);
  if ('ends_at' in step) return compareEnd(chat, step.ends_at, [...path, 'ends_at']);
  const { effect, ...reply } = step;
  const failure = compareEffect(chat.awaited, effect, [...path, 'effect']);
  return failure ?? (yield* attempt(path, () => (isReply(reply) ? chat.answer(answerOf(reply)) : undefined)));
}

/** An input that the chat refuses is a failure of the scenario. @spec TE26 */
function* attempt(path: Path, act: () => void): Generator<void, Failure | undefined, void> {
  try {
    act();
    yield;
    return undefined;
  } catch (error) {
    return { message: error instanceof Error ? error.message : String(error), diff: [], path };
  }
}

/**
 * Compares all messages since the last input. Skips turns without expectations.
 *
 * @spec TE22
 */
function compareTurn(turn: ExpectedTurn | undefined, said: readonly BotMessage[]): Failure | undefined {
  if (turn === undefined) return undefined;
  const { messages, path } = turn;
  const wrong = messages.find(({ expected }, at) => !fits(expected, said[at]));
  if (wrong === undefined && said.length === messages.length) return undefined;
  const message =
    said.length === 0 ? 'The bot said nothing.' : `The bot said ${wrong === undefined ? 'more' : 'something else'}.`;
  return { message, diff: diffTurn(messages, said), path: wrong?.path ?? path };
}

function fits(expected: Expectation, message: BotMessage | undefined): boolean {
  return message !== undefined && matchesMessage(expected, message);
}

/** Lines in the form of a unified diff: missing messages, and unexpected ones. */
function diffTurn(expected: readonly ExpectedMessage[], said: readonly BotMessage[]): readonly string[] {
  type Line = ExpectedMessage | BotMessage;
  const isSame = (left: Line, right: Line): boolean =>
    'expected' in left && !('expected' in right) && fits(left.expected, right);
  const linesOf = (line: Line): readonly string[] =>
    ('expected' in line ? renderExpectation(line.expected) : renderBotMessage(line)).split('\n');
  const parts = diffArrays<Line>([...expected], [...said], { comparator: isSame });
  return parts.flatMap(({ value, removed, added }, nth) => {
    const instead =
      removed && parts[nth + 1]?.added ? parts[nth + 1] : added && parts[nth - 1]?.removed && parts[nth - 1];
    const others = (instead ? instead.value : []).map(linesOf);
    const mark = removed ? '- ' : added ? '+ ' : '  ';
    return value.flatMap((line, at) =>
      linesOf(line).map((text, row) => mark + (mark === '  ' ? quoted(text) : renderText(text, others[at]?.[row]))),
    );
  });
}

/** Writes a line with invisible characters, such as a space at its end, as JSON. */
function quoted(line: string): string {
  return /^\s|\s$|[^\S ]|\p{C}/u.test(line) ? JSON.stringify(line) : line;
}

/**
 * The same, with names of invisible characters and of characters that look like others in the other text. @spec TE72
 */
function renderText(line: string, other: string | undefined): string {
  const names = namesAfter(line, other);
  return names === '' ? quoted(line) : JSON.stringify(line) + names;
}

function namesIn(value: JsonValue, other: JsonValue): string {
  const [text, otherText] = [value, other].map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
  return namesAfter(text as string, otherText);
}

type Values = Readonly<Record<string, JsonValue>>;

/** @spec TE23 */
function compareFields(expected: Values, found: Values, path: Path): Failure | undefined {
  const wrong = Object.keys(expected).filter((name) => !isEqualJson(memberOf(expected, name), memberOf(found, name)));
  const [first] = wrong;
  if (first === undefined) return undefined;
  const shown = (value: JsonValue) => (value === null ? '(none)' : JSON.stringify(value));
  const diff = wrong.flatMap((name) => {
    const [wanted, came] = [memberOf(expected, name), memberOf(found, name)];
    return [`- ${name}: ${shown(wanted)}${namesIn(wanted, came)}`, `+ ${name}: ${shown(came)}${namesIn(came, wanted)}`];
  });
  return { message: `The Fields have other values.`, diff, path: [...path, first] };
}

function memberOf(values: Values, name: string): JsonValue {
  return Object.hasOwn(values, name) ? (values[name] as JsonValue) : null;
}

/** @spec TE25 */
function compareBlock({ at, diagrams }: ScenarioTalk, block: string, path: Path): Failure | undefined {
  if (at === block) return undefined;
  if (![...diagrams.values()].some(({ nodes }) => Object.hasOwn(nodes, block))) {
    const alike = [...diagrams.values()].flatMap(({ nodes }) => Object.keys(nodes)).find((id) => looksLike(block, id));
    const diff = alike === undefined ? [] : [`- ${renderText(block, alike)}`, `+ ${renderText(alike, block)}`];
    return { message: `There is no block "${block}" in the diagram.`, diff, path };
  }
  const diff = [`- ${renderText(block, at)}`, `+ ${at === undefined ? '(none)' : renderText(at, block)}`];
  return { message: 'The conversation is at another block.', diff, path };
}

/** @spec TE25 */
function compareEnd(chat: ScenarioTalk, block: string, path: Path): Failure | undefined {
  if (chat.isOver || chat.position.kind === 'agent') return compareBlock(chat, block, path);
  const message = `The conversation has not ended: it is at block "${chat.at ?? ''}".`;
  return { message, diff: [], path };
}

/** @spec TE24, SF12 */
function compareEffect(
  awaited: AwaitedEffect | undefined,
  expected: Extract<ScenarioStep, { effect: unknown }>['effect'],
  path: Path,
): Failure | undefined {
  if (awaited === undefined) return { message: 'The bot waits for no effect.', diff: [], path };
  const members = Object.entries(typeof expected === 'string' ? { kind: expected } : expected);
  const known = awaited as unknown as Values;
  const found = Object.fromEntries(
    members.map(([name, value]) => [name, comparedMember(memberOf(known, name), name, value)]),
  );
  const wrong = members.filter(([name, value]) => !fitsMember(value, memberOf(found, name)));
  const [first] = wrong;
  if (first === undefined) return undefined;
  const diff = wrong.flatMap(([name, value]) => {
    const came = memberOf(found, name);
    const left = isPattern(value) ? renderPattern(value) : JSON.stringify(value);
    const right = typeof came === 'string' ? came : JSON.stringify(came);
    return [`- ${name}: ${left}${namesIn(left, right)}`, `+ ${name}: ${right}${namesIn(right, left)}`];
  });
  const at = typeof expected === 'string' ? path : [...path, first[0]];
  return { message: 'The bot waits for another effect.', diff, path: at };
}

function fitsMember(expected: JsonValue | TextPattern, found: JsonValue): boolean {
  if (isPattern(expected) && typeof found === 'string') return matchesText(expected, found);
  if (isJsonObject(expected) && isJsonObject(found) && !isPattern(expected)) {
    const names = Object.keys(expected);
    return (
      names.length === Object.keys(found).length &&
      names.every((name) => fitsMember(memberOf(expected, name), memberOf(found, name)))
    );
  }
  return isEqualJson(expected as JsonValue, found);
}

function isPattern(value: unknown): value is TextPattern {
  if (typeof value === 'string') return true;
  return isJsonObject(value) && ('contains' in value || 'matches' in value);
}

function isReply(reply: EffectReply): boolean {
  return 'answer' in reply || 'fails' in reply;
}

/** The answer of a scenario to an effect. */
export function answerOf({ answer, fails }: EffectReply): EffectAnswer {
  return fails === undefined ? (answer as EffectAnswer) : failed(fails);
}

/** Each answer of a list is used once; then the chat waits. @spec TE24 */
function answersOf(replies: NonNullable<Scenario['effects']>): EffectAnswers {
  return Object.fromEntries(
    Object.entries(replies).map(([kind, written]) => {
      if (!isList(written)) return [kind, () => answerOf(written)];
      const left = [...written];
      return [
        kind,
        () => {
          const next = left.shift();
          return next === undefined ? unanswered : answerOf(next);
        },
      ];
    }),
  );
}
