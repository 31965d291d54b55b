import {
  type AwaitedEffect,
  applyFieldWrites,
  awaitedEffectOf,
  type BotMessage,
  type ConversationInput,
  type ConversationRunner,
  type ConversationState,
  createConversation,
  type Effect,
  type EffectOutcome,
  type FeedbackConfiguration,
  type Fields,
  fillLateReferences,
  type JsonValue,
  type PreparedBot,
  readIsoDate,
  type Step,
  type TraceEvent,
  typedValue,
  type VisitorInput,
} from '@botwright/core/conversation';
import { type Catalog, type ChannelCapabilities, createCatalog } from '@botwright/core/diagram';
import type { EpochMs } from '@botwright/core/ports';
import { type BlockBehaviour, conversationRunner, type DefinedBlock, type RunnerLimits } from '@botwright/core/runner';
import { simulatedClock } from '@botwright/core/testing';
import { buttonsOf, pressed } from './buttons.ts';
import { millisecondsOf } from './duration.ts';
import { answerTo, type EffectAnswer, type EffectAnswers, outcomeOf } from './effect-answers.ts';
import { textOfMessage, textOfVisitorInput } from './message-text.ts';
import { type SentMessage, visitorInputOfSent } from './sent-message.ts';
import type { SimulatedChat, TranscriptEntry } from './simulated-chat.ts';
import { type BotSource, prepareTestedBot, type WholeBot, wholeBot } from './tested-bot.ts';

/** The blocks, Fields, time and outcomes of effects that a simulated bot has. */
export interface SimulateOptions {
  /** The family of a bot that is only a diagram. Default `native`. */
  readonly channelFamily?: string;
  /** The features of the channel family, for bots that do not say them. Default: the features of the shipped family. */
  readonly can?: ChannelCapabilities;
  /** The targets of jumps, by number. */
  readonly bots?: Readonly<Record<number, BotSource>>;
  /** Answers by kind of effect, or functions that make them. Default: the chat waits for `answer`. */
  readonly effects?: EffectAnswers;
  /** The customer's Fields before the start. Values determine their types. */
  readonly fields?: Readonly<Record<string, JsonValue>>;
  /** The question at the end of the bot's conversations. Default: none is asked. */
  readonly feedback?: FeedbackConfiguration;
  /** A stored conversation to go on with, in place of a new one with `fields`. */
  readonly stored?: { readonly state: ConversationState; readonly fields: Fields };
  /** The start of the conversation in ISO 8601. Default `2026-01-01T00:00:00Z`. */
  readonly now?: string;
  /** Accept diagrams that break rules. */
  readonly unchecked?: boolean;
  /** The host's own blocks, made with `defineBlock` of `@botwright/core/runner`. */
  readonly blocks?: readonly DefinedBlock[];
  /** The kinds of block. Default: the shipped ones and `blocks`. */
  readonly catalog?: Catalog;
  /** The behaviours of own blocks that `catalog` defines. */
  readonly behaviours?: readonly BlockBehaviour[];
  /** Absent members have the values of `defaultLimits` of the runner. */
  readonly limits?: Partial<RunnerLimits>;
  /** A runner with the same blocks and limits, shared by many chats for speed. Default: one for each chat. */
  readonly runner?: ConversationRunner;
  /**
   * Whether the chat skips the time of each block `wait`. Default yes; with no, `pass` ends waits, and the visitor can
   * write before.
   */
  readonly skipsWaits?: boolean;
}

/**
 * Lets a scripted visitor talk to a bot. The same script always gives the same conversation: only `pass` advances the
 * time, and ids are counted.
 *
 * @throws {DiagramRefused} When the diagram of a bot breaks a rule.
 * @spec TE1, TE2, TE3, TE9, TE11
 * @example
 * const chat = simulate(diagram);
 * chat.start();
 * chat.reply('Ann');
 * expect(chat.said).toEqual(['Hi Ann']);
 *
 */
export function simulate(source: BotSource, options: SimulateOptions = {}): SimulatedChat {
  return simulation(source, options)();
}

/** Prepares the bots once for many chats, which may differ in these options. @throws {DiagramRefused} */
export function simulation(
  source: BotSource,
  options: SimulateOptions,
): (given?: Pick<SimulateOptions, 'effects' | 'skipsWaits'>) => SimulatedChat {
  const catalog = options.catalog ?? createCatalog(options.blocks);
  const { unchecked = false } = options;
  const first = wholeBot(source, 1, options.channelFamily, options.can);
  const bots = wholeBots(first, options.bots ?? {});
  const prepared = new Map(
    [...bots].map(([key, bot]) => {
      return [key, prepareTestedBot(bot, catalog, !unchecked, key === first.number ? undefined : key)];
    }),
  );
  const runner = options.runner ?? runnerOf({ ...options, catalog });
  const diagrams = new Map([...bots].map(([number, { diagram }]) => [number, diagram]));
  const { state, fields } = options.stored ?? {
    state: createConversation('chat', first.number),
    fields: fieldsOf(options.fields ?? {}),
  };
  const parts = { first: prepared.get(first.number) as PreparedBot, prepared, runner, catalog, state, fields };
  return (given = {}) => chatOf(openChat(parts, { ...options, ...given }), diagrams);
}

/** Makes a runner with these blocks and limits. */
export function runnerOf(
  options: Pick<SimulateOptions, 'blocks' | 'catalog' | 'behaviours' | 'limits'>,
): ConversationRunner {
  const { blocks = [], catalog, behaviours, limits } = options;
  return conversationRunner({
    blocks,
    ...(catalog && { catalog }),
    ...(behaviours && { behaviours }),
    ...(limits && { limits }),
  });
}

function chatOf(chat: Chat, diagrams: SimulatedChat['diagrams']): SimulatedChat {
  const { transcript, effects, trace, catalog } = chat;
  return {
    start: (at) => start(chat, at),
    reply: (text) => write(chat, 'reply', { type: 'text', text }),
    press: (button) => press(chat, button),
    send: (message: SentMessage) => write(chat, 'send', visitorInputOfSent(message)),
    answer: (given) => answer(chat, given),
    pass(time) {
      const passed = millisecondsOf(time);
      if (!(passed >= 0)) throw new RangeError('Time passes forwards only.');
      const end = chat.clock.now() + passed;
      transcript.push({ from: 'clock', passed: time });
      passUntil(chat, end);
    },
    get said() {
      return chat.messages.map(textOfMessage);
    },
    get messages() {
      return chat.messages;
    },
    get buttons() {
      return buttonsOf(chat.messages).map(({ label }) => label);
    },
    get fields() {
      return Object.fromEntries(Object.entries(chat.fields).map(([name, { value }]) => [name, value]));
    },
    get bot() {
      return chat.state.bot;
    },
    get at() {
      return trace.findLast(({ kind }) => kind === 'entered' || kind === 'resumed')?.node;
    },
    get position() {
      return chat.state.at;
    },
    get calls() {
      return chat.state.stack ?? [];
    },
    get isOver() {
      return chat.state.at.kind === 'ended';
    },
    get awaited() {
      return chat.awaited;
    },
    transcript,
    effects,
    trace,
    diagrams,
    catalog,
  };
}

/** The state of a chat. */
type Chat = ReturnType<typeof openChat>;

/** The parts of all chats of a simulation. */
interface SharedParts {
  readonly first: PreparedBot;
  readonly prepared: ReadonlyMap<number, PreparedBot>;
  readonly runner: ConversationRunner;
  readonly catalog: Catalog;
  /** Before the first input. */
  readonly state: ConversationState;
  readonly fields: Fields;
}

function openChat({ first, prepared, runner, catalog, state, fields }: SharedParts, options: SimulateOptions) {
  const { effects = {}, feedback, now, skipsWaits = true } = options;
  return {
    runner,
    feedback,
    skipsWaits,
    catalog,
    answers: effects,
    first,
    prepared,
    clock: simulatedClock(...(now === undefined ? [] : [readMoment(now)])),
    transcript: [] as TranscriptEntry[],
    effects: [] as Effect[],
    trace: [] as TraceEvent[],
    bot: first,
    state,
    fields,
    messages: [] as readonly BotMessage[],
    awaited: undefined as AwaitedEffect | undefined,
    /** Messages that are read after the wait. */
    held: [] as readonly VisitorInput[],
  };
}

function start(chat: Chat, at: string | undefined): void {
  chat.bot = chat.first;
  chat.transcript.push({ from: 'start', ...(at !== undefined && { at }) });
  chat.held = [];
  take(chat, { kind: 'start', ...(at !== undefined && { node: at }) });
}

/** @throws {Error} When the bot accepts no message. @spec TE10, KW16 */
function write(chat: Chat, verb: string, message: VisitorInput): void {
  assertListening(chat, verb);
  chat.transcript.push({ from: 'visitor', message });
  const { at } = chat.state;
  if (at.kind !== 'pause' || at.interruptible === true) take(chat, { kind: 'message', message });
  else {
    chat.messages = [];
    chat.held = [...chat.held, message];
  }
}

/** @throws {Error} When the bot accepts no message, or offers no such button. @spec TE5, TE10, TE72 */
function press(chat: Chat, button: string): void {
  assertListening(chat, 'press');
  write(
    chat,
    'press',
    pressed(chat.messages, button, () => earlierDialog(chat)),
  );
}

/** The last message whose buttons are those of the question that waits, also from before the last input. */
function earlierDialog({ transcript, state: { buttons } }: Chat): BotMessage | undefined {
  const open = new Set(buttons?.open);
  const entry = transcript.findLast(
    (each) =>
      each.from === 'bot' && 'payloads' in each.message && each.message.payloads.every((payload) => open.has(payload)),
  );
  return entry?.from === 'bot' ? entry.message : undefined;
}

/** @throws {Error} When the bot does not wait for an effect. @spec TE8, TE10 */
function answer(chat: Chat, given?: EffectAnswer): void {
  const { awaited } = chat;
  if (awaited === undefined) throw new Error('The bot waits for no effect: there is nothing to answer.');
  take(chat, resultOf(chat, awaited, outcomeOf(awaited, given)));
}

/** Works an input, and all that follows immediately. @spec TE2, TE7, WT30 */
function take(chat: Chat, input: ConversationInput): void {
  chat.messages = [];
  work(chat, input);
  skipWaits(chat);
}

function skipWaits(chat: Chat): void {
  // The runner ends a conversation that waits again and again.
  while (chat.skipsWaits && chat.state.at.kind === 'pause') endWait(chat, chat.state.at.until);
}

/** Lets time pass, and works all that becomes due until then. @spec WT31, EX30 */
function passUntil(chat: Chat, end: EpochMs): void {
  let isFirst = true;
  for (let until = endOf(chat); until !== undefined && until <= end; until = endOf(chat)) {
    if (isFirst) chat.messages = [];
    isFirst = false;
    endWait(chat, until);
    skipWaits(chat);
  }
  chat.clock.advance(Math.max(0, end - chat.clock.now()));
}

function endOf({ state: { at } }: Chat): EpochMs | undefined {
  return at.kind === 'answer' || at.kind === 'pause' ? at.until : undefined;
}

/** Works the end of a wait, then the messages that came during it. */
function endWait(chat: Chat, until: EpochMs): void {
  chat.clock.advance(Math.max(0, until - chat.clock.now()));
  work(chat, { kind: 'timeout', turn: chat.state.turn });
  for (let [message] = chat.held; message !== undefined && isListening(chat); [message] = chat.held) {
    chat.held = chat.held.slice(1);
    work(chat, { kind: 'message', message });
  }
}

function isListening({ awaited, state: { at } }: Chat): boolean {
  return awaited === undefined && (at.kind !== 'pause' || at.interruptible === true);
}

function work(chat: Chat, input: ConversationInput): void {
  let next: ConversationInput | undefined = input;
  while (next !== undefined) {
    const awaited = awaitedEffectOf(takeStep(chat, next).effects);
    chat.awaited = awaited;
    const outcome = awaited && outcomeNow(chat, awaited);
    next = awaited && outcome && resultOf(chat, awaited, outcome);
  }
}

function takeStep(chat: Chat, input: ConversationInput): Step {
  const { runner, bot, clock, feedback, trace, transcript, effects } = chat;
  const context = { now: clock.now(), fields: chat.fields, ...(feedback && { feedback }) };
  const step = runner.step(bot, chat.state, input, { ...context, trace: (event) => trace.push(event) });
  chat.state = step.state;
  chat.fields = applyFieldWrites(chat.fields, step.writes);
  chat.messages = chat.messages.length === 0 ? step.messages : [...chat.messages, ...step.messages];
  for (const message of step.messages) transcript.push({ from: 'bot', message });
  const filled = step.effects.map((effect) => withLateTexts(transcript, effect));
  for (const effect of filled) effects.push(effect);
  return { ...step, effects: filled };
}

/** Fills late references by the conversation until now. @spec LM20 */
function withLateTexts(transcript: readonly TranscriptEntry[], effect: Effect): Effect {
  if (!('late' in effect)) return effect;
  const lines = transcript.flatMap((entry) => {
    if (entry.from === 'bot' && entry.message.type !== 'event') return [`bot: ${textOfMessage(entry.message)}`];
    return entry.from === 'visitor' ? [`visitor: ${textOfVisitorInput(entry.message)}`] : [];
  });
  const last = transcript.findLast(({ from }) => from === 'visitor');
  const texts = {
    '#last': last?.from === 'visitor' ? textOfVisitorInput(last.message) : '',
    '#transcript': lines.join('\n'),
  };
  return fillLateReferences(effect, texts) ?? effect;
}

/** @spec TE9 */
function outcomeNow(chat: Chat, effect: AwaitedEffect): EffectOutcome | undefined {
  const target = effect.kind === 'jump' ? chat.prepared.get(effect.bot) : undefined;
  if (target === undefined) return answerTo(effect, chat.answers);
  chat.bot = target;
  return { ok: true };
}

function resultOf(chat: Chat, effect: AwaitedEffect, outcome: EffectOutcome): ConversationInput {
  chat.transcript.push({ from: 'host', effect, outcome });
  return { kind: 'result', effect: effect.id, outcome };
}

/** A bot with keywords listens before the start and after the end, too. */
function assertListening({ state, awaited, bot, catalog }: Chat, verb: string): void {
  if ((state.at.kind === 'new' || state.at.kind === 'ended') && hasEntry(bot, catalog)) return;
  if (state.at.kind === 'new') throw new Error(`Call start() before ${verb}(): the bot speaks first.`);
  if (state.at.kind === 'ended') {
    throw new Error(`The conversation is over (${state.at.reason}): start it again first.`);
  }
  if (awaited === undefined) return;
  const asked = awaited.node === undefined ? '' : ` of block "${awaited.node}"`;
  throw new Error(`The bot waits for the outcome of the effect "${awaited.kind}"${asked}: answer it first.`);
}

function hasEntry(bot: PreparedBot, catalog: Catalog): boolean {
  return bot.nodeIds.some((id) => {
    const node = bot.findNode(id);
    return typeof node === 'object' && catalog.byTemplate(node.template)?.entry === true;
  });
}

/** @throws {TypeError} When two bots have the same number. */
function wholeBots(first: WholeBot, others: Readonly<Record<number, BotSource>>): ReadonlyMap<number, WholeBot> {
  const bots = new Map([[first.number, first]]);
  for (const [key, source] of Object.entries(others)) {
    const bot = { ...wholeBot(source, Number(key), first.channelFamily, first.can), number: Number(key) };
    if (bots.has(bot.number)) throw new TypeError(`Two bots have the number ${key}.`);
    bots.set(bot.number, bot);
  }
  return bots;
}

/** @throws {TypeError} When the text is malformed. */
function readMoment(text: string): EpochMs {
  const moment = readIsoDate(text);
  if (moment === undefined) throw new TypeError(`"${text}" is not a time such as 2026-01-01T09:00:00Z.`);
  return moment;
}

/** @throws {TypeError} When no Field can have a value. */
function fieldsOf(values: Readonly<Record<string, JsonValue>>): Fields {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = typedValue(value);
      if (field === undefined) throw new TypeError(`The Field "${name}" cannot be ${JSON.stringify(value)}.`);
      return [name, field];
    }),
  );
}
