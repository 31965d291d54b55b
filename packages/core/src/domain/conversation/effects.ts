import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { LanguageModelRequest } from './language-model-request.ts';
import type { VisitorInput } from './messages.ts';

interface EffectBase {
  /**
   * An idempotency key, derived from the conversation, the number of the step and the effect's position in it. A step
   * repeated after a crash gives the same id; no other step of any conversation does.
   */
  readonly id: string;
  /** The block that caused the effect, if a block did. */
  readonly node?: string;
}

/** The conversation waits until the host gives the outcome to a step. */
interface Awaited extends EffectBase {
  readonly awaited: true;
}

/** An effect without waiting. */
interface Notice extends EffectBase {
  readonly awaited: false;
}

/** References to texts that are known only when an effect is carried out. @spec LM20 */
export const lateReferences = ['#last', '#transcript'] as const;
export type LateReference = (typeof lateReferences)[number];

/** Whether a name in `@{name}` is a late reference, and of no Field. */
export function isLateReference(name: string): name is LateReference {
  return lateReferences.some((each) => each === name);
}

interface WithLateReferences {
  /**
   * Placeholders for late references in the texts of the effect. The engine replaces them when it carries the effect
   * out: `#last` by the visitor's last text, `#transcript` by the conversation. Code has no placeholders: this member
   * has the texts themselves.
   */
  readonly late?: Readonly<Partial<Record<LateReference, string>>>;
}

/** Call an HTTP address. Outcome: {@link WebhookAnswer}. */
export interface WebhookEffect extends Awaited, WithLateReferences {
  readonly kind: 'webhook';
  /** HTTP method in upper case, such as `POST`. */
  readonly method: string;
  /** http or https, with the values of Fields in place. */
  readonly url: string;
  /** In the author's order; a name may occur more than once. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Absent: the request has no body. */
  readonly body?: string;
  /** How a text is written into `body` in place of a placeholder. Absent: as it is. */
  readonly bodySyntax?: 'json' | 'xml';
  /** Milliseconds from the call, including look-up and connection, to the last byte of the response. */
  readonly timeoutMs: number;
  /** A longer response body fails the effect. */
  readonly maxAnswerBytes: number;
}

/** The response of a webhook. */
export interface WebhookAnswer {
  /** HTTP status of the last response; 3xx after too many redirects. */
  readonly status: number;
  /** Parsed if it is JSON; otherwise its text. A number too large for JavaScript is a text of its digits. */
  readonly body?: JsonValue;
}

/** Run code of the bot's author. The host decides how. Outcome: {@link FieldsAnswer}. */
export interface CodeEffect extends Awaited, WithLateReferences {
  readonly kind: 'code';
  /** As the author wrote it. */
  readonly source: string;
}

/** The values that an effect writes into Fields; without `fields` none. */
export interface FieldsAnswer {
  /** New values by Field name. The value determines the type of the Field. */
  readonly fields?: JsonObject;
}

/** A cell of one row. Columns are counted from 1. */
export interface SheetCell {
  /** 1 is the column A. */
  readonly column: number;
  /** The text to write, or to look for. */
  readonly value: string;
}

/** Work on one row of a sheet. Outcome of `get_row`: {@link RowAnswer}; the others have none. */
export interface SpreadsheetEffect extends Awaited {
  readonly kind: 'spreadsheet';
  /** `update_row` and `get_row` work on the row that `reference` selects. */
  readonly action: 'insert_row' | 'update_row' | 'get_row';
  /** Id of the connected account. */
  readonly authId: string;
  /** The id that the provider gave it. */
  readonly spreadsheetId: string;
  /** The title of the tab. */
  readonly sheetName: string;
  /** Cells to write; for `get_row` the columns to read, without values. */
  readonly cells: readonly SheetCell[];
  /** Selects the first row with this value in this column; absent for `insert_row`. */
  readonly reference?: SheetCell;
}

/** The cells of a row; columns count from 1. */
export interface RowAnswer {
  /** Only the columns that were asked for; `column` counts from 1. */
  readonly cells: readonly { readonly column: number; readonly value: JsonValue }[];
}

/** Wait until the visitor books an appointment. The link is among the messages. Outcome: nothing. */
export interface SchedulerEffect extends Awaited {
  readonly kind: 'scheduler';
  /** Id of the connected account. */
  readonly authId: string;
  /** The page where the visitor books. */
  readonly schedulingUrl: string;
}

/** Let an assistant respond to the visitor. Outcome: {@link AssistantAnswer}. */
export interface AiAgentEffect extends Awaited {
  readonly kind: 'ai_agent';
  /** Stays the same while the conversation is in the block. The host stores the dialogue under it. */
  readonly session: string;
  /** As the author wrote it; absent: the host has only one. */
  readonly assistantId?: string;
  /** The ways that the assistant may choose, with their names for it. */
  readonly exits: readonly { readonly id: string; readonly name: string }[];
  /** Absent before the visitor's first message to the assistant. */
  readonly message?: VisitorInput;
}

/** An assistant's turn: its text, the Fields that it writes, and the output by which it leaves. */
export interface AssistantAnswer extends FieldsAnswer {
  /** Texts for the visitor, in order. Absent: it says nothing. */
  readonly messages?: readonly string[];
  /** Id of the exit to take. Absent: the conversation waits for the visitor's next message. */
  readonly exit?: string;
}

/**
 * Continue in another bot. The host gives the outcome to a step of the other bot, or a failure to a step of this bot.
 * Outcome: nothing.
 */
export interface JumpEffect extends Awaited {
  readonly kind: 'jump';
  /** Number of the bot. */
  readonly bot: number;
  /** The first block. Default: the greeting. */
  readonly at?: string;
}

/** Send a mail. Its sender is the host's. Outcome: nothing. */
export interface EmailEffect extends Awaited, WithLateReferences {
  readonly kind: 'email';
  /** Addresses, at most 20 with `cc` and `bcc`. */
  readonly to: readonly string[];
  /** Absent: none. */
  readonly cc?: readonly string[];
  /** Absent: none. */
  readonly bcc?: readonly string[];
  /** Absent: replies go to the sender. */
  readonly replyTo?: string;
  /** Name of the sender. */
  readonly fromName?: string;
  /** One line. */
  readonly subject: string;
  /** Plain text, with the line ends of the author. */
  readonly text: string;
  /** The same as HTML, of a text with markup. */
  readonly html?: string;
  /** The host writes the conversation below the text. */
  readonly transcript?: true;
}

/** Ask a language model. Outcome: `LanguageModelAnswer` of `@botwright/core/ports`. */
export interface LanguageModelEffect extends Awaited, WithLateReferences, LanguageModelRequest {
  readonly kind: 'language_model';
  /** Name that the host gave the model. */
  readonly model: string;
  /** The most messages of the conversation, which the host puts before the last of `messages`. Absent: none. */
  readonly history?: number;
  /** The visitor reads the text of the answer. Absent: it is not said. */
  readonly isSaid?: true;
}

/** An effect of a host's own block. The block decides whether the conversation waits for its outcome. */
export interface HostEffect extends EffectBase {
  readonly kind: 'host';
  /** `true`: the conversation waits for the outcome. */
  readonly awaited: boolean;
  /** Chosen by the block, for the host to choose the work. */
  readonly name: string;
  /** Chosen by the block; plain JSON. */
  readonly data: JsonObject;
}

/** Hand the conversation to an agent. */
export interface AssignEffect extends Notice {
  readonly kind: 'assign';
}

/** Close the conversation. */
export interface CloseEffect extends Notice {
  readonly kind: 'close';
}

/** Store the visitor's feedback. A comment after the rating gives a second effect, which replaces the first. */
export interface FeedbackEffect extends Notice {
  readonly kind: 'feedback';
  /** The button that the visitor pressed. */
  readonly rating: 'positive' | 'negative';
  /** Absent before the visitor gives one. */
  readonly comment?: string;
}

/** Effects that the host carries out. */
export type HostedEffect =
  | WebhookEffect
  | CodeEffect
  | SpreadsheetEffect
  | SchedulerEffect
  | AiAgentEffect
  | EmailEffect
  | LanguageModelEffect
  | HostEffect;

/** Effects that an engine stores in the transaction of the step. */
export type NoticeEffect = AssignEffect | CloseEffect | FeedbackEffect;

/** Work for the host of a step, in this order, after the messages are sent. */
export type Effect = HostedEffect | JumpEffect | NoticeEffect;

/** An effect with an awaited outcome. A step has at most one, as its last. */
export type AwaitedEffect = HostedEffect | JumpEffect;

/** The awaited one among the effects of a step, if there is one. */
export function awaitedEffectOf(effects: readonly Effect[]): AwaitedEffect | undefined {
  const last = effects.at(-1);
  return last?.awaited === true ? last : undefined;
}

/** The outcome of an awaited effect. */
export type EffectOutcome =
  | { readonly ok: true; readonly value?: JsonValue }
  | { readonly ok: false; readonly reason: string };

/**
 * The outcome of an effect without an executor: a booking succeeds, so that the conversation continues; other effects
 * fail, and the block takes `$failed` or ends the conversation with an error event.
 *
 * @spec RN117, CV39
 */
export function outcomeWithoutHost(effect: AwaitedEffect): EffectOutcome {
  return effect.kind === 'scheduler' ? { ok: true } : { ok: false, reason: 'no_host' };
}
