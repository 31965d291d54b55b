import type {
  AwaitedEffect,
  BotMessage,
  Effect,
  EffectOutcome,
  JsonValue,
  Position,
  TraceEvent,
  VisitorInput,
} from '@botwright/core/conversation';
import type { Catalog, Diagram } from '@botwright/core/diagram';
import type { EffectAnswer } from './effect-answers.ts';
import type { SentMessage } from './sent-message.ts';

/** How much time passes: the sum of its parts. */
export interface Duration {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
}

/** What happened in a chat, and who did it. */
export type TranscriptEntry =
  /** The conversation began, perhaps again; at the greeting, unless a block is named. */
  | { readonly from: 'start'; readonly at?: string }
  | { readonly from: 'visitor'; readonly message: VisitorInput }
  | { readonly from: 'bot'; readonly message: BotMessage }
  /** An effect was answered. */
  | { readonly from: 'host'; readonly effect: AwaitedEffect; readonly outcome: EffectOutcome }
  | { readonly from: 'clock'; readonly passed: Duration };

/**
 * A scripted visitor in a conversation with a bot. Each input runs the bot until it waits for the visitor, or for an
 * effect that nothing answers. The lists grow with the conversation.
 */
export interface SimulatedChat {
  /** Begins the conversation, or begins it again. @param at - Id of a block to begin at in place of the greeting. */
  start(at?: string): void;
  /** The visitor writes a text. */
  reply(text: string): void;
  /** The visitor presses a button of the last question, named by its label or its payload. */
  press(button: string): void;
  /** The visitor sends a file or a place. */
  send(message: SentMessage): void;
  /** Answers the effect that the bot waits for; left out: it is done and has no value. */
  answer(answer?: EffectAnswer): void;
  pass(time: Duration): void;

  /** What the visitor reads of the messages since the last input: see `textOfMessage`. */
  readonly said: readonly string[];
  /** The messages since the last input. */
  readonly messages: readonly BotMessage[];
  /** Labels of the buttons that can be pressed now. */
  readonly buttons: readonly string[];
  readonly transcript: readonly TranscriptEntry[];
  /** Values of the customer's Fields by their names. */
  readonly fields: Readonly<Record<string, JsonValue>>;
  /** Number of the bot that the conversation is in. */
  readonly bot: number;
  /** Id of the block that the conversation was at last: where it waits or ended. `undefined` before the start. */
  readonly at: string | undefined;
  readonly position: Position;
  /** Whether the conversation ended. With a person it has not. */
  readonly isOver: boolean;
  /** The effect that the bot waits for. */
  readonly awaited: AwaitedEffect | undefined;
  /** All that the bot asked for, answered or not. */
  readonly effects: readonly Effect[];
  /** What the bot did in all steps. */
  readonly trace: readonly TraceEvent[];
  /** The diagrams of the bot and of those that it is linked to, by number. */
  readonly diagrams: ReadonlyMap<number, Diagram>;
  readonly catalog: Catalog;
}
