import {
  type AwaitedEffect,
  applyFieldWrites,
  awaitedEffectOf,
  type BotMessage,
  type ConversationInput,
  createConversation,
  type Effect,
  type EffectOutcome,
  type EpochMs,
  type FeedbackConfiguration,
  type Fields,
  type JsonValue,
  type PreparedBot,
  readIsoDate,
  type Step,
  type TraceEvent,
  typedValue,
  type VisitorInput,
} from '@botwright/core/conversation';
import { type Catalog, createCatalog } from '@botwright/core/diagram';
import { type BlockBehaviour, conversationRunner, type DefinedBlock, type RunnerLimits } from '@botwright/core/runner';
import { simulatedClock } from '@botwright/core/testing';
import { codePointsOf, looksLike } from '../texts/code-points.ts';
import { answerTo, type EffectAnswer, type EffectAnswers, outcomeOf } from './effect-answers.ts';
import { textOfMessage } from './message-text.ts';
import { type SentMessage, visitorInputOfSent } from './sent-message.ts';
import type { Duration, SimulatedChat, TranscriptEntry } from './simulated-chat.ts';
import { type BotSource, prepareTestedBot, type WholeBot, wholeBot } from './tested-bot.ts';

export interface SimulateOptions {
  /** Of a diagram that is given alone. Default `native`. */
  readonly channelFamily?: string;
  /** The bots that jumps go to, by number. */
  readonly bots?: Readonly<Record<number, BotSource>>;
  readonly effects?: EffectAnswers;
  /** The customer's Fields before the start. Their types follow from their values. */
  readonly fields?: Readonly<Record<string, JsonValue>>;
  readonly feedback?: FeedbackConfiguration;
  /** When the conversation begins, as ISO 8601 writes it. Default `2026-01-01T00:00:00Z`. */
  readonly now?: string;
  /** Talk to a bot whose diagram breaks rules, too. */
  readonly unchecked?: boolean;
  /** The host's own blocks, made with `defineBlock` of `@botwright/core/runner`. */
  readonly blocks?: readonly DefinedBlock[];
  /** The kinds of block there are. Default: the shipped ones, and those of `blocks`. */
  readonly catalog?: Catalog;
  /** What own blocks do of which `catalog` has the definitions. */
  readonly behaviours?: readonly BlockBehaviour[];
  readonly limits?: Partial<RunnerLimits>;
}

/**
 * Lets a scripted visitor talk to a bot. The same script always has the same conversation: time passes only by
 * `pass`, and ids are counted.
 *
 * @throws {DiagramRefused} When the diagram of a bot breaks a rule.
 * @spec TE1, TE2, TE3, TE9, TE11
 * @example
 * const chat = simulate(diagram);
 * chat.start();
 * chat.reply('Ann');
 * expect(chat.said).toEqual(['Hi Ann']);
 */
export function simulate(source: BotSource, options: SimulateOptions = {}): SimulatedChat {
  const { effects: answers = {}, feedback, unchecked = false, blocks = [], behaviours, limits } = options;
  const catalog = options.catalog ?? createCatalog(blocks);
  const runner = conversationRunner({ blocks, catalog, ...(behaviours && { behaviours }), ...(limits && { limits }) });
  const first = wholeBot(source, 1, options.channelFamily);
  const bots = wholeBots(first, options.bots ?? {});
  const prepared = new Map<number, PreparedBot>(
    [...bots].map(([number, bot]) => [number, prepareTestedBot(bot, catalog, !unchecked)]),
  );
  const clock = simulatedClock(...(options.now === undefined ? [] : [readMoment(options.now)]));

  const transcript: TranscriptEntry[] = [];
  const effects: Effect[] = [];
  const trace: TraceEvent[] = [];
  let bot = prepared.get(first.number) as PreparedBot;
  let state = createConversation('chat', first.number);
  let fields = fieldsOf(options.fields ?? {});
  let messages: readonly BotMessage[] = [];
  let awaited: AwaitedEffect | undefined;

  return {
    start(at) {
      bot = prepared.get(first.number) as PreparedBot;
      transcript.push({ from: 'start', ...(at !== undefined && { at }) });
      take({ kind: 'start', ...(at !== undefined && { node: at }) });
    },
    reply: (text) => write('reply', { type: 'text', text }),
    press: (button) => write('press', pressed(button)),
    send: (message: SentMessage) => write('send', visitorInputOfSent(message)),
    answer,
    pass(time) {
      clock.advance(millisecondsOf(time));
      transcript.push({ from: 'clock', passed: time });
    },
    get said() {
      return messages.map(textOfMessage);
    },
    get messages() {
      return messages;
    },
    get buttons() {
      return buttonsOf(messages).map(({ label }) => label);
    },
    get fields() {
      return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]));
    },
    get bot() {
      return state.bot;
    },
    get at() {
      return trace.findLast(({ kind }) => kind === 'entered' || kind === 'resumed')?.node;
    },
    get position() {
      return state.at;
    },
    get isOver() {
      return state.at.kind === 'ended';
    },
    get awaited() {
      return awaited;
    },
    transcript,
    effects,
    trace,
    diagrams: new Map([...bots].map(([number, { diagram }]) => [number, diagram])),
    catalog,
  };

  /** Works an input, and the outcomes of all effects that are answered at once. @spec TE2, TE7 */
  function take(input: ConversationInput): void {
    messages = [];
    let next: ConversationInput | undefined = input;
    while (next !== undefined) {
      const step = takeStep(next);
      awaited = awaitedEffectOf(step.effects);
      const outcome = awaited && outcomeNow(awaited);
      next = awaited && outcome && resultOf(awaited, outcome);
    }
  }

  function resultOf(effect: AwaitedEffect, outcome: EffectOutcome): ConversationInput {
    transcript.push({ from: 'host', effect, outcome });
    return { kind: 'result', effect: effect.id, outcome };
  }

  function takeStep(input: ConversationInput): Step {
    const context = { now: clock.now(), fields, ...(feedback && { feedback }) };
    const step = runner.step(bot, state, input, { ...context, trace: (event) => trace.push(event) });
    state = step.state;
    fields = applyFieldWrites(fields, step.writes);
    messages = messages.length === 0 ? step.messages : [...messages, ...step.messages];
    for (const message of step.messages) transcript.push({ from: 'bot', message });
    for (const effect of step.effects) effects.push(effect);
    return step;
  }

  /** @spec TE9 */
  function outcomeNow(effect: AwaitedEffect): EffectOutcome | undefined {
    const target = effect.kind === 'jump' ? prepared.get(effect.bot) : undefined;
    if (target === undefined) return answerTo(effect, answers);
    bot = target;
    return { ok: true };
  }

  /** @throws {Error} When nobody listens. @spec TE10 */
  function write(verb: string, message: VisitorInput): void {
    const problem = whyNobodyListens(verb);
    if (problem !== undefined) throw new Error(problem);
    transcript.push({ from: 'visitor', message });
    take({ kind: 'message', message });
  }

  function whyNobodyListens(verb: string): string | undefined {
    if (state.at.kind === 'new') return `Call start() before ${verb}(): the bot speaks first.`;
    if (state.at.kind === 'ended') {
      return `The conversation is over (${state.at.reason}): nobody listens until it is started again.`;
    }
    if (awaited === undefined) return undefined;
    const { kind, node } = awaited;
    const asked = node === undefined ? '' : ` of block "${node}"`;
    return `The bot waits for the outcome of the effect "${kind}"${asked}: answer it first.`;
  }

  /** @throws {Error} When the bot offers no such button. @spec TE5, TE72 */
  function pressed(wanted: string): VisitorInput {
    const problem = whyNobodyListens('press');
    if (problem !== undefined) throw new Error(problem);
    const buttons = buttonsOf(messages);
    const button = buttons.find(({ payload }) => payload === wanted) ?? buttons.find(({ label }) => label === wanted);
    if (button === undefined) {
      const alike = buttons.flatMap(({ label, payload }) => [label, payload]).find((each) => looksLike(wanted, each));
      const named = (text: string, other?: string): string => {
        const names = codePointsOf(text, other);
        return names === '' ? '' : ` (${names})`;
      };
      const offered = buttons
        .map(({ label, payload }) => {
          const [ofLabel, ofPayload] = [label, payload].map((each) => named(each, each === alike ? wanted : undefined));
          return `"${label}"${ofLabel} (${payload}${ofPayload})`;
        })
        .join(', ');
      throw new Error(
        `The bot offers no button "${wanted}"${named(wanted, alike)}. It offers ${offered === '' ? 'none' : offered}.`,
      );
    }
    return { type: 'text', text: button.label, payload: button.payload };
  }

  /** @throws {Error} When the bot waits for no effect. @spec TE8, TE10 */
  function answer(given?: EffectAnswer): void {
    if (awaited === undefined) throw new Error('The bot waits for no effect: there is nothing to answer.');
    take(resultOf(awaited, outcomeOf(awaited, given)));
  }
}

/** @throws {TypeError} When two bots have the same number. */
function wholeBots(first: WholeBot, others: Readonly<Record<number, BotSource>>): ReadonlyMap<number, WholeBot> {
  const bots = new Map([[first.number, first]]);
  for (const [key, source] of Object.entries(others)) {
    const bot = { ...wholeBot(source, Number(key), first.channelFamily), number: Number(key) };
    if (bots.has(bot.number)) throw new TypeError(`Two bots have the number ${key}.`);
    bots.set(bot.number, bot);
  }
  return bots;
}

/** @throws {TypeError} When a text is no moment. */
function readMoment(text: string): EpochMs {
  const moment = readIsoDate(text);
  if (moment === undefined) throw new TypeError(`"${text}" is no moment, such as 2026-01-01T09:00:00Z.`);
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

interface Button {
  readonly label: string;
  readonly payload: string;
}

/** The buttons of the last message that has any. */
function buttonsOf(messages: readonly BotMessage[]): readonly Button[] {
  const dialog = messages.findLast((message) => message.type === 'dialog' || message.type === 'media_dialog');
  return dialog?.buttons.map((label, at) => ({ label, payload: dialog.payloads[at] as string })) ?? [];
}

/** @spec TE6 */
function millisecondsOf({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Duration): number {
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000;
}
