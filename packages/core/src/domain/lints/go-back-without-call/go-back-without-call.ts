import { isCall, readableParams } from '../../rules/block-facts.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { jumpTargetsOf } from '../../rules/jumps.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { lint } from '../lint.ts';
import { reachableFrom, wordEntriesIn } from '../reachable.ts';

/** @spec CG13, KW14 */
export const goBackWithoutCall = lint('go-back-without-call', 'warn', (index, { entryBlocks = [] }, report) => {
  const goingBack = index.groups.flatMap(({ kind, blocks }) => (kind?.definition.goesBack === true ? blocks : []));
  if (goingBack.length === 0) return;
  const called = index.nodes.filter(isCall).flatMap((entry) => jumpTargetsOf(entry, index));
  const jumpedTo = [...entryBlocks].flatMap((key) => index.findNode(key) ?? []);
  // A part that keywords lead to returns to the block that waited.
  const comingBack = wordEntriesIn(index).filter(
    (block) => block.kind?.definition.hears?.(readableParams(block)).comesBack === true,
  );
  const reached = reachableFrom(index, [...called, ...jumpedTo, ...comingBack]);
  for (const block of goingBack) if (!reached.has(block)) report(block, describe);
});

function describe({ key }: Block): Finding {
  return {
    message: `No call leads to block ${excerpt(key)}, so the conversation ends there.`,
    hint: 'Call this part with a "bot_link" whose "mode" is "call".',
  };
}
