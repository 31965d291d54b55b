import { defaultWording, type FeedbackConfiguration, unconfiguredFeedback } from '../domain/feedback.ts';
import { type FeedbackInput, feedbackSchema } from '../domain/inputs/bots.ts';
import { assertAllowed } from './bots/bot-decisions.ts';
import { findBot, loadBot } from './bots/bot-records.ts';
import { brandStorage } from './brand-storage.ts';
import { type Caller, type PermissionsOf, permitted } from './caller.ts';
import type { EngineParts } from './engine-parts.ts';
import { readInput } from './read-input.ts';

export interface Feedback {
  /** The defaults, switched off, for a bot that was never configured. */
  get(botId: string): Promise<FeedbackConfiguration>;
  /** Replaces the whole configuration; wording that is left out or `null` returns to its default. */
  put(botId: string, configuration: FeedbackInput): Promise<FeedbackConfiguration>;
}

export const feedbackPermissions: PermissionsOf<Feedback> = { get: 'view_bots', put: 'edit_bots' };

/** The use-cases of the feedback configurations of the bots that a caller can see. */
export function feedback({ storage }: EngineParts, caller: Caller): Feedback {
  const { load, run, execute } = brandStorage(storage, caller);

  return permitted(caller, feedbackPermissions, {
    /** @spec FB1, FB2, FB5 */
    async get(botId) {
      const bot = await run(findBot(caller, botId));
      return (await load({ kind: 'feedback', botId: bot.id })) ?? unconfiguredFeedback;
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

      return execute(function* ({ operations, events }) {
        const bot = yield* loadBot(caller, botId);
        assertAllowed({ bot }, { kind: 'write_feedback' });
        operations.push({ kind: 'putFeedback', botId: bot.id, configuration: next });
        events.push({ type: 'feedback.changed', botId: bot.id, workspace: bot.workspace });
        return next;
      });
    },
  });
}
