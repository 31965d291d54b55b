import type { Position, Rating } from '../../domain/conversation/conversation-state.ts';
import type { VisitorInput } from '../../domain/conversation/messages.ts';
import type { Step } from '../../domain/conversation/step.ts';
import type { FeedbackConfiguration } from '../../domain/feedback.ts';
import { type Choice, choiceDialog, findChoice } from '../behaviour/choice-dialog.ts';
import { sayText } from '../behaviour/params.ts';
import { typedAnswer } from '../behaviour/question.ts';
import { isBlank } from '../text/is-blank.ts';
import type { StepRun } from './step-run.ts';

type FeedbackPosition = Extract<Position, { kind: 'feedback' }>;

interface RatingChoice extends Choice {
  readonly rating: Rating;
}

/**
 * Ends a conversation: asks for feedback when the bot's configuration says so now. Else closes it, unless it only ran
 * out of blocks.
 *
 * @spec RN15, RN27, RN28
 */
export function endConversation(run: StepRun, reason: 'closed' | 'dead_end'): Step {
  const { feedback } = run.context;
  if (feedback?.enabled === true && !isBlank(feedback.question, run.budget)) return askRating(run, feedback, 'rating');
  return reason === 'dead_end' ? run.end({ kind: 'ended', reason }) : close(run);
}

/**
 * Works the visitor's message after the feedback question, or after the one for a comment.
 *
 * @spec RN28, RN29, RN30, RN31, RN32, RN33
 */
export function takeFeedback(run: StepRun, at: FeedbackPosition, message: VisitorInput): Step {
  const { feedback } = run.context;
  if (feedback?.enabled !== true) return close(run);
  if (at.asked === 'comment') return takeComment(run, feedback, at.rating, message);

  const choice = findChoice(ratingChoices(feedback), message, run.budget);
  if (choice === undefined) return at.asked === 'rating' ? askRating(run, feedback, 'rating_again') : close(run);

  const { rating } = choice;
  run.add({ notices: [{ kind: 'feedback', rating }], messages: sayText(feedback.commentQuestion, run.budget) });
  if (!isBlank(feedback.commentQuestion, run.budget)) return run.end({ kind: 'feedback', asked: 'comment', rating });
  run.add({ messages: sayText(feedback.thanks, run.budget) });
  return close(run);
}

function takeComment(run: StepRun, feedback: FeedbackConfiguration, rating: Rating, message: VisitorInput): Step {
  const comment = typedAnswer(message, run.budget)?.typed;
  if (comment !== undefined) run.add({ notices: [{ kind: 'feedback', rating, comment }] });
  run.add({ messages: sayText(feedback.thanks, run.budget) });
  return close(run);
}

function askRating(run: StepRun, feedback: FeedbackConfiguration, asked: 'rating' | 'rating_again'): Step {
  run.add({ messages: [choiceDialog({ body: feedback.question }, ratingChoices(feedback))] });
  return run.end({ kind: 'feedback', asked });
}

function ratingChoices(feedback: FeedbackConfiguration): readonly RatingChoice[] {
  return [
    { payload: '$positive', label: feedback.positiveLabel, rating: 'positive' },
    { payload: '$negative', label: feedback.negativeLabel, rating: 'negative' },
  ];
}

function close(run: StepRun): Step {
  run.add({ notices: [{ kind: 'close' }] });
  return run.end({ kind: 'ended', reason: 'closed' });
}
