import type { CheckContext } from '../check-context.ts';
import type { Block } from '../diagram-index.ts';
import { excerpt } from '../excerpt.ts';
import { placeOf } from '../references.ts';
import type { Finding, Rule } from '../rule.ts';

const wanted = 3;

/** @spec RU22 */
export const greetingVersion: Rule<CheckContext> = {
  codes: ['greeting_version'],
  severity: 'error',
  judge: ({ blocks, slot }, { channelFamily }, report) => {
    if (channelFamily !== 'native') return;
    const greeting = blocks.find(({ key }) => key === slot);
    if (greeting?.kind === undefined || greeting.node.params['version'] === wanted) return;
    report({ code: 'greeting_version', on: greeting, describe, subject: greeting });
  },
};

function describe(block: Block): Finding {
  const { params } = block.node;
  const received = Object.hasOwn(params, 'version') ? `is ${excerpt(params['version'])}` : 'is missing';
  return {
    message: `Block ${excerpt(block.key)} greets, and its "version" should be ${wanted}, but ${received}.`,
    param: 'version',
    at: placeOf(block, 'version'),
    hint: `Set "version" to ${wanted}.`,
  };
}
