import { startPointId } from '../../diagram/diagram.ts';
import { type CheckContext, excerpt, type Finding, type Rule } from '../rule.ts';

/** @spec RU17, RU18, RU19 */
export const startConnection: Rule<CheckContext> = {
  codes: ['start_connection'],
  severity: 'error',
  looksAt: 'entries',
  check: ({ findNode, links, slot }, { channelFamily }, report) => {
    if (findNode(slot) === undefined) {
      report({ code: 'start_connection', describe: nobodyGreets, subject: { slot, channelFamily } });
    }
    for (const link of links) {
      const { sourcePath, targetPath } = link.connection;
      if (sourcePath !== startPointId || targetPath === slot) continue;
      report({ code: 'start_connection', on: link, describe: leadsElsewhere, subject: { slot, targetPath } });
    }
  },
};

function nobodyGreets({ slot, channelFamily }: { readonly slot: string; readonly channelFamily: string }): Finding {
  return {
    message: `No block greets the visitor: on ${excerpt(channelFamily)} that is the block ${excerpt(slot)}.`,
    at: ['nodes'],
    hint: `Add a block with the id ${excerpt(slot)}.`,
  };
}

function leadsElsewhere({ slot, targetPath }: { readonly slot: string; readonly targetPath: string }): Finding {
  return {
    message: `The start point leads to ${excerpt(targetPath)}, but should lead to ${excerpt(slot)}.`,
    at: ['targetPath'],
    hint: 'Remove the connection: the way from the start point to the greeting is implied.',
  };
}
