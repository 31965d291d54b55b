import type { Block } from '../diagram-index.ts';
import { type CheckContext, excerpt, type Finding, type Rule } from '../rule.ts';

/** @spec RU50 */
export const blockNotOnChannelFamily: Rule<CheckContext> = {
  codes: ['block_not_on_channel_family'],
  severity: 'error',
  looksAt: 'entries',
  check: ({ blocks }, { channelFamily }, report) => {
    for (const block of blocks) {
      const families = block.shape?.variant.channelRestriction;
      if (families === undefined || families.includes(channelFamily)) continue;
      report({ code: 'block_not_on_channel_family', on: block, describe, subject: { block, families, channelFamily } });
    }
  },
};

interface Subject {
  readonly block: Block;
  readonly families: readonly string[];
  readonly channelFamily: string;
}

function describe({ block, families, channelFamily }: Subject): Finding {
  const name = block.kind?.definition.name;
  return {
    message: `Block ${excerpt(block.key)} (${name}) runs on ${families.join(', ')}, not on ${excerpt(channelFamily)}.`,
    at: ['template'],
  };
}
