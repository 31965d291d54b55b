import { placeOf } from '../block-facts.ts';
import { type Block, isBlock } from '../diagram-index.ts';
import { excerpt, type Finding, rule } from '../rule.ts';

const wanted = 3;

/** @spec RU22 */
export const greetingVersion = rule(
  'greeting_version',
  'error',
  'entries',
  ({ findNode, slot }, { channelFamily }, report) => {
    if (channelFamily !== 'native') return;
    const greeting = findNode(slot);
    if (greeting?.kind === undefined || !isBlock(greeting) || greeting.node.params['version'] === wanted) return;
    report(greeting, describe);
  },
);

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
