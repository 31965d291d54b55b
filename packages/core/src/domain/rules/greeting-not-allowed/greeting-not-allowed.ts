import type { Catalog } from '../../blocks/catalog.ts';
import { type CheckContext, excerpt, type Finding, type Rule } from '../rule.ts';

/** @spec RU21 */
export const greetingNotAllowed: Rule<CheckContext> = {
  codes: ['greeting_not_allowed'],
  severity: 'error',
  looksAt: 'entries',
  check: ({ findNode, slot }, { catalog, channelFamily }, report) => {
    const greeting = findNode(slot);
    if (channelFamily !== 'native' || greeting?.kind === undefined || greeting.kind.definition.canBeWelcome) return;
    const { name } = greeting.kind.definition;
    report({ code: 'greeting_not_allowed', on: greeting, describe, subject: { slot, name, catalog } });
  },
};

interface Subject {
  readonly slot: string;
  readonly name: string;
  readonly catalog: Catalog;
}

function describe({ slot, name, catalog }: Subject): Finding {
  const able = catalog.definitions.filter(({ canBeWelcome }) => canBeWelcome).map((definition) => definition.name);
  return {
    message: `Block ${excerpt(slot)} (${name}) cannot greet; these can: ${able.join(', ')}.`,
    at: ['template'],
  };
}
