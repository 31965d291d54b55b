import type { FeedbackConfiguration } from '@botwright/core/diagram';
import type { Position, Rating } from '../conversation/conversation-state.ts';
import { type Choice, choiceDialog, findChoice } from '../message/choice.ts';
import type { Message, VisitorMessage } from '../message/message.ts';
import type { Step } from './step.ts';
import type { Turn } from './turn.ts';

type FeedbackPosition = Extract<Position, { kind: 'feedback' }>;

interface RatingChoice extends Choice {
  readonly rating: Rating;
}

/**
 * Ends a conversation that came to its end: asks for feedback when the bot's configuration says so now. Else
 * closes it, unless it merely ran out of blocks.
 *
 * @spec RN15, RN27, RN28
 */
export function endConversation(turn: Turn, reason: 'closed' | 'dead_end'): Step {
  const { feedback } = turn.context;
  if (feedback?.enabled === true && feedback.question.trim() !== '') return askRating(turn, feedback, 'rating');
  return reason === 'dead_end' ? turn.end({ kind: 'ended', reason }) : close(turn);
}

/**
 * Takes what the visitor says to the feedback question, or to the one after it.
 *
 * @spec RN28, RN29, RN30, RN31, RN32, RN33
 */
export function takeFeedback(turn: Turn, at: FeedbackPosition, message: VisitorMessage): Step {
  const { feedback } = turn.context;
  if (feedback?.enabled !== true) return close(turn);
  if (at.asked === 'comment') return takeComment(turn, feedback, at.rating, message);

  const choice = findChoice(ratingChoices(feedback), message, turn.work);
  if (choice === undefined) return at.asked === 'rating' ? askRating(turn, feedback, 'rating_again') : close(turn);

  const { rating } = choice;
  turn.add({ notices: [{ kind: 'feedback', rating }], messages: say(feedback.commentQuestion) });
  if (feedback.commentQuestion.trim() !== '') return turn.end({ kind: 'feedback', asked: 'comment', rating });
  turn.add({ messages: say(feedback.thanks) });
  return close(turn);
}

function takeComment(turn: Turn, feedback: FeedbackConfiguration, rating: Rating, message: VisitorMessage): Step {
  const comment = message.type === 'text' ? message.text.trim() : '';
  if (comment !== '') turn.add({ notices: [{ kind: 'feedback', rating, comment }] });
  turn.add({ messages: say(feedback.thanks) });
  return close(turn);
}

function askRating(turn: Turn, feedback: FeedbackConfiguration, asked: 'rating' | 'rating_again'): Step {
  turn.add({ messages: [choiceDialog(feedback.question, ratingChoices(feedback))] });
  return turn.end({ kind: 'feedback', asked });
}

function ratingChoices(feedback: FeedbackConfiguration): readonly RatingChoice[] {
  return [
    { payload: '$positive', label: feedback.positiveLabel, rating: 'positive' },
    { payload: '$negative', label: feedback.negativeLabel, rating: 'negative' },
  ];
}

function say(body: string): readonly Message[] {
  return body.trim() === '' ? [] : [{ type: 'text', body }];
}

function close(turn: Turn): Step {
  turn.add({ notices: [{ kind: 'close' }] });
  return turn.end({ kind: 'ended', reason: 'closed' });
}
