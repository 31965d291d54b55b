import type { FeedbackConfiguration } from '@botwright/core/conversation';
import { decided } from '@botwright/core/inputs';
import * as v from 'valibot';

/** Characters of each text that visitors see. */
export const maxFeedbackText = 500;

const wording = decided(v.pipe(v.string(), v.metadata({ maxLength: maxFeedbackText })), 'A text that visitors see.');

export const feedbackSchema = v.object({
  enabled: v.boolean(),
  question: wording,
  positive_label: wording,
  negative_label: wording,
  comment_question: wording,
  thanks: wording,
});

export type WireFeedback = v.InferOutput<typeof feedbackSchema>;

export function encodeFeedback(configuration: FeedbackConfiguration): WireFeedback {
  return {
    enabled: configuration.enabled,
    question: configuration.question,
    positive_label: configuration.positiveLabel,
    negative_label: configuration.negativeLabel,
    comment_question: configuration.commentQuestion,
    thanks: configuration.thanks,
  };
}
