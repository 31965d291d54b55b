import type { CheckContext } from '../check-context.ts';
import { excerpt } from '../excerpt.ts';
import type { Rule } from '../rule.ts';

/** @spec RU50 */
export const blockNotOnChannelFamily: Rule<CheckContext> = {
  codes: ['block_not_on_channel_family'],
  severity: 'error',
  begin: (_index, { channelFamily }) => ({
    block: (block, report) => {
      const families = block.shape?.variant.channelRestriction;
      if (families === undefined || families.includes(channelFamily)) return;
      report('block_not_on_channel_family', () => ({
        message: `Block ${excerpt(block.key)} (${block.kind?.definition.name}) runs on ${families.join(', ')}, not on ${excerpt(channelFamily)}.`,
        at: ['template'],
      }));
    },
  }),
};
