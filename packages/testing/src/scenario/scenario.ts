import type { JsonValue } from '@botwright/core/diagram';
import type { SentMessage } from '../chat/sent-message.ts';
import type { Duration } from '../chat/simulated-chat.ts';

/** A text, whole, by a part, or by the source of a regular expression with the flag `u`. */
export type ScenarioPattern = string | { readonly contains: string } | { readonly matches: string };

/** A message of the bot. A text is compared as a whole; of an object everything that is given has to fit. */
export type Expectation =
  | string
  | {
      readonly text?: string;
      readonly contains?: string;
      readonly matches?: string;
      /** Labels of all buttons, in order. */
      readonly buttons?: readonly string[];
      /** Address of the file. */
      readonly image?: string;
      readonly video?: string;
      readonly audio?: string;
      readonly document?: string;
      readonly location?: { readonly latitude: number; readonly longitude: number };
      /** Code of the error that the conversation ends with. */
      readonly error?: string;
    };

/** What became of an effect: its answer, or why it failed. */
export interface EffectReply {
  readonly answer?: JsonValue;
  readonly fails?: string;
}

export type ScenarioStep =
  /** The bot says this: all messages since the last input, over as many of these steps as follow it; `[]` for none. */
  | { readonly bot: Expectation | readonly Expectation[] }
  /** The visitor writes. */
  | { readonly visitor: string }
  /** The visitor presses the button of this label or payload. */
  | { readonly press: string }
  | { readonly send: SentMessage }
  /** The bot waits for this effect, which is answered, or fails; with neither it goes on waiting. */
  | ({
      readonly effect: string | { readonly kind: string; readonly [member: string]: ScenarioPattern | JsonValue };
    } & EffectReply)
  /** The Fields have these values; `null`: there is none. */
  | { readonly fields: Readonly<Record<string, JsonValue>> }
  | { readonly pass: Duration }
  /** The conversation is at this block. */
  | { readonly at: string }
  /** The conversation is over, or with a person, and this block was the last. */
  | { readonly ends_at: string };

/** A scripted conversation. It begins with the bot, which `steps` need not say. */
export interface Scenario {
  readonly name: string;
  /** Id of the block to begin at, in place of the greeting. */
  readonly start?: string;
  /** When it begins, as ISO 8601 writes it. */
  readonly now?: string;
  /** The customer's Fields before the start. */
  readonly fields?: Readonly<Record<string, JsonValue>>;
  /** Answers to effects by their kind: one for all, or a list for one after the other. */
  readonly effects?: Readonly<Record<string, EffectReply | readonly EffectReply[]>>;
  readonly steps: readonly ScenarioStep[];
}

/** Scenarios of one bot. Files are named by their paths from this one. */
export interface ScenarioFile {
  readonly bot?: string;
  /** Files of the bots that jumps go to, by their numbers. */
  readonly bots?: Readonly<Record<string, string>>;
  readonly channel_family?: string;
  readonly scenarios: readonly Scenario[];
}
