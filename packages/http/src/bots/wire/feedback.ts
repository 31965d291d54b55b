import { type FeedbackConfiguration, maxWordingLength } from '@botwright/core/conversation';
import { describedHere, text } from '@botwright/core/inputs';
import * as v from 'valibot';

const wording = describedHere(text({ max: maxWordingLength }), 'A text that visitors see.');

export const feedbackSchema = v.object({
  enabled: v.boolean(),
  question: wording,
  positive_label: wording,
  negative_label: wording,
  comment_question: wording,
  thanks: wording,
});

export type WireFeedback = v.InferOutput<typeof feedbackSchema>;

/** The wording of feedback in the form of the Bots API. */
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
