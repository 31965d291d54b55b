import type { CheckContext } from '../check-context.ts';
import { excerpt } from '../excerpt.ts';
import type { Rule } from '../rule.ts';

/** @spec RU21 */
export const greetingNotAllowed: Rule<CheckContext> = {
  codes: ['greeting_not_allowed'],
  severity: 'error',
  begin: (index, { catalog, channelFamily }) => {
    const greeting = index.findNode(index.slot);
    const definition = greeting?.kind?.definition;
    if (channelFamily !== 'native' || definition === undefined || definition.canBeWelcome) return undefined;
    return {
      block: (block, report) => {
        if (block !== greeting) return;
        const allowed = catalog.definitions.filter((one) => one.canBeWelcome).map((one) => one.name);
        report('greeting_not_allowed', () => ({
          message: `Block ${excerpt(block.key)} (${definition.name}) cannot greet; these can: ${allowed.join(', ')}.`,
          at: ['template'],
        }));
      },
    };
  },
};
