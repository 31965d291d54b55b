import type { EpochMs } from '../time/epoch-ms.ts';
import type { ConversationState } from './conversation-state.ts';
import { hashOfText } from './hash-of-text.ts';
import type { PreparedBot } from './prepared-bot.ts';

/** The block at which a conversation waits, for the visitor, for a moment or for the outcome of an effect. */
export interface WaitingPlace {
  /** Number of the bot. */
  readonly bot: number;
  /** Id of the block. */
  readonly node: string;
  /** Template of the block when the conversation began to wait. */
  readonly template: string;
}

/** @returns `undefined`: the conversation waits at no block. */
export function waitingPlaceOf({ bot, at }: ConversationState): WaitingPlace | undefined {
  if (at.kind !== 'answer' && at.kind !== 'pause' && at.kind !== 'result') return undefined;
  return { bot, node: at.node, template: at.template };
}

/** The moment at which the engine resumes a conversation; `undefined`: it waits for an input. */
export function endOfWait({ at }: ConversationState): EpochMs | undefined {
  return at.kind === 'answer' || at.kind === 'pause' ? at.until : undefined;
}

/** Whether messages are read after the wait only. */
export function holdsMessages({ at }: ConversationState): boolean {
  return at.kind === 'pause' && at.interruptible !== true;
}

/**
 * Whether a conversation that waits at this place continues there. If not, it begins again.
 *
 * @spec RN12, VE31
 */
export function isStillAt(bot: Pick<PreparedBot, 'number' | 'findNode'>, place: WaitingPlace | undefined): boolean {
  return place?.bot === bot.number && templateOf(bot, place.node) === place.template;
}

/** Template of a block, to recognise the block by; empty when there is none. */
export function templateOf(bot: Pick<PreparedBot, 'findNode'>, id: string): string {
  const node = bot.findNode(id);
  return node === undefined || node === 'malformed' ? '' : node.template;
}

/**
 * A number for a place: a hash, so that an index of places is small for any length of their
 * ids. Stores have it, so it must not change.
 */
export function placeNumber({ bot, node, template }: WaitingPlace): number {
  return hashOfText(JSON.stringify([bot, node, template]));
}
