import type { FeedbackReader, FeedbackStore } from '@botwright/core/ports';
import { hasBot, noBot } from './belonging.ts';
import { get, type RunQuery, run as write } from './query.ts';
import { statement } from './statement.ts';
import { requireWritten, type Transaction } from './transaction.ts';
import { insertInto } from './writing.ts';

const columns = ['enabled', 'question', 'positive_label', 'negative_label', 'comment_question', 'thanks'] as const;

const findFeedback = statement<{ readonly brand: string; readonly botId: string }>()(({ builder }, { brand, botId }) =>
  builder.selectFrom('feedback').select(columns).where('brand', '=', brand).where('bot_id', '=', botId),
);

const putFeedback = insertInto('feedback', ['brand', 'bot_id', ...columns], {
  where: hasBot,
  replaces: ['brand', 'bot_id'],
});

export function feedbackReader(brand: string, run: RunQuery): FeedbackReader {
  return {
    find: (botId) =>
      run(function* () {
        const row = yield* get(findFeedback, { brand, botId });
        if (row === undefined) return undefined;
        return {
          enabled: row.enabled === 1,
          question: row.question,
          positiveLabel: row.positive_label,
          negativeLabel: row.negative_label,
          commentQuestion: row.comment_question,
          thanks: row.thanks,
        };
      }),
  };
}

export function feedbackStore({ brand, run }: Transaction): FeedbackStore {
  return {
    ...feedbackReader(brand, run),
    put: (botId, configuration) => {
      const row = {
        brand,
        bot_id: botId,
        enabled: Number(configuration.enabled),
        question: configuration.question,
        positive_label: configuration.positiveLabel,
        negative_label: configuration.negativeLabel,
        comment_question: configuration.commentQuestion,
        thanks: configuration.thanks,
      };
      return run(function* () {
        requireWritten(yield* write(putFeedback, row), noBot);
      });
    },
  };
}
