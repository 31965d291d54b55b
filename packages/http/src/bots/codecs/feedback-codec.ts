import type { FeedbackConfiguration, FeedbackWording } from '@botwright/core';
import type * as v from 'valibot';
import type { feedbackInputSchema, WireFeedback } from '../schemas/feedback-schema.ts';

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

/**
 * A text that is `null` counts as left out.
 *
 * @spec AP14
 */
export function decodeFeedback(
  wire: v.InferOutput<typeof feedbackInputSchema>,
): { readonly enabled: boolean } & Partial<FeedbackWording> {
  const { enabled, question, thanks } = wire;
  const { positive_label: positiveLabel, negative_label: negativeLabel, comment_question: commentQuestion } = wire;
  return {
    enabled,
    ...(typeof question === 'string' && { question }),
    ...(typeof positiveLabel === 'string' && { positiveLabel }),
    ...(typeof negativeLabel === 'string' && { negativeLabel }),
    ...(typeof commentQuestion === 'string' && { commentQuestion }),
    ...(typeof thanks === 'string' && { thanks }),
  };
}
