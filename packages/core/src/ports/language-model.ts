import type { JsonValue } from '../domain/json/json-value.ts';

/** A language model that the host configured. */
export interface LanguageModel {
  /**
   * Answers a conversation. A rejection means that there is no answer.
   *
   * @param options.signal - Aborted when nobody waits for the answer any more.
   * @param options.idempotencyKey - The same when the request is made again, after a crash or in another process.
   * @param options.onText - Takes the text of the answer in parts, while it is made.
   */
  complete(
    request: LanguageModelRequest,
    options: {
      readonly signal: AbortSignal;
      readonly idempotencyKey: string;
      readonly onText?: (part: string) => void;
    },
  ): Promise<LanguageModelAnswer>;
}

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

export interface LanguageModelAnswer {
  readonly text?: string;
  /** Values by the names of `fills`. */
  readonly fields?: Readonly<Record<string, JsonValue>>;
  readonly tool?: { readonly name: string; readonly fields: Readonly<Record<string, JsonValue>> };
  /** Tokens. */
  readonly usage: { readonly in: number; readonly out: number };
}
