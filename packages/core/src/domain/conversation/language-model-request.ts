import type { JsonValue } from '../json/json-value.ts';

/** Messages for a language model, and the form of its answer. */
export interface LanguageModelRequest {
  readonly messages: readonly { readonly role: 'system' | 'user' | 'assistant'; readonly text: string }[];
  /** Structured values that the answer has to carry in `fields`. */
  readonly fills: readonly ModelFill[];
  /** Calls that the model may answer with, in place of a text. */
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly fills: readonly ModelFill[];
  }[];
  readonly maxTokens: number;
  readonly temperature?: number;
}

/** A value that a language model is asked for. */
export interface ModelFill {
  readonly name: string;
  /** `date`: `YYYY-MM-DD`. */
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date' | 'list';
  readonly description: string;
  readonly required: boolean;
  /** The only values of a `string`. */
  readonly oneOf?: readonly string[];
}

/** The answer of a language model. */
export interface LanguageModelAnswer {
  readonly text?: string;
  /** Values by the names of `fills`. */
  readonly fields?: Readonly<Record<string, JsonValue>>;
  readonly tool?: { readonly name: string; readonly fields: Readonly<Record<string, JsonValue>> };
  /** Tokens. */
  readonly usage: { readonly in: number; readonly out: number };
}
