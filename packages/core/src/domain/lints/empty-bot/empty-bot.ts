import { startPointId } from '../../diagram/diagram.ts';
import type { Finding } from '../../rules/rule.ts';
import type { Lint } from '../lint.ts';

const id = 'empty-bot';

/** @spec LI5 */
export const emptyBot: Lint = {
  id,
  check: ({ nodes }, _facts, report) => {
    if (nodes.every(({ key }) => key === startPointId)) report({ code: id, describe, subject: undefined });
  },
};

function describe(): Finding {
  return { message: 'The bot has no block yet.', at: ['nodes'] };
}
