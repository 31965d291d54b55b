import type { JsonObject, JsonValue } from '@botwright/core/diagram';
import type { VisitorMessage } from '../message/message.ts';

interface EffectBase {
  /**
   * Made of the conversation, the turn and the place in the turn. A step that is done again after a crash gives
   * the same id, no other step ever does: an idempotency key.
   */
  readonly id: string;
  /** Block that asked for it, where one did. */
  readonly node?: string;
}

/** The conversation stands still until the host hands in the outcome. */
interface Awaited extends EffectBase {
  readonly awaited: true;
}

/** Something to do and nothing to wait for. */
interface Notice extends EffectBase {
  readonly awaited: false;
}

/** Call an HTTP address. Outcome: {@link WebhookAnswer}. */
export interface WebhookEffect extends Awaited {
  readonly kind: 'webhook';
  readonly method: string;
  readonly url: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body?: string;
  /** For look-up, connection, sending and the whole answer. */
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
}

export interface WebhookAnswer {
  readonly status: number;
  /** Parsed when it is JSON, else its text. */
  readonly body?: JsonValue;
}

/** Run code that only the host may run. Outcome: {@link FieldsAnswer}. */
export interface CodeEffect extends Awaited {
  readonly kind: 'code';
  readonly source: string;
}

export interface FieldsAnswer {
  /** Written to the Fields of these names, typed by what they are. */
  readonly fields?: JsonObject;
}

/** A cell of one row, by its column counted from 1. */
export interface Cell {
  readonly column: number;
  readonly value: string;
}

/** Work on one row of a sheet. Outcome of `get_row`: {@link RowAnswer}; of the others: nothing. */
export interface SpreadsheetEffect extends Awaited {
  readonly kind: 'spreadsheet';
  readonly action: 'insert_row' | 'update_row' | 'get_row';
  readonly authId: string;
  readonly spreadsheetId: string;
  readonly sheetName: string;
  /** What to write. For `get_row` the columns to read, with no values. */
  readonly cells: readonly Cell[];
  /** The first row that holds this value in this column; absent for `insert_row`. */
  readonly reference?: Cell;
}

export interface RowAnswer {
  readonly cells: readonly { readonly column: number; readonly value: JsonValue }[];
}

/** Wait until the visitor booked an appointment. The link is among the messages. Outcome: nothing. */
export interface SchedulerEffect extends Awaited {
  readonly kind: 'scheduler';
  readonly authId: string;
  readonly schedulingUrl: string;
}

/** Let an assistant speak. Outcome: {@link AssistantAnswer}. */
export interface AiAgentEffect extends Awaited {
  readonly kind: 'ai_agent';
  /** The same for all that is said in one visit to the block: under it the host keeps what was said. */
  readonly session: string;
  readonly assistantId?: string;
  readonly exits: readonly { readonly id: string; readonly name: string }[];
  /** Absent when the visitor has said nothing to the assistant yet. */
  readonly message?: VisitorMessage;
}

export interface AssistantAnswer extends FieldsAnswer {
  readonly messages?: readonly string[];
  /** Id of the exit to leave by. Without one the visitor is listened to again. */
  readonly exit?: string;
}

/**
 * Go on in another bot: hand in the outcome with that bot prepared, or a failure with the one that jumped.
 * Outcome: nothing.
 */
export interface JumpEffect extends Awaited {
  readonly kind: 'jump';
  readonly bot: number;
  /** Block to begin at; absent means at the greeting. */
  readonly at?: string;
}

/** What a host's own block asks for. Whether it is awaited is the block's to say. */
export interface HostEffect extends EffectBase {
  readonly kind: 'host';
  readonly awaited: boolean;
  readonly name: string;
  readonly data: JsonObject;
}

/** Hand the conversation to a person. */
export interface AssignEffect extends Notice {
  readonly kind: 'assign';
}

/** Close the conversation. */
export interface CloseEffect extends Notice {
  readonly kind: 'close';
}

/** Keep what the visitor thinks. Comes again with the comment, when there is one: the later replaces the earlier. */
export interface FeedbackEffect extends Notice {
  readonly kind: 'feedback';
  readonly rating: 'positive' | 'negative';
  readonly comment?: string;
}

/** What a step asks the host to do, after the messages went out, in order. */
export type Effect =
  | WebhookEffect
  | CodeEffect
  | SpreadsheetEffect
  | SchedulerEffect
  | AiAgentEffect
  | JumpEffect
  | HostEffect
  | AssignEffect
  | CloseEffect
  | FeedbackEffect;

/** An effect whose outcome the conversation waits for. At most one a step, and always the last. */
export type AwaitedEffect = Exclude<Effect, AssignEffect | CloseEffect | FeedbackEffect>;

/** What became of an awaited effect. */
export type EffectOutcome =
  | { readonly ok: true; readonly value?: JsonValue }
  | { readonly ok: false; readonly reason: string };

type Request<T> = T extends Effect ? Omit<T, 'id' | 'node' | 'awaited'> : never;

/** An effect as a block asks for it: the step gives it its id and place. */
export type AwaitedRequest = Request<Exclude<AwaitedEffect, JumpEffect>>;
export type NoticeRequest = Request<HostEffect | AssignEffect | CloseEffect | FeedbackEffect>;
