import type { ClaimedConversation } from '../../ports/conversation-store.ts';
import type { PendingEffect } from './pending-effects.ts';

/** A conversation that a worker holds. */
export interface HeldConversation extends ClaimedConversation {
  readonly worker: string;
}

/** Effects that have to be carried out before a conversation goes on. */
export interface Pending {
  readonly channelNumber: number;
  readonly effects: readonly PendingEffect[];
}

export type StepResult =
  /** The worker does not hold it any more. */
  | { readonly kind: 'lost' }
  /** There is nothing to work. */
  | { readonly kind: 'idle' }
  /** With the effects that it asks for. */
  | { readonly kind: 'stepped'; readonly pending?: Pending }
  | { readonly kind: 'pending'; readonly pending: Pending };
