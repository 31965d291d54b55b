import type { FeedbackReader, FeedbackStore } from '../ports/feedback-store.ts';
import type { Read, Write } from './access.ts';
import { frozenCopy } from './frozen-copy.ts';

export function feedbackReader(read: Read): FeedbackReader {
  return { find: (botId) => read((view) => view.shelf(botId)?.feedback) };
}

export function feedbackStore(read: Read, write: Write): FeedbackStore {
  return {
    ...feedbackReader(read),
    put(botId, configuration) {
      const feedback = frozenCopy(configuration);
      return write((state) => state.changeShelf(botId, (shelf) => ({ ...shelf, feedback })));
    },
  };
}
