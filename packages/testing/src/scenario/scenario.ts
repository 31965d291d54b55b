import type { ChannelCapabilities, JsonValue } from '@botwright/core/diagram';
import type { Duration } from '../chat/duration.ts';
import type { SentMessage } from '../chat/sent-message.ts';

/** A text, whole, by a part, or by the source of a regular expression with the flag `u`. */
export type ScenarioPattern = string | { readonly contains: string } | { readonly matches: string };

/** A message of the bot. A text is compared as a whole; all given members of an object must match. */
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
      /** Code of the error that ends the conversation. */
      readonly error?: string;
    };

/** The outcome of an effect: its answer, or the reason of its failure. */
export interface EffectReply {
  /** The value of the outcome. Absent: none. */
  readonly answer?: JsonValue;
  /** The reason of the failure, in place of an answer. */
  readonly fails?: string;
}

/** One input of the visitor, one expectation, or the passing of time. */
export type ScenarioStep =
  /** All messages since the last input, in this and the next steps of this kind; `[]` for none. */
  | { readonly bot: Expectation | readonly Expectation[] }
  /** The visitor writes. */
  | { readonly visitor: string }
  /** The visitor presses the button of this label or payload. */
  | { readonly press: string }
  | { readonly send: SentMessage }
  /** The bot waits for this effect, which is answered, or fails; without both it continues to wait. */
  | ({
      readonly effect: string | { readonly kind: string; readonly [member: string]: ScenarioPattern | JsonValue };
    } & EffectReply)
  /** The Fields have these values; `null`: the Field is absent. */
  | { readonly fields: Readonly<Record<string, JsonValue>> }
  | { readonly pass: Duration }
  /** Lets time pass, such as `10 min`. In a scenario with this step no wait of the bot is skipped. */
  | { readonly wait: string }
  /** The conversation is at this block. */
  | { readonly at: string }
  /** The conversation ended or was handed to an agent, and this block was the last. */
  | { readonly ends_at: string };

/** A scripted conversation. It begins with the messages of the bot, which `steps` may omit. */
export interface Scenario {
  /** For reports, and for the selection of scenarios. */
  readonly name: string;
  /** Why it is not run. */
  readonly skip?: string;
  /** Of all files, only such scenarios are run. */
  readonly only?: boolean;
  /** For the selection of scenarios. Default: none. */
  readonly tags?: readonly string[];
  /** Id of the first block. Default: the greeting. */
  readonly start?: string;
  /** The start in ISO 8601. */
  readonly now?: string;
  /** The customer's Fields before the start. */
  readonly fields?: Readonly<Record<string, JsonValue>>;
  /** Answers to effects by kind: one for all, or a list in order. */
  readonly effects?: Readonly<Record<string, EffectReply | readonly EffectReply[]>>;
  /**
   * Answers of language models by the id of the block that asks, in order: a text, or an object with `text`, `fields`
   * and `tool`. Without one the block fails.
   */
  readonly models?: Readonly<Record<string, readonly JsonValue[]>>;
  /** In order. Empty: only the messages of the start. */
  readonly steps: readonly ScenarioStep[];
}

/** Scenarios of one bot. Files are named by their paths from this one. */
export interface ScenarioFile {
  /** File of the bot. Absent: the scenarios cannot be run from the file. */
  readonly bot?: string;
  /** Files of the targets of jumps, by their numbers. */
  readonly bots?: Readonly<Record<string, string>>;
  /** For a bot whose file has none. */
  readonly channel_family?: string;
  /** The features of the channel family, as its host says them. */
  readonly can?: ChannelCapabilities;
  /** In the order of running. */
  readonly scenarios: readonly Scenario[];
}
