import type { VisitorText } from './kept.ts';
import type { ExpectedInput, Message, Status } from './wire.ts';

/** How the page reaches the server. `busy`: the server asks it to wait. */
export type Connection = 'connecting' | 'open' | 'lost' | 'busy';

/** What the page shows of a conversation. */
export interface Shown {
  readonly messages: readonly Message[];
  /** Said, and not known to be stored yet, in their order: they wait to be sent, or were not sent for a reason. */
  readonly unsent: readonly VisitorText[];
  readonly status: Status;
  /** How the next answer is expected. */
  readonly expects: ExpectedInput | undefined;
  readonly connection: Connection;
  /** Whether another conversation is to take the place of this one, as soon as it has begun. */
  readonly isBeginning: boolean;
  /** Why no other conversation has begun. */
  readonly notBegun: NotBegun | undefined;
  /** Why nothing more can be said, if that is so. */
  readonly problem: Problem | undefined;
}

export type NotBegun =
  /** Too many were begun by visitors with this address; one can begin at this time, in milliseconds. */
  | { readonly kind: 'too_many'; readonly until: number }
  /** The same, of the first one: the page tries again by itself. */
  | { readonly kind: 'waits'; readonly until: number }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'lost' };

export type Problem =
  /** There is no such bot, or no longer. */
  | { readonly kind: 'no_bot' }
  /** It is over: forgotten by the server, too long, or the visitor is blocked. */
  | { readonly kind: 'over'; readonly reason: 'expired' | 'too_long' | 'blocked' }
  /** The server has refused something that this page does. */
  | { readonly kind: 'refused'; readonly message: string };

export const nothing: Shown = {
  messages: [],
  unsent: [],
  status: 'none',
  expects: undefined,
  connection: 'connecting',
  isBeginning: false,
  notBegun: undefined,
  problem: undefined,
};
