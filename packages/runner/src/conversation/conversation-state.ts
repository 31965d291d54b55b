import type { JsonObject } from '@botwright/core/diagram';

/**
 * Where a conversation is, between two inputs. Plain JSON: store it with the customer, and hand it to the next
 * step. Fields are not in it: they are the customer's.
 */
export interface ConversationState {
  readonly version: 1;
  /** Tells this conversation from every other one. Given by the host. */
  readonly conversation: string;
  /** Number of the bot that it is in. */
  readonly bot: number;
  /** Inputs that moved it so far. */
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
  /** With a person. */
  | { readonly kind: 'agent' }
  /** Asked for feedback. */
  | { readonly kind: 'feedback'; readonly asked: 'rating' | 'rating_again' }
  | { readonly kind: 'feedback'; readonly asked: 'comment'; readonly rating: Rating }
  /** Over. What the visitor writes next begins anew. */
  | { readonly kind: 'ended'; readonly reason: 'closed' | 'dead_end' | 'error' };

interface BlockPosition<TKind extends string> {
  readonly kind: TKind;
  readonly node: string;
  /** Template of the block: if it is another one by the time of the answer, the block is not the one that asked. */
  readonly template: string;
  /** What the block wants to know when it goes on. */
  readonly memory: JsonObject;
}

interface Awaiting {
  /** Id of the effect. */
  readonly effect: string;
  readonly spent: Spent;
}

/** What the bot did since the visitor last wrote. */
export interface Spent {
  readonly blocks: number;
  readonly effects: number;
}

export type Rating = 'positive' | 'negative';

/**
 * Makes the state of a conversation that has not begun.
 *
 * @param conversation - Of all conversations of the host only this one may have it: the ids of effects are made of it.
 * @spec RN3
 */
export function createConversation(conversation: string, bot: number): ConversationState {
  return { version: 1, conversation, bot, turn: 0, at: { kind: 'new' } };
}
