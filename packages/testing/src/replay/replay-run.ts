import {
  type AwaitedEffect,
  type BotMessage,
  type ConversationRunner,
  createConversation,
  type Fields,
  type JournaledConversation,
  type JsonValue,
  saidDigest,
  type VisitorInput,
} from '@botwright/core/conversation';
import { type Catalog, createCatalog, isNode } from '@botwright/core/diagram';
import { type BlockBehaviour, sampleAnswers } from '@botwright/core/runner';
import { type EffectAnswer, failed } from '../chat/effect-answers.ts';
import { renderBotMessage, renderVisitorInput } from '../chat/message-text.ts';
import type { SentMessage } from '../chat/sent-message.ts';
import { runnerOf, type SimulateOptions, simulate } from '../chat/simulate.ts';
import type { SimulatedChat } from '../chat/simulated-chat.ts';
import { type BotSource, wholeBot } from '../chat/tested-bot.ts';

/** The blocks, linked bots and limits of a replay. */
export type ReplayRunOptions = Pick<
  SimulateOptions,
  'bots' | 'blocks' | 'catalog' | 'behaviours' | 'limits' | 'feedback' | 'channelFamily' | 'can'
>;

type JournalStep = JournaledConversation['steps'][number];

/** Everything that a bot said between two inputs, and where that left the conversation. */
export interface ReplayedStep {
  /** Number of the visitor's input, from 1. */
  readonly turn: number;
  /** The visitor's last input in one line. */
  readonly visitor: string;
  /** One line for each message, and for the effect that the bot waits for. */
  readonly said: readonly string[];
  readonly block: string | undefined;
  /** Why the conversation is over; `agent`: a person has it. */
  readonly end: string | undefined;
  /** `saidDigest` of everything said until then. */
  readonly digest: number;
  /** The step of the journal; absent: nothing is known of it. */
  readonly journal?: JournalStep;
}

/** A replay with one bot. */
export interface ReplayRun {
  readonly steps: readonly ReplayedStep[];
  readonly chat: SimulatedChat;
  /** Why the bot could not take the next input. `over`: its conversation had ended. */
  readonly stop?: {
    readonly kind: 'over' | 'unfit';
    readonly turn: number;
    readonly visitor: string;
    readonly why: string;
  };
}

/**
 * Repeats the inputs of a conversation. With `isScenario` the conversation is one that a scenario can repeat: its id is
 * that of every scenario, and only time-outs take time.
 *
 * @spec JR12, JR13, JR15
 */
export function runReplay(
  { steps, ...begin }: JournaledConversation,
  source: BotSource,
  options: ReplayRunOptions,
  isScenario = false,
): ReplayRun {
  const run = new Run(openChat(begin, source, options, isScenario), isScenario, options.behaviours);
  for (const [index, step] of steps.entries()) {
    if (step.input.kind === 'taken_over' || step.input.kind === 'closed') break;
    const stop = run.take(step, steps[index - 1]);
    if (stop !== undefined) return { steps: run.steps, chat: run.chat, stop };
    // The chat goes on in the other bot at once.
    if (steps[index + 1]?.input.kind !== 'jump') run.note(step);
  }
  return { steps: run.steps, chat: run.chat };
}

function openChat(
  { begunAt, start }: Omit<JournaledConversation, 'steps'>,
  source: BotSource,
  options: ReplayRunOptions,
  isScenario: boolean,
): SimulatedChat {
  const fields = fieldsAtStart(start);
  const now = new Date(begunAt).toISOString();
  const catalog = options.catalog ?? catalogOf(options.blocks);
  const runner = runnerWith({ ...options, catalog });
  const given = { ...options, catalog, runner, now, unchecked: true };
  if (isScenario) return simulate(source, { ...given, fields: scenarioFields(fields) });
  const { number } = wholeBot(source, 1, options.channelFamily);
  const { conversation, turn, wordings } = start;
  const state = { ...createConversation(conversation, number), turn, ...(wordings !== undefined && { wordings }) };
  return simulate(source, { ...given, stored: { state, fields }, skipsWaits: false });
}

/** Makes the catalog once for many conversations. */
function catalogOf(blocks: ReplayRunOptions['blocks']): Catalog {
  const key = blocks ?? noBlocks;
  const known = catalogs.get(key) ?? createCatalog(blocks);
  catalogs.set(key, known);
  return known;
}

/** Makes the runner once for many conversations: it remembers params and formulas of blocks. */
function runnerWith(given: RunnerParts & { readonly catalog: Catalog }): ConversationRunner {
  const { blocks, behaviours, limits } = given;
  const known = runners.get(given.catalog);
  const isSame = known?.blocks === blocks && known?.behaviours === behaviours && known?.limits === limits;
  if (known !== undefined && isSame) return known.runner;
  const runner = runnerOf(given);
  runners.set(given.catalog, { blocks, behaviours, limits, runner });
  return runner;
}

type RunnerParts = Pick<ReplayRunOptions, 'blocks' | 'behaviours' | 'limits'>;

const runners = new WeakMap<
  Catalog,
  { readonly [K in keyof RunnerParts]: RunnerParts[K] | undefined } & { readonly runner: ConversationRunner }
>();

const noBlocks: NonNullable<ReplayRunOptions['blocks']> = [];
const catalogs = new WeakMap<object, Catalog>();

/** The Fields of the start; a redacted one has a made-up value. */
export function fieldsAtStart({ fields = {} }: JournaledConversation['start']): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      'value' in field ? field : { type: field.type, value: madeUp[field.type] },
    ]),
  );
}

/** The values of Fields that a scenario names, without the ones of every customer. */
export function scenarioFields(fields: Fields): Readonly<Record<string, JsonValue>> {
  const own = Object.entries(fields).filter(([name]) => name !== 'id' && name !== 'channel_id');
  return Object.fromEntries(own.map(([name, { value }]) => [name, value]));
}

const madeUp: Readonly<Record<Fields[string]['type'], JsonValue>> = {
  string: 'redacted',
  integer: 1,
  float: 1.5,
  boolean: true,
  date: '2026-01-01',
  datetime: '2026-01-01T00:00:00Z',
  array: [],
  object: {},
};

class Run {
  readonly chat: SimulatedChat;
  readonly steps: ReplayedStep[] = [];
  readonly #isScenario: boolean;
  readonly #own: readonly BlockBehaviour[] | undefined;
  #turn = 0;
  #visitor = '';
  #passedMs = 0;
  #digest = 0;
  /** How many entries of the transcript are noted. */
  #noted = 0;
  /** The effect that is noted, but not answered. */
  #awaited: AwaitedEffect | undefined;

  constructor(chat: SimulatedChat, isScenario: boolean, own: readonly BlockBehaviour[] | undefined) {
    this.chat = chat;
    this.#own = own;
    this.#isScenario = isScenario;
  }

  /** @returns Why the bot could not take the input. */
  take({ input, after, block }: JournalStep, before: JournalStep | undefined): ReplayRun['stop'] {
    const { chat } = this;
    const isFirst = this.#turn === 0;
    const isOfVisitor = input.kind === 'message' || input.kind === 'start' || input.kind === 'redacted_message';
    if (isOfVisitor) {
      this.#turn += 1;
      this.#visitor = visitorOf(input);
    }
    this.#pass(after, input.kind === 'timeout');
    const stop = (kind: 'over' | 'unfit', why: string): ReplayRun['stop'] => {
      return { kind, turn: this.#turn, visitor: this.#visitor, why };
    };
    if (isOfVisitor && !isFirst && chat.isOver) return stop('over', 'The conversation was over.');
    try {
      switch (input.kind) {
        case 'start':
          chat.start(input.block);
          break;
        case 'message':
          if (isFirst) begin(chat, input.message, this.#isScenario);
          else say(chat, input.message);
          break;
        case 'redacted_message':
          if (isFirst) chat.start();
          // The bot did not accept an answer after which it waits at the same block.
          else if (block === undefined || block !== before?.block) sayMadeUp(chat, this.#own);
          break;
        case 'outcome':
        case 'redacted_outcome':
          if (chat.awaited === undefined) break;
          chat.answer(answerOf(input.outcome));
          break;
      }
    } catch (error) {
      return stop('unfit', error instanceof Error ? error.message : String(error));
    }
    return undefined;
  }

  #pass(after: number, isTimeout: boolean): void {
    const ms = after - this.#passedMs;
    if (ms <= 0 || (this.#isScenario && !(isTimeout && this.chat.position.kind === 'answer'))) return;
    const seconds = Math.ceil(ms / 1_000);
    this.chat.pass(this.#isScenario ? { seconds } : `${ms / 1_000} s`);
    this.#passedMs = this.#isScenario ? this.#passedMs + seconds * 1_000 : after;
  }

  /** Notes everything that was said since the last note. */
  note(journal: JournalStep): void {
    const { chat } = this;
    const said: (BotMessage | AwaitedEffect)[] = [];
    for (const entry of chat.transcript.slice(this.#noted)) {
      if (entry.from === 'bot') said.push(entry.message);
      if (entry.from === 'host') {
        if (entry.effect !== this.#awaited) said.push(entry.effect);
        this.#awaited = undefined;
      }
    }
    this.#noted = chat.transcript.length;
    if (chat.awaited !== undefined && chat.awaited !== this.#awaited) {
      said.push(chat.awaited);
      this.#awaited = chat.awaited;
    }
    this.#digest = saidDigest(this.#digest, said);
    this.steps.push({
      turn: this.#turn,
      visitor: this.#visitor,
      said: said.map(lineOf),
      block: chat.at,
      end: endOf(chat),
      digest: this.#digest,
      journal,
    });
  }
}

function visitorOf(input: JournalStep['input']): string {
  if (input.kind === 'message') return renderVisitorInput(input.message);
  return input.kind === 'start' ? '(begins)' : '(redacted)';
}

function endOf({ position }: SimulatedChat): string | undefined {
  return position.kind === 'ended' ? position.reason : position.kind === 'agent' ? 'agent' : undefined;
}

function lineOf(said: BotMessage | AwaitedEffect): string {
  if (!('kind' in said)) return renderBotMessage(said);
  return said.kind === 'webhook' ? `(webhook) ${said.method} ${said.url}` : `(${said.kind})`;
}

/** The first message begins the conversation, unless a bot with keywords understands it. */
function begin(chat: SimulatedChat, message: VisitorInput, isScenario: boolean): void {
  const diagram = chat.diagrams.get(chat.bot);
  const hears = Object.values(diagram?.nodes ?? {}).some(
    (node) => isNode(node) && chat.catalog.byTemplate(node.template)?.entry === true,
  );
  // A scenario always starts the bot.
  if (isScenario || !hears) chat.start();
  if (hears) say(chat, message);
}

function say(chat: SimulatedChat, message: VisitorInput): void {
  switch (message.type) {
    case 'text':
      if (message.payload === undefined) chat.reply(message.text);
      else press(chat, message.payload, message.text);
      break;
    case 'location':
      chat.send({ location: { latitude: message.latitude, longitude: message.longitude } });
      break;
    default: {
      const { type, url, caption } = message;
      chat.send({ [type]: url, ...(caption !== undefined && { caption }) } as SentMessage);
    }
  }
}

/** A draft may offer the same label under another payload. */
function press(chat: SimulatedChat, payload: string, label: string): void {
  const offered = chat.messages.findLast((each) => each.type === 'dialog' || each.type === 'media_dialog');
  chat.press(offered?.payloads.includes(payload) ? payload : label);
}

/** Says something that the waiting block accepts. */
function sayMadeUp(chat: SimulatedChat, own: readonly BlockBehaviour[] | undefined): void {
  const [button] = chat.buttons;
  if (button !== undefined) {
    chat.press(button);
    return;
  }
  const node = chat.diagrams.get(chat.bot)?.nodes[chat.at ?? ''];
  const block = isNode(node) ? chat.catalog.byTemplate(node.template)?.name : undefined;
  const [answer = 'redacted'] = isNode(node) ? sampleAnswers(block ?? '', node.params, own) : [];
  if (typeof answer === 'string') chat.reply(answer);
  else chat.send(answer);
}

function answerOf(outcome: {
  readonly ok: boolean;
  readonly value?: JsonValue;
  readonly reason?: string;
}): EffectAnswer {
  return outcome.ok ? (outcome.value as EffectAnswer) : failed(outcome.reason ?? '');
}
