import { startPointId } from '../../diagram/start-diagram.ts';
import type { CheckContext } from '../check-context.ts';
import { excerpt } from '../excerpt.ts';
import type { Rule } from '../rule.ts';

/** @spec RU17, RU18, RU19 */
export const startConnection: Rule<CheckContext> = {
  codes: ['start_connection'],
  severity: 'error',
  begin: (index, { channelFamily }) => ({
    diagram: (report) => {
      if (index.findNode(index.slot) !== undefined) return;
      report('start_connection', () => ({
        message: `No block greets the visitor: on ${excerpt(channelFamily)} that is the block ${excerpt(index.slot)}.`,
        at: ['nodes'],
        hint: `Add a block with the id ${excerpt(index.slot)}.`,
      }));
    },
    link: (link, report) => {
      const { sourcePath, targetPath } = link.connection;
      if (sourcePath !== startPointId || targetPath === index.slot) return;
      report('start_connection', () => ({
        message: `The start point leads to ${excerpt(targetPath)}, but should lead to ${excerpt(index.slot)}.`,
        at: ['targetPath'],
        hint: 'Remove the connection: the way from the start point to the greeting is implied.',
      }));
    },
  }),
};
