import * as v from 'valibot';
import { objectOf } from '../../schemas/json-object.ts';
import { decided } from '../../schemas/marks.ts';
import { boundedText } from '../../schemas/text.ts';

const maxLength = 500;

const wording = decided(v.pipe(v.string(), v.metadata({ maxLength })), 'A text that visitors see.');

export const feedbackSchema = v.object({
  enabled: v.boolean(),
  question: wording,
  positive_label: wording,
  negative_label: wording,
  comment_question: wording,
  thanks: wording,
});

export type WireFeedback = v.InferOutput<typeof feedbackSchema>;

const wordingInput = v.exactOptional(
  decided(v.nullable(boundedText(maxLength)), 'Left out or null: returns to its default.'),
);

/** @spec AP14 */
export const feedbackInputSchema = objectOf({
  enabled: v.boolean(),
  question: wordingInput,
  positive_label: wordingInput,
  negative_label: wordingInput,
  comment_question: wordingInput,
  thanks: wordingInput,
});
