import { placeOf } from '../block-facts.ts';
import type { Block, DiagramIndex } from '../diagram-index.ts';
import { type Jump, jumpsOf } from '../jumps.ts';
import { type CheckContext, excerpt, type Finding, type Rule } from '../rule.ts';

const code = 'linked_node_unknown';

/** For jumps within the bot. @spec RU64 */
export const linkedNodeUnknown: Rule<CheckContext> = {
  codes: [code],
  severity: 'error',
  looksAt: 'facts',
  check: (index, _facts, report) => {
    for (const { block, jump, node } of namedBlocks(index)) {
      if (!jump.isWithin) continue;
      const target = index.findNode(node);
      if (target !== undefined && target.node?.['isTarget'] !== false) continue;
      const subject = { block, jump, node, isThere: target !== undefined };
      report({ code, on: block, describe: describeOwn, subject });
    }
  },
};

/** For jumps to other bots. Other rules report unknown and unpublished bots. @spec RU65 */
export const linkedNodeUnknownElsewhere: Rule<CheckContext> = {
  codes: [code],
  severity: 'warning',
  looksAt: 'facts',
  check: (index, { linkedBots }, report) => {
    if (linkedBots === undefined) return;
    for (const { block, jump, node } of namedBlocks(index)) {
      if (jump.isWithin || typeof jump.bot !== 'number') continue;
      const { targets } = linkedBots.get(jump.bot) ?? {};
      if (targets === undefined || targets.has(node)) continue;
      report({ code, on: block, describe: describeElsewhere, subject: { block, jump, node } });
    }
  },
};

interface NamedBlock {
  readonly block: Block;
  readonly jump: Jump;
  readonly node: string;
}

function* namedBlocks({ groups, bot }: DiagramIndex): Generator<NamedBlock> {
  for (const { kind, blocks } of groups) {
    if (kind?.jumps !== true) continue;
    for (const block of blocks) {
      for (const jump of jumpsOf(block, bot)) if (jump.node !== undefined) yield { block, jump, node: jump.node };
    }
  }
}

function describeOwn({ block, jump, node, isThere }: NamedBlock & { readonly isThere: boolean }): Finding {
  const problem = isThere ? ', at which no jump may end' : ', which the bot does not have';
  return {
    message: `Block ${excerpt(block.key)} jumps to block ${excerpt(node)}${problem}.`,
    param: jump.nodeParam,
    at: placeOf(block, jump.nodeParam),
  };
}

function describeElsewhere({ block, jump, node }: NamedBlock): Finding {
  return {
    message: `Block ${excerpt(block.key)} jumps to block ${excerpt(node)}, which the live version of bot ${jump.bot} does not have.`,
    param: jump.nodeParam,
    at: placeOf(block, jump.nodeParam),
  };
}
