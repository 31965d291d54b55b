import { startPointId } from '../../diagram/diagram.ts';
import type { Link } from '../diagram-index.ts';
import { excerpt, type Finding, rule } from '../rule.ts';

/** @spec RU17, RU18, RU19 */
export const startConnection = rule(
  'start_connection',
  'error',
  'entries',
  ({ findNode, links, slot }, { channelFamily }, report) => {
    if (findNode(slot) === undefined) {
      report(undefined, nobodyGreets, slot, channelFamily);
    }
    for (const link of links) {
      const { sourcePath, targetPath } = link.connection;
      if (sourcePath !== startPointId || targetPath === slot) continue;
      report(link, leadsElsewhere, slot);
    }
  },
);

function nobodyGreets(_diagram: undefined, slot: string, channelFamily: string): Finding {
  return {
    message: `No block greets the visitor: on ${excerpt(channelFamily)} that is the block ${excerpt(slot)}.`,
    at: ['nodes'],
    hint: `Add a block with the id ${excerpt(slot)}.`,
  };
}

function leadsElsewhere({ connection: { targetPath } }: Link, slot: string): Finding {
  return {
    message: `The start point leads to ${excerpt(targetPath)}, but should lead to ${excerpt(slot)}.`,
    at: ['targetPath'],
    hint: 'Remove the connection: the way from the start point to the greeting is implied.',
  };
}
