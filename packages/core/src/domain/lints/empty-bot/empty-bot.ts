import { startPointId } from '../../diagram/diagram.ts';
import type { Finding } from '../../rules/rule.ts';
import { lint } from '../lint.ts';

/** @spec LI5 */
export const emptyBot = lint('empty-bot', 'warn', ({ nodes }, _facts, report) => {
  if (nodes.every(({ key }) => key === startPointId)) report(undefined, describe);
});

function describe(): Finding {
  return { message: 'The bot has no block yet.', at: ['nodes'] };
}
