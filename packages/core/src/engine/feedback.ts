import * as v from 'valibot';
import { defaultWording, maxWordingLength, unconfiguredFeedback } from '../domain/feedback/default-wording.ts';
import type { FeedbackConfiguration } from '../domain/feedback/feedback.ts';
import { countCodePoints } from '../domain/text/plain-text.ts';
import { claimWritableBot, findBot } from './bots/find-bot.ts';
import type { Feedback } from './engine.ts';
import { plainText, readInput, shape } from './input/read-input.ts';
import { commit, readerOf, requirePermission, type Scope } from './scope.ts';

const wordingText = v.nullish(
  v.pipe(
    plainText,
    v.check((text) => countCodePoints(text) <= maxWordingLength, `Expected at most ${maxWordingLength} characters.`),
  ),
);

const configurationShape = shape({
  enabled: v.boolean(),
  question: wordingText,
  positiveLabel: wordingText,
  negativeLabel: wordingText,
  commentQuestion: wordingText,
  thanks: wordingText,
});

/** @spec FB1, FB2, FB5 */
export async function getFeedback(scope: Scope, botId: string): Promise<FeedbackConfiguration> {
  requirePermission(scope.principal, 'view_bots');
  const reader = readerOf(scope);
  const bot = await findBot(scope, reader, botId);
  return (await reader.feedback.find(bot.id)) ?? unconfiguredFeedback;
}

/** @spec FB3, FB4, FB6, FB7 */
export async function putFeedback(
  scope: Scope,
  botId: string,
  configuration: Parameters<Feedback['put']>[1],
): Promise<FeedbackConfiguration> {
  requirePermission(scope.principal, 'edit_bots');
  const wanted = readInput(configurationShape, configuration);
  const next: FeedbackConfiguration = {
    enabled: wanted.enabled,
    question: wanted.question ?? defaultWording.question,
    positiveLabel: wanted.positiveLabel ?? defaultWording.positiveLabel,
    negativeLabel: wanted.negativeLabel ?? defaultWording.negativeLabel,
    commentQuestion: wanted.commentQuestion ?? defaultWording.commentQuestion,
    thanks: wanted.thanks ?? defaultWording.thanks,
  };

  return commit(scope, async (tx) => {
    const bot = await claimWritableBot(scope, tx, botId);
    await tx.feedback.put(bot.id, next);
    return next;
  });
}
