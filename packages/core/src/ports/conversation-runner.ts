import type { BotFieldWrite } from '../domain/customer/bot-fields.ts';
import type { Diagram } from '../domain/diagram/diagram.ts';
import type { FeedbackConfiguration } from '../domain/feedback/feedback.ts';
import type { Fields } from '../domain/field/field.ts';
import type { FieldBounds } from '../domain/field/field-bounds.ts';
import type { JsonObject, JsonValue } from '../domain/json/json-value.ts';
import type { BotMessage } from '../domain/message/bot-message.ts';
import type { VisitorInput } from '../domain/message/visitor-message.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';

/** What a conversation needs to know of a bot. */
export interface RunnableBot {
  readonly number: number;
  readonly channelFamily: string;
  readonly diagram: Diagram;
}

/** A bot made ready for steps: the runner's own, kept as long as its diagram stays. */
export interface PreparedBot {
  readonly number: number;
}

/** Where a conversation is between two inputs: the runner's own, plain JSON. */
export interface RunnerState {
  /** Number of the bot that it is in. */
  readonly bot: number;
  /** `agent`: with a person; `result`, `jump`: it waits for the outcome of an effect. Others are the runner's own. */
  readonly at: { readonly kind: string };
}

/** What became of an awaited effect. */
export type EffectOutcome =
  | { readonly ok: true; readonly value?: JsonValue }
  | { readonly ok: false; readonly reason: string };

/** What moves a conversation. */
export type RunnerInput =
  | { readonly kind: 'start'; readonly node?: string }
  | { readonly kind: 'message'; readonly message: VisitorInput }
  | { readonly kind: 'result'; readonly effect: string; readonly outcome: EffectOutcome }
  | { readonly kind: 'taken_over' }
  | { readonly kind: 'closed' };

interface EffectBase {
  /** The same when the step is done again after a crash, and no other step of any conversation has it. */
  readonly id: string;
  /** Block that asked for it, where one did. */
  readonly node?: string;
}

export interface WebhookBlockEffect extends EffectBase {
  readonly kind: 'webhook';
  readonly awaited: true;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body?: string;
  /** From the call to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
}

/** Code of the author's, which only the host may run. */
export interface CodeBlockEffect extends EffectBase {
  readonly kind: 'code';
  readonly awaited: true;
  readonly source: string;
}

/** Work on one row of a sheet. */
export interface SpreadsheetBlockEffect extends EffectBase {
  readonly kind: 'spreadsheet';
  readonly awaited: true;
  readonly action: 'insert_row' | 'update_row' | 'get_row';
  readonly authId: string;
  readonly spreadsheetId: string;
  readonly sheetName: string;
  /** Columns are counted from 1. */
  readonly cells: readonly { readonly column: number; readonly value: string }[];
  readonly reference?: { readonly column: number; readonly value: string };
}

/** Wait until an appointment is booked. */
export interface SchedulerBlockEffect extends EffectBase {
  readonly kind: 'scheduler';
  readonly awaited: true;
  readonly authId: string;
  readonly schedulingUrl: string;
}

/** Let an assistant speak. */
export interface AssistantBlockEffect extends EffectBase {
  readonly kind: 'ai_agent';
  readonly awaited: true;
  readonly session: string;
  readonly assistantId?: string;
  readonly exits: readonly { readonly id: string; readonly name: string }[];
  readonly message?: VisitorInput;
}

/** What a block of the host's own asks for. */
export interface HostBlockEffect extends EffectBase {
  readonly kind: 'host';
  readonly awaited: boolean;
  readonly name: string;
  readonly data: JsonObject;
}

/** What somebody outside has to do for a conversation. */
export type HostedEffect =
  | WebhookBlockEffect
  | CodeBlockEffect
  | SpreadsheetBlockEffect
  | SchedulerBlockEffect
  | AssistantBlockEffect
  | HostBlockEffect;

/** Go on in another bot, at a block or at its greeting. */
export interface JumpBlockEffect extends EffectBase {
  readonly kind: 'jump';
  readonly awaited: true;
  readonly bot: number;
  readonly at?: string;
}

/** What is done by writing it down, in the transaction of the step. */
export type NoticeEffect =
  | (EffectBase & { readonly kind: 'assign' | 'close'; readonly awaited: false })
  | (EffectBase & {
      readonly kind: 'feedback';
      readonly awaited: false;
      readonly rating: 'positive' | 'negative';
      readonly comment?: string;
    });

export type RunnerEffect = HostedEffect | JumpBlockEffect | NoticeEffect;

/** What one input did to a conversation. */
export interface RunnerStep {
  readonly state: RunnerState;
  readonly messages: readonly BotMessage[];
  readonly writes: readonly BotFieldWrite[];
  /** At most one is awaited, and it is the last. */
  readonly effects: readonly RunnerEffect[];
}

/**
 * Works conversations, one pure step at a time: the same bot, state, input and context always give the same step.
 * Keeps nothing, and calls nobody.
 */
export interface ConversationRunner {
  prepare(bot: RunnableBot): PreparedBot;
  /** A conversation that has not begun. Ids of effects are made of `conversation`: no other one may have it. */
  createConversation(conversation: string, bot: number): RunnerState;
  /** Reads what was stored; `undefined` for what is no state, such as that of a later release. */
  readState(stored: JsonValue): RunnerState | undefined;
  /** Goes on where the conversation was. With a bot that is not the one in the state it begins anew. */
  step(bot: PreparedBot, state: RunnerState, input: RunnerInput, context: RunnerContext): RunnerStep;
}

/** What a step is told of the world at this moment. */
export interface RunnerContext {
  readonly now: EpochMs;
  readonly fields: Fields;
  /** The bot's configuration as it is now. Absent means not asked. */
  readonly feedback?: FeedbackConfiguration;
  /** How much the step may do and leave behind; absent, the runner's own bounds hold. */
  readonly bounds?: StepBounds;
}

export interface StepBounds {
  /** Units of work that the step may take. */
  readonly work: number;
  readonly fields: FieldBounds;
}
