import type { LanguageModelAnswer, LanguageModelRequest } from '../domain/conversation/language-model-request.ts';

export type {
  LanguageModelAnswer,
  LanguageModelRequest,
  ModelFill,
} from '../domain/conversation/language-model-request.ts';

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
