import type { EffectOutcome } from '../effect/effect.ts';
import type { VisitorMessage } from '../message/message.ts';

/** What moves a conversation. */
export type ConversationInput =
  /** Begin, wherever the conversation was: at the greeting, or at a block of the bot. */
  | { readonly kind: 'start'; readonly node?: string }
  /** The visitor wrote. */
  | { readonly kind: 'message'; readonly message: VisitorMessage }
  /** What became of the awaited effect of this id. */
  | { readonly kind: 'result'; readonly effect: string; readonly outcome: EffectOutcome }
  /** A person took the conversation over; the bot keeps silent until it is started again. */
  | { readonly kind: 'taken_over' }
  /** Somebody closed the conversation. */
  | { readonly kind: 'closed' };
