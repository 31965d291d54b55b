import type { Words } from '../../domain/conversation/messages.ts';
import { withText } from './params.ts';

/** Words with a line `1. label` for each label. The title may be empty. */
export function numberedLines(title: Words, labels: readonly string[]): Words {
  const lines = labels.map((label, at) => `${at + 1}. ${label}`).join('\n');
  return title.body === '' ? { body: lines } : withText(title, `\n${lines}`);
}
