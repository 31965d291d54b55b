import type { CheckContext } from '../check-context.ts';
import { excerpt } from '../excerpt.ts';
import type { Rule } from '../rule.ts';

const greetingVersion = 3;

/** @spec RU22 */
export const greetingVersionRule: Rule<CheckContext> = {
  codes: ['greeting_version'],
  severity: 'error',
  begin: (index, { channelFamily }) => {
    const greeting = index.findNode(index.slot);
    if (channelFamily !== 'native' || greeting?.node === undefined || greeting.kind === undefined) return undefined;
    const { params } = greeting.node;
    if (params['version'] === greetingVersion) return undefined;
    return {
      block: (block, report) => {
        if (block !== greeting) return;
        report('greeting_version', () => {
          const isThere = Object.hasOwn(params, 'version');
          const received = isThere ? `is ${excerpt(params['version'])}` : 'is missing';
          return {
            message: `Block ${excerpt(block.key)} greets, and its "version" should be ${greetingVersion}, but ${received}.`,
            param: 'version',
            at: isThere ? ['params', 'version'] : ['params'],
            hint: `Set "version" to ${greetingVersion}.`,
          };
        });
      },
    };
  },
};
