import type {
  AwaitedEffect,
  BotMessage,
  CallFrame,
  Effect,
  EffectOutcome,
  JsonValue,
  Position,
  TraceEvent,
  VisitorInput,
} from '@botwright/core/conversation';
import type { Catalog, Diagram } from '@botwright/core/diagram';
import type { Duration } from './duration.ts';
import type { EffectAnswer } from './effect-answers.ts';
import type { SentMessage } from './sent-message.ts';

/** An event of a chat, with its origin. */
export type TranscriptEntry =
  /** The conversation began or restarted, at the greeting or at a named block. */
  | { readonly from: 'start'; readonly at?: string }
  | { readonly from: 'visitor'; readonly message: VisitorInput }
  | { readonly from: 'bot'; readonly message: BotMessage }
  /** An effect was answered. */
  | { readonly from: 'host'; readonly effect: AwaitedEffect; readonly outcome: EffectOutcome }
  | { readonly from: 'clock'; readonly passed: Duration | string };

/**
 * A scripted visitor in a conversation with a bot. Each input runs the bot until it waits for the visitor or for an
 * unanswered effect. The lists grow with the conversation.
 */
export interface SimulatedChat {
  /** Begins or restarts the conversation. @param at - Id of the first block. Default: the greeting. */
  start(at?: string): void;
  /** The visitor writes a text. */
  reply(text: string): void;
  /** The visitor presses a button of the question that waits, named by its label or its payload. */
  press(button: string): void;
  /** The visitor sends a file or a place. */
  send(message: SentMessage): void;
  /** Answers the effect that the bot waits for. Default: success without a value. */
  answer(answer?: EffectAnswer): void;
  /**
   * Lets time pass, as `{ minutes: 10 }` or `'10 min'`: the bot goes on where its wait is over.
   *
   * @throws {TypeError} When a text is not a period.
   */
  pass(time: Duration | string): void;

  /** Texts of the messages since the last input: see `textOfMessage`. */
  readonly said: readonly string[];
  /** The messages since the last input. */
  readonly messages: readonly BotMessage[];
  /** Labels of the buttons that can be pressed now. */
  readonly buttons: readonly string[];
  /** Everything since the first start, in order: inputs, messages and passed time. */
  readonly transcript: readonly TranscriptEntry[];
  /** Values of the customer's Fields by their names. */
  readonly fields: Readonly<Record<string, JsonValue>>;
  /** Number of the current bot. */
  readonly bot: number;
  /** Id of the current or last block. `undefined` before the start. */
  readonly at: string | undefined;
  /** Where the conversation stands, as the state of the conversation has it. */
  readonly position: Position;
  /** The blocks whose calls have not returned, the last one at the end. */
  readonly calls: readonly CallFrame[];
  /** Whether the conversation ended. A conversation with an agent has not ended. */
  readonly isOver: boolean;
  /** The effect that the bot waits for. */
  readonly awaited: AwaitedEffect | undefined;
  /** All effects, answered or not. */
  readonly effects: readonly Effect[];
  /** The trace of all steps. */
  readonly trace: readonly TraceEvent[];
  /** The diagrams of the bot and of its linked bots, by number. */
  readonly diagrams: ReadonlyMap<number, Diagram>;
  /** The kinds of block that the bot was prepared with. */
  readonly catalog: Catalog;
}
