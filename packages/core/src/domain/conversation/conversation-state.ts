import { isJsonObject, type JsonObject, ownMember } from '../json/json-value.ts';

/**
 * The state of a conversation between two inputs. Plain JSON: store it with the customer and pass it to the next step.
 * It does not contain Fields, which belong to the customer.
 */
export interface ConversationState {
  readonly version: 1;
  /** Id of the conversation, unique, chosen by the host. */
  readonly conversation: string;
  /** Number of the bot that it is in. */
  readonly bot: number;
  /** How many inputs changed the state so far. */
  readonly turn: number;
  readonly at: Position;
}

export type Position =
  /** Not begun. */
  | { readonly kind: 'new' }
  /** At a block that waits for the visitor. */
  | BlockPosition<'answer'>
  /** At a block that waits for the outcome of an effect. */
  | (BlockPosition<'result'> & Awaiting)
  /** Between two bots. `node` is the block of the other bot to go on at. */
  | ({ readonly kind: 'jump'; readonly bot: number; readonly node?: string } & Awaiting)
  /** A person has taken the conversation over. */
  | { readonly kind: 'agent' }
  /** Asked for feedback. */
  | { readonly kind: 'feedback'; readonly asked: 'rating' | 'rating_again' }
  | { readonly kind: 'feedback'; readonly asked: 'comment'; readonly rating: Rating }
  /** Ended. The visitor's next message begins a new conversation. */
  | { readonly kind: 'ended'; readonly reason: 'closed' | 'dead_end' | 'error' };

interface BlockPosition<TKind extends string> {
  readonly kind: TKind;
  readonly node: string;
  /** Template of the block. If the block's template has changed when the answer comes, the answer is not for it. */
  readonly template: string;
  /** Data that the block stores for when it continues. */
  readonly memory: JsonObject;
}

interface Awaiting {
  /** Id of the effect. */
  readonly effect: string;
  readonly spent: RunCounts;
}

/** How many blocks the bot entered, and how many effects it awaited, since the visitor's last message. */
export interface RunCounts {
  readonly blocks: number;
  readonly effects: number;
}

export type Rating = 'positive' | 'negative';

/**
 * Makes the state of a conversation that has not begun.
 *
 * @param conversation - Id that no other conversation of the host has: ids of effects are derived from it.
 * @spec RN3
 */
export function createConversation(conversation: string, bot: number): ConversationState {
  return { version: 1, conversation, bot, turn: 0, at: { kind: 'new' } };
}

/** Whether a member of a position has a value that it may have. */
type MemberCheck = (value: unknown) => boolean;

const isText: MemberCheck = (value) => typeof value === 'string';
const isCount: MemberCheck = (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
const isOptionalText: MemberCheck = (value) => value === undefined || isText(value);
const isRunCounts: MemberCheck = (value) => isJsonObject(value) && passes(value, { blocks: isCount, effects: isCount });

const awaiting = { effect: isText, spent: isRunCounts };
const atBlock = { node: isText, template: isText, memory: isJsonObject };

const positions: Readonly<Record<Position['kind'], Readonly<Record<string, MemberCheck>>>> = {
  new: {},
  answer: atBlock,
  result: { ...atBlock, ...awaiting },
  jump: { bot: isCount, node: isOptionalText, ...awaiting },
  agent: {},
  feedback: { asked: oneOf('rating', 'rating_again', 'comment') },
  ended: { reason: oneOf('closed', 'dead_end', 'error') },
};

/**
 * Reads a state that was stored, by this version or an earlier one.
 *
 * @returns `undefined` for anything else, such as the state of a later version.
 * @spec RN4
 */
export function readConversationState(stored: unknown): ConversationState | undefined {
  if (!isJsonObject(stored) || ownMember(stored, 'version') !== 1) return undefined;
  if (!passes(stored, { conversation: isText, bot: isCount, turn: isCount, at: isPosition })) return undefined;
  return stored as JsonObject & ConversationState;
}

function isPosition(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const kind = ownMember(value, 'kind');
  if (typeof kind !== 'string' || !Object.hasOwn(positions, kind)) return false;
  if (!passes(value, positions[kind as Position['kind']])) return false;
  return ownMember(value, 'asked') !== 'comment' || oneOf('positive', 'negative')(ownMember(value, 'rating'));
}

function passes(object: JsonObject, checks: Readonly<Record<string, MemberCheck>>): boolean {
  return Object.entries(checks).every(([member, check]) => check(ownMember(object, member)));
}

function oneOf(...values: readonly string[]): MemberCheck {
  return (value) => typeof value === 'string' && values.includes(value);
}
