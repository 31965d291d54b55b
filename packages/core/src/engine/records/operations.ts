import type { AccountStatus } from '../../domain/account-connection/connected-account.ts';
import type { AccountConnection } from '../../domain/account-connection/connection-lifecycle.ts';
import type { CustomerChange } from '../../domain/customer/customer.ts';
import type { DeliveryTarget } from '../../domain/delivery/delivery-target.ts';
import type { FeedbackConfiguration } from '../../domain/feedback.ts';
import type { Message } from '../../domain/message/message.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import type { AccountConnectionRecord, AuthorizationAttempt, NewAccount } from '../../ports/account-store.ts';
import type { BotChange, BotRecord, TestDeploymentRecord } from '../../ports/bot-store.ts';
import type { ChannelChange, ChannelRecord } from '../../ports/channel-store.ts';
import type { EndedStep, InboxItem } from '../../ports/conversation-store.ts';
import type { CustomerRecord } from '../../ports/customer-store.ts';
import type { LeaseHolder, NewDelivery } from '../../ports/delivery-store.ts';
import type { DraftChange, DraftRecord, HistoryBounds } from '../../ports/draft-store.ts';
import type { HookChange, HookRecord } from '../../ports/hook-store.ts';
import type { RequestKey, Reservation } from '../../ports/request-store.ts';
import type { VersionRecord } from '../../ports/version-store.ts';
import type { Load } from './loads.ts';

/** A change that a decision makes in the store. */
export type Operation =
  | { readonly kind: 'addDeliveries'; readonly deliveries: readonly NewDelivery[] }
  | { readonly kind: 'clearDeaths'; readonly customer: number }
  /** Stores the response of an idempotent request, unless another run has taken the key over. */
  | {
      readonly kind: 'completeRequest';
      readonly request: RequestKey;
      readonly run: string;
      readonly response: string;
      readonly at: EpochMs;
    }
  /** With `returns`, the account has the id of the one that it replaces; a conflict when the store has another. */
  | { readonly kind: 'connectAccount'; readonly account: NewAccount; readonly returns: boolean }
  | { readonly kind: 'deleteHook'; readonly number: number }
  | { readonly kind: 'deleteVersion'; readonly botId: string; readonly id: string }
  /** Removes the tokens of the revision `expected`. */
  | {
      readonly kind: 'delistAccount';
      readonly id: string;
      readonly status: Exclude<AccountStatus, 'good'>;
      readonly expected: number;
    }
  /** With all its records except its deliveries. */
  | { readonly kind: 'destroyBot'; readonly id: string }
  | { readonly kind: 'dropReservation'; readonly botId: string; readonly id: string }
  /** Ends every pending delivery of the target as disabled. */
  | { readonly kind: 'endPending'; readonly target: DeliveryTarget; readonly at: EpochMs }
  /** Ends the lease if there is no work left. */
  | { readonly kind: 'endStep'; readonly customer: number; readonly worker: string; readonly step: EndedStep }
  /** Adds to the inbox of a customer. With a holder, the customer is leased to it if it had no work. */
  | {
      readonly kind: 'enqueue';
      readonly customer: number;
      readonly item: InboxItem;
      readonly at: EpochMs;
      readonly holder?: LeaseHolder;
    }
  /** With its messages, conversation and the bodies of its deliveries. */
  | { readonly kind: 'eraseCustomer'; readonly number: number; readonly at: EpochMs }
  /** Erases the bodies of deliveries to the bot's customers, and ends the pending ones. */
  | { readonly kind: 'eraseDeliveries'; readonly botId: string; readonly at: EpochMs }
  /** Frees the key, unless another run has it or its response is stored. */
  | { readonly kind: 'freeRequest'; readonly request: RequestKey; readonly run: string }
  /** Puts the record and drops the entry of a step that nobody can take; the lease stays. */
  | { readonly kind: 'giveUpStep'; readonly customer: number; readonly step: EndedStep }
  | { readonly kind: 'insertAttempt'; readonly attempt: AuthorizationAttempt }
  /** With its channels and its first draft. */
  | {
      readonly kind: 'insertBot';
      readonly bot: BotRecord;
      readonly channels: readonly Omit<ChannelRecord, 'number'>[];
      readonly draft: DraftRecord;
    }
  | { readonly kind: 'insertChannel'; readonly channel: ChannelRecord }
  | { readonly kind: 'insertConnection'; readonly connection: Omit<AccountConnectionRecord, 'revision'> }
  | { readonly kind: 'insertCustomer'; readonly customer: CustomerRecord }
  | { readonly kind: 'insertHook'; readonly hook: HookRecord }
  | { readonly kind: 'insertMessage'; readonly customer: number; readonly message: Message }
  | {
      readonly kind: 'labelVersion';
      readonly botId: string;
      readonly id: string;
      /** `undefined` removes the label. */
      readonly label: string | undefined;
    }
  /** Puts the next state of a draft, whole or as a change of the state at `expected`, which becomes history. */
  | {
      readonly kind: 'putDraft';
      readonly next: DraftRecord | DraftChange;
      readonly expected: number;
      readonly keep: HistoryBounds;
    }
  | { readonly kind: 'putFeedback'; readonly botId: string; readonly configuration: FeedbackConfiguration }
  | { readonly kind: 'putTestDeployment'; readonly deployment: TestDeploymentRecord }
  /** Replaces the text of the tokens `former` by the text of the same tokens, encrypted with another key. */
  | { readonly kind: 'reencryptTokens'; readonly id: string; readonly former: string; readonly next: string }
  /** Replaces the progress of a connection at the revision `expected`. */
  | { readonly kind: 'replaceConnection'; readonly next: AccountConnection; readonly expected: number }
  /** Replaces the tokens of the revision `expected`. */
  | {
      readonly kind: 'replaceTokens';
      readonly id: string;
      readonly tokens: { readonly encryptedTokens: string; readonly scopes: readonly string[] };
      readonly expected: number;
    }
  /** Takes the key of an idempotent request, or shortens its lease. A conflict when the result is not `expected`. */
  | {
      readonly kind: 'reserveRequest';
      readonly reservation: Reservation;
      readonly expected: 'reserved' | 'in_use';
    }
  /** Stores a version that nobody sees until it is revealed. */
  | { readonly kind: 'reserveVersion'; readonly version: VersionRecord; readonly at: EpochMs }
  /** Shows a reserved version to everybody, published at this moment. */
  | { readonly kind: 'revealVersion'; readonly botId: string; readonly id: string; readonly at: EpochMs }
  /** A conflict when it is taken. */
  | { readonly kind: 'takeAttempt'; readonly stateHash: string }
  | { readonly kind: 'updateBot'; readonly id: string; readonly change: BotChange }
  | { readonly kind: 'updateChannel'; readonly number: number; readonly change: ChannelChange }
  | { readonly kind: 'updateCustomer'; readonly number: number; readonly change: CustomerChange }
  | { readonly kind: 'updateHook'; readonly number: number; readonly change: HookChange };

export type OperationOf<TKind extends Operation['kind']> = Extract<Operation, { readonly kind: TKind }>;

/** Says whether the operations of a commit leased the customer or ended its lease. */
export interface Committed {
  /** `'unknown'`: the answer of the store was lost. The commit is stored, and may have leased the customer. */
  readonly isLeased: boolean | 'unknown';
  readonly isFinished: boolean;
}

/** The result of a commit without such operations. */
export const noLeases: Committed = Object.freeze({ isLeased: false, isFinished: false });

/** The part of a use-case's decision that the store needs. */
export interface Decided {
  readonly operations: readonly Operation[];
}

/**
 * Yields its loads, batch by batch, receives the answers in the same order, and returns its decision. It waits for
 * nothing else. A store may run it again, and may stop a run at any of its loads. The engine takes care that a run,
 * apart from moments and numbers that it takes, changes only memory outside of the store that is right whether or not
 * its decision is stored, such as facts remembered about a version or under the name of a state.
 */
export type LoadAndDecide<TDecided extends Decided> = Generator<readonly Load[], TDecided, readonly unknown[]>;
