import type { PlanTier } from '../../domain/blocks/block-definition.ts';
import type { ConversationState } from '../../domain/conversation/conversation-state.ts';
import type { AwaitedEffect } from '../../domain/conversation/effects.ts';
import { awaitedEffectOf, type EffectOutcome } from '../../domain/conversation/effects.ts';
import { type PreparedBot, prepareBot } from '../../domain/conversation/prepared-bot.ts';
import type { ConversationInput } from '../../domain/conversation/step.ts';
import { endOfWait, holdsMessages } from '../../domain/conversation/waiting-place.ts';
import { endsWait, type InboxEntry, type InboxItem } from '../../ports/conversation-store.ts';
import type { BotRecord } from '../../records/bots.ts';
import type { ChannelRecord } from '../../records/channels.ts';
import type { ConversationRecord, CustomerRecord } from '../../records/customers.ts';
import { requireChannelOf } from '../channels/channel-records.ts';
import type { LoadPlan } from '../hook-plans.ts';
import { load, type Part } from '../use-case/use-case.ts';
import type { ConversationContext, LeasedConversation } from './conversation-context.ts';
import { stateOf } from './conversation-position.ts';
import { decodePending, type EffectsResult, type PendingEffects } from './effects.ts';
import { findRunnable, findRunnableByNumber, type RunnableVersion, versionFor } from './runnable-version.ts';

/** A conversation that a worker has leased, as its next step finds it. */
export interface LoadedConversation {
  readonly customer: CustomerRecord;
  readonly channel: ChannelRecord;
  readonly plan: PlanTier;
  readonly record: ConversationRecord | undefined;
  /** The first entry of the inbox. */
  readonly entry: InboxEntry | undefined;
  /** `undefined` before the first step, and when the stored state cannot be read. */
  readonly state: ConversationState | undefined;
}

/** @returns `undefined` when the worker has lost its lease. @spec CV18 */
export function* loadConversation(
  { customerNumber, worker }: LeasedConversation,
  loadPlan: LoadPlan,
): Part<LoadedConversation | undefined> {
  const [customer, work, ...planned] = yield* load(
    { kind: 'customer', number: customerNumber },
    { kind: 'work', customer: customerNumber, worker },
    ...loadPlan.loads,
  );
  if (customer === undefined || work === undefined) return undefined;
  const [channel] = yield* load({ kind: 'channel', number: customer.channelNumber });
  const { record, entry } = work;
  const state = stateOf(record);
  const plan = loadPlan.from(planned);
  return { customer, channel: requireChannelOf(customer, channel), plan, record, entry, state };
}

/** The next step of a conversation. */
export interface StepRequest {
  readonly leased: LeasedConversation;
  /** Result of the effects that the conversation waits for, if they were carried out. */
  readonly result: EffectsResult | undefined;
  readonly loadPlan: LoadPlan;
}

/** The next task in a conversation. */
export type ConversationNext =
  /** The worker has lost its lease. */
  | { readonly kind: 'lost' }
  /** Nothing to process. */
  | { readonly kind: 'idle' }
  /** Effects have to be carried out first. */
  | { readonly kind: 'pending'; readonly pending: PendingEffects }
  | {
      readonly kind: 'action';
      readonly conversation: LoadedConversation;
      readonly action: Action;
      /** Number of the inbox entry; absent when the action follows from the result of effects. */
      readonly entry?: number;
    };

/** The action that follows from an inbox entry, or from the result of effects. */
export type Action =
  | { readonly kind: 'ignore' }
  /** Forget a wake that nothing waits for. */
  | { readonly kind: 'forget_wake' }
  /** Stop waiting for effects. */
  | { readonly kind: 'stop_waiting' }
  /** The customer's next message begins the conversation, at the greeting or at a block. */
  | { readonly kind: 'reset'; readonly beginAt?: string }
  | StepAction
  /** First prepare the bot, outside the transaction. */
  | { readonly kind: 'prepare'; readonly version: RunnableVersion };

export interface StepAction {
  readonly kind: 'step';
  readonly bot: PreparedBot;
  /** The bot that sends the messages of the step, if a bot does. */
  readonly speaker?: BotRecord;
  readonly input: ConversationInput;
  /** Id of the version; absent for a test deployment, and without a bot. */
  readonly version?: string;
  /** Recorded after the messages. */
  readonly event?: 'close';
}

/**
 * @spec CV17, CV18, CV22, WT3, WT6
 */
export function* findNextStep(
  context: ConversationContext,
  { leased, result, loadPlan }: StepRequest,
): Part<ConversationNext> {
  const conversation = yield* loadConversation(leased, loadPlan);
  if (conversation === undefined) return { kind: 'lost' };
  const { channel, record, entry } = conversation;

  const effects = decodePending(record?.effectsJson);
  if (effects.length > 0) {
    if (result === undefined) return { kind: 'pending', pending: { channel, effects } };
    return { kind: 'action', conversation, action: yield* actionOfResult(context, conversation, effects, result) };
  }
  const waited = yield* wokenAction(context, conversation);
  if (waited !== undefined) return { kind: 'action', conversation, action: waited };
  if (entry === undefined) return { kind: 'idle' };
  const action = yield* actionOfEntry(context, conversation, entry.item);
  return { kind: 'action', conversation, action, entry: entry.number };
}

/**
 * The action of a wake that is due. Entries of the inbox go first, unless the wait holds them. One that the wait holds,
 * and that comes before its end, is followed by an entry that ends the wait.
 *
 * @returns `undefined` when the next entry is processed.
 * @spec WT3, WT6, WT7, EX14, EX15
 */
function* wokenAction(context: ConversationContext, conversation: LoadedConversation): Part<Action | undefined> {
  const { channel, customer, entry, state } = conversation;
  const isHeld = entry !== undefined && !endsWait(entry.item) && state !== undefined && holdsMessages(state);
  if (entry !== undefined && !isHeld) return undefined;
  const [isDue] = yield* load({ kind: 'wake', customer: customer.number });
  // A wait without a wake is over.
  if (isHeld ? isDue === false : isDue !== true) return undefined;
  if (state === undefined || endOfWait(state) === undefined) return { kind: 'forget_wake' };
  const version = yield* findRunnable(channel, customer.botId);
  if (version === undefined || version.bot.number !== state.bot) return { kind: 'reset' };
  return stepOf(context, versionFor(context.clock, conversation, version), { kind: 'timeout', turn: state.turn });
}

/** @spec CV11, CV12, CV36, CV37, CV38, CV47 */
function* actionOfEntry(context: ConversationContext, conversation: LoadedConversation, item: InboxItem): Part<Action> {
  switch (item.kind) {
    case 'taken_over':
      return stepWithoutBot(conversation, item);
    case 'closed':
      return { ...stepWithoutBot(conversation, item), event: 'close' };
    case 'assigned':
      return { kind: 'reset', ...(item.node !== undefined && { beginAt: item.node }) };
    default: {
      const { channel, customer } = conversation;
      const version = yield* findRunnable(channel, customer.botId);
      if (version === undefined) return { kind: 'ignore' };
      const input = item.kind === 'message' ? inputOfMessage(conversation, version, item) : item;
      return stepOf(
        context,
        input.kind === 'start' ? version : versionFor(context.clock, conversation, version),
        input,
      );
    }
  }
}

/** A step for inputs that need no diagram, so that it also works when the customer has no bot. */
function stepWithoutBot({ channel, state }: LoadedConversation, input: ConversationInput): StepAction {
  const number = state?.bot ?? 0;
  const bot = prepareBot({ number, channelFamily: channel.type, diagram: { nodes: {}, connections: {} } });
  return { kind: 'step', bot, input };
}

/**
 * A message to a bot that the customer was newly assigned to cannot answer a question: it begins the conversation.
 *
 * @spec CV36
 */
function inputOfMessage(
  { state, record }: LoadedConversation,
  { bot }: RunnableVersion,
  item: Extract<InboxItem, { kind: 'message' }>,
): ConversationInput {
  const node = record?.beginAt;
  const isNew = state !== undefined && (state.at.kind === 'agent' || state.bot !== bot.number);
  return isNew || node !== undefined ? { kind: 'start', ...(node !== undefined && { node }) } : item;
}

/**
 * The action that follows from the result of effects. If the customer has been assigned to somebody else, or the bot
 * does not run any more, the conversation stops waiting and starts again.
 *
 * @spec CV24, CV34, CV35, CV38
 */
function* actionOfResult(
  context: ConversationContext,
  conversation: LoadedConversation,
  effects: readonly AwaitedEffect[],
  result: EffectsResult,
): Part<Action> {
  const { channel, customer, state } = conversation;
  const awaited = awaitedEffectOf(effects);
  if (awaited === undefined || result.kind !== 'outcome') return { kind: 'stop_waiting' };
  const version = yield* findRunnable(channel, customer.botId);
  if (version === undefined || version.bot.number !== state?.bot) return { kind: 'reset' };

  const input = (outcome: EffectOutcome) => ({ kind: 'result', effect: awaited.id, outcome }) as const;
  const present = versionFor(context.clock, conversation, version);
  if (awaited.kind !== 'jump') return stepOf(context, present, input(result.outcome));
  const target = yield* findRunnableByNumber(channel, awaited.bot);
  return target === undefined
    ? stepOf(context, present, input({ ok: false, reason: 'bot_not_found' }))
    : stepOf(context, target, input({ ok: true }));
}

function stepOf({ preparedBots }: ConversationContext, version: RunnableVersion, input: ConversationInput): Action {
  const bot = preparedBots.find(version);
  if (bot === undefined) return { kind: 'prepare', version };
  const { id, isTest, bot: speaker } = version;
  return { kind: 'step', bot, speaker, input, ...(!isTest && { version: id }) };
}
