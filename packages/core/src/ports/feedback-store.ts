import type { FeedbackConfiguration } from '../domain/feedback/feedback.ts';

export interface FeedbackReader {
  find(botId: string): Promise<FeedbackConfiguration | undefined>;
}

export interface FeedbackStore extends FeedbackReader {
  /** @spec ST41 */
  put(botId: string, configuration: FeedbackConfiguration): Promise<void>;
}
