import type { FeedbackReader, FeedbackStore } from '@botwright/core/ports';
import type { BrandConnection, Sync, Transaction } from './access.ts';

const findFeedbackSql =
  'SELECT enabled, question, positive_label, negative_label, comment_question, thanks ' +
  'FROM feedback WHERE brand = ? AND bot_id = ?';

interface FeedbackRow {
  /** 0 or 1. */
  readonly enabled: number;
  readonly question: string;
  readonly positive_label: string;
  readonly negative_label: string;
  readonly comment_question: string;
  readonly thanks: string;
}

export function feedbackReader({ connection, brand }: BrandConnection): Sync<FeedbackReader> {
  return {
    find: (botId) => {
      const row = connection.get<FeedbackRow>(findFeedbackSql, brand, botId);
      if (row === undefined) return undefined;
      return {
        enabled: row.enabled === 1,
        question: row.question,
        positiveLabel: row.positive_label,
        negativeLabel: row.negative_label,
        commentQuestion: row.comment_question,
        thanks: row.thanks,
      };
    },
  };
}

export function feedbackStore(transaction: Transaction): Sync<FeedbackStore> {
  const { connection, brand } = transaction;
  return {
    ...feedbackReader(transaction),
    put: (botId, configuration) => {
      connection.run(
        'INSERT OR REPLACE INTO feedback (brand, bot_id, enabled, question, positive_label, negative_label, ' +
          'comment_question, thanks) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        brand,
        botId,
        configuration.enabled ? 1 : 0,
        configuration.question,
        configuration.positiveLabel,
        configuration.negativeLabel,
        configuration.commentQuestion,
        configuration.thanks,
      );
    },
  };
}
