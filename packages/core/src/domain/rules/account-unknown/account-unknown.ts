import type { BlockReference } from '../../blocks/block-definition.ts';
import { placeOf, referencesOf } from '../block-facts.ts';
import type { Block } from '../diagram-index.ts';
import { isBlank } from '../params/param-tests.ts';
import { type CheckContext, excerpt, type Finding, type Rule } from '../rule.ts';

/** @spec RU48, RU49 */
export const accountUnknown: Rule<CheckContext> = {
  codes: ['account_unknown'],
  severity: 'warning',
  looksAt: 'facts',
  check: ({ groups }, { connectedAccounts }, report) => {
    if (connectedAccounts === undefined) return;
    for (const { kind, blocks } of groups) {
      if (kind?.definition.references === undefined) continue;
      for (const block of blocks) {
        for (const { reference, value: id } of referencesOf(block)) {
          if (reference.to !== 'account' || typeof id !== 'string' || isBlank(id)) continue;
          if (connectedAccounts.has(`${reference.kind}:${id}`)) continue;
          report({ code: 'account_unknown', on: block, describe, subject: { block, reference, id } });
        }
      }
    }
  },
};

interface Subject {
  readonly block: Block;
  readonly reference: Extract<BlockReference, { to: 'account' }>;
  readonly id: string;
}

function describe({ block, reference: { param, kind }, id }: Subject): Finding {
  return {
    message: `Block ${excerpt(block.key)}: "${param}" names ${excerpt(id)}, which is not a connected ${kind} account.`,
    param,
    at: placeOf(block, param),
  };
}
