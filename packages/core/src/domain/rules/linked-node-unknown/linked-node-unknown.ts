import { isTarget, placeOf } from '../block-facts.ts';
import type { Block, DiagramIndex } from '../diagram-index.ts';
import { type Jump, jumpsOf } from '../jumps.ts';
import { excerpt, type Finding, rule } from '../rule.ts';

const code = 'linked_node_unknown';

/** For jumps within the bot. @spec RU64 */
export const linkedNodeUnknown = rule(code, 'error', 'facts', (index, _facts, report) => {
  for (const { block, jump, node } of namedBlocks(index)) {
    const target = index.findNode(node);
    if (!jump.isWithin || (target !== undefined && isTarget(target))) continue;
    const problem = target === undefined ? 'which the bot does not have' : 'at which no jump may end';
    report(block, describe, jump, problem);
  }
});

/** For jumps to other bots. Other rules report unknown and unpublished bots. @spec RU65 */
export const linkedNodeUnknownElsewhere = rule(code, 'warning', 'facts', (index, { linkedBots }, report) => {
  if (linkedBots === undefined) return;
  for (const { block, jump, node } of namedBlocks(index)) {
    if (jump.isWithin || typeof jump.bot !== 'number') continue;
    const { targets } = linkedBots.get(jump.bot) ?? {};
    if (targets === undefined || targets.has(node)) continue;
    report(block, describe, jump, `which the live version of bot ${jump.bot} does not have`);
  }
});

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

function describe(block: Block, { node, nodeParam }: Jump, problem: string): Finding {
  return {
    message: `Block ${excerpt(block.key)} jumps to block ${excerpt(node)}, ${problem}.`,
    param: nodeParam,
    at: placeOf(block, nodeParam),
  };
}
