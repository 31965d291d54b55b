import type { Block } from '../diagram-index.ts';
import { excerpt, type Finding, rule } from '../rule.ts';

/** @spec RU50 */
export const blockNotOnChannelFamily = rule(
  'block_not_on_channel_family',
  'error',
  'entries',
  ({ blocks }, { channelFamily }, report) => {
    for (const block of blocks) {
      const families = block.shape?.variant.channelRestriction;
      if (families === undefined || families.includes(channelFamily)) continue;
      report(block, describe, families, channelFamily);
    }
  },
);

function describe(block: Block, families: readonly string[], channelFamily: string): Finding {
  const name = block.kind?.definition.name;
  return {
    message: `Block ${excerpt(block.key)} (${name}) runs on ${families.join(', ')}, not on ${excerpt(channelFamily)}.`,
    at: ['template'],
  };
}
