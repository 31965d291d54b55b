import type { Catalog } from '../../blocks/catalog.ts';
import type { NodeEntry } from '../diagram-index.ts';
import { excerpt, type Finding, rule } from '../rule.ts';

/** @spec RU21 */
export const greetingNotAllowed = rule(
  'greeting_not_allowed',
  'error',
  'entries',
  ({ findNode, slot }, { catalog, channelFamily }, report) => {
    const greeting = findNode(slot);
    if (channelFamily !== 'native' || greeting?.kind === undefined || greeting.kind.definition.canBeWelcome) return;
    const { name } = greeting.kind.definition;
    report(greeting, describe, name, catalog);
  },
);

function describe({ key }: NodeEntry, name: string, catalog: Catalog): Finding {
  const able = catalog.definitions.filter(({ canBeWelcome }) => canBeWelcome).map((definition) => definition.name);
  return {
    message: `Block ${excerpt(key)} (${name}) cannot greet; these can: ${able.join(', ')}.`,
    at: ['template'],
  };
}
