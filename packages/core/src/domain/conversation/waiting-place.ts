import type { EpochMs } from '../time/epoch-ms.ts';
import type { ConversationState } from './conversation-state.ts';
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

/** The moment at which a conversation goes on by itself; `undefined`: it does not. */
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
 * A number for a place: 53 bits of the hash cyrb53, so that an index of places is small whatever the length of their
 * ids. Stores have it, so it must not change.
 */
export function placeNumber({ bot, node, template }: WaitingPlace): number {
  const text = JSON.stringify([bot, node, template]);
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x9e3779b1);
    high = Math.imul(high ^ unit, 0x5f356495);
  }
  low = mixed(low) ^ mixedAgain(high);
  high = mixed(high) ^ mixedAgain(low);
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0);
}

const mixed = (hash: number): number => Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);

const mixedAgain = (hash: number): number => Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
