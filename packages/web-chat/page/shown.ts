import type { AnswerPart } from './growing-answer.tsx';
import type { VisitorText } from './stored-texts.ts';
import type { ExpectedInput, Message, Status } from './wire.ts';

/** The connection to the server. `busy`: the server asks the page to wait. */
export type Connection = 'connecting' | 'open' | 'lost' | 'busy';

/** The state that the page shows. */
export interface Shown {
  readonly messages: readonly Message[];
  /** Texts not known to be stored, oldest first: they wait, or have a reason that they were not sent. */
  readonly unsent: readonly VisitorText[];
  readonly status: Status;
  /** The answer that the bot writes now. */
  readonly growing: AnswerPart | undefined;
  /** The kind of answer that the bot expects. */
  readonly expects: ExpectedInput | undefined;
  readonly connection: Connection;
  /** Whether another conversation is beginning, which will replace this one. */
  readonly isBeginning: boolean;
  /** The reason that no other conversation has begun. */
  readonly notBegun: NotBegun | undefined;
  /** The reason that the visitor can send nothing more, if any. */
  readonly problem: Problem | undefined;
}

export type NotBegun =
  /** Visitors with this address began too many; the next can begin at this time, in milliseconds. */
  | { readonly kind: 'too_many'; readonly until: number }
  /** The same for the first conversation: the page retries automatically. */
  | { readonly kind: 'waits'; readonly until: number }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'lost' };

export type Problem =
  /** The bot does not exist, or no longer. */
  | { readonly kind: 'no_bot' }
  /** The conversation has expired or is too long, or the visitor is blocked. */
  | { readonly kind: 'over'; readonly reason: 'expired' | 'too_long' | 'blocked' }
  /** The server has refused a request of this page. */
  | { readonly kind: 'refused'; readonly message: string };

export const nothing: Shown = {
  messages: [],
  unsent: [],
  status: 'none',
  growing: undefined,
  expects: undefined,
  connection: 'connecting',
  isBeginning: false,
  notBegun: undefined,
  problem: undefined,
};
