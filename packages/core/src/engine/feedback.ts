import { defaultWording, type FeedbackConfiguration, unconfiguredFeedback } from '../domain/feedback.ts';
import { type FeedbackInput, feedbackSchema } from '../domain/inputs/bots.ts';
import { effectsOf } from './bots/bot-decisions.ts';
import { findBot, lockBot } from './bots/bot-records.ts';
import { brandStorage } from './brand-storage.ts';
import { type Caller, type PermissionsOf, permitted } from './caller.ts';
import type { EngineStorage } from './events/engine-storage.ts';
import { readInput } from './read-input.ts';

export interface Feedback {
  get(botId: string): Promise<FeedbackConfiguration>;
  /** Replaces the whole configuration; wording that is left out or `null` returns to its default. */
  put(botId: string, configuration: FeedbackInput): Promise<FeedbackConfiguration>;
}

export const feedbackPermissions: PermissionsOf<Feedback> = { get: 'view_bots', put: 'edit_bots' };

/** The use-cases of the feedback configurations of the bots that a caller can see. */
export function feedback({ storage }: { readonly storage: EngineStorage }, caller: Caller): Feedback {
  const { reader, commit } = brandStorage(storage, caller);

  return permitted(caller, feedbackPermissions, {
    /** @spec FB1, FB2, FB5 */
    async get(botId) {
      const from = reader();
      const bot = await findBot(caller, from, botId);
      return (await from.feedback.find(bot.id)) ?? unconfiguredFeedback;
    },

    /** @spec FB3, FB4, FB6, FB7 */
    async put(botId, configuration) {
      const wanted = readInput(feedbackSchema, configuration);
      const next: FeedbackConfiguration = {
        enabled: wanted.enabled,
        question: wanted.question ?? defaultWording.question,
        positiveLabel: wanted.positiveLabel ?? defaultWording.positiveLabel,
        negativeLabel: wanted.negativeLabel ?? defaultWording.negativeLabel,
        commentQuestion: wanted.commentQuestion ?? defaultWording.commentQuestion,
        thanks: wanted.thanks ?? defaultWording.thanks,
      };

      return commit(async (tx) => {
        const bot = await lockBot(caller, tx, botId);
        effectsOf({ bot }, { kind: 'write_feedback' });
        await tx.feedback.put(bot.id, next);
        tx.raise({ type: 'feedback.changed', botId: bot.id, workspace: bot.workspace });
        return next;
      });
    },
  });
}
