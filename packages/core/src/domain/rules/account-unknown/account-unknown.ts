import type { BlockReference } from '../../blocks/block-definition.ts';
import { describeParam, referencesIn } from '../block-facts.ts';
import type { Block } from '../diagram-index.ts';
import { isBlank } from '../params/param-tests.ts';
import { excerpt, type Finding, rule } from '../rule.ts';

/** @spec RU48, RU49 */
export const accountUnknown = rule('account_unknown', 'warning', 'facts', (index, { connectedAccounts }, report) => {
  if (connectedAccounts === undefined) return;
  for (const { block, reference, value: id } of referencesIn(index)) {
    if (reference.to !== 'account' || typeof id !== 'string' || isBlank(id)) continue;
    if (!connectedAccounts.has(`${reference.kind}:${id}`)) report(block, describe, reference, id);
  }
});

function describe(block: Block, { param, kind }: Extract<BlockReference, { to: 'account' }>, id: string): Finding {
  return describeParam(block, param, `names ${excerpt(id)}, which is not a connected ${kind} account`);
}
