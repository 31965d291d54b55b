import type { JsonValue } from '../json/json-value.ts';

/** Messages for a language model, and the form of its answer. */
export interface LanguageModelRequest {
  /** Oldest first; instructions of the author have the role `system`. */
  readonly messages: readonly { readonly role: 'system' | 'user' | 'assistant'; readonly text: string }[];
  /** Structured values that the answer has to carry in `fields`. */
  readonly fills: readonly ModelFill[];
  /** Calls that the model may answer with, in place of a text. */
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly fills: readonly ModelFill[];
  }[];
  /** The most tokens of the answer. */
  readonly maxTokens: number;
  /** Absent: the default of the model. */
  readonly temperature?: number;
}

/** A value that a language model is asked for. */
export interface ModelFill {
  /** The key of the value in the answer. */
  readonly name: string;
  /** `date`: `YYYY-MM-DD`. */
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date' | 'list';
  /** Tells the model which value to find. */
  readonly description: string;
  /** `true`: an answer without the value fails. */
  readonly required: boolean;
  /** The only values of a `string`. */
  readonly oneOf?: readonly string[];
}

/** The answer of a language model. */
export interface LanguageModelAnswer {
  /** Absent: the model only gave fields, or called a tool. */
  readonly text?: string;
  /** Values by the names of `fills`. */
  readonly fields?: Readonly<Record<string, JsonValue>>;
  /** The call of one of the requested `tools`, with values by the names of its `fills`. */
  readonly tool?: { readonly name: string; readonly fields: Readonly<Record<string, JsonValue>> };
  /** Tokens. */
  readonly usage: { readonly in: number; readonly out: number };
}
