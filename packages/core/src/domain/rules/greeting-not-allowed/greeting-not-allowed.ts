import type { Catalog } from '../../blocks/catalog.ts';
import { readableParams } from '../block-facts.ts';
import { isBlock, type NodeEntry } from '../diagram-index.ts';
import { excerpt, type Finding, rule } from '../rule.ts';

/** @spec RU21, QN3 */
export const greetingNotAllowed = rule(
  'greeting_not_allowed',
  'error',
  'entries',
  ({ findNode, slot }, { catalog, channelFamily }, report) => {
    const greeting = findNode(slot);
    if (channelFamily !== 'native' || greeting?.kind === undefined) return;
    const { name, canBeWelcome, isQuiet } = greeting.kind.definition;
    if (!canBeWelcome) report(greeting, describe, name, catalog);
    else if (isBlock(greeting) && isQuiet?.(readableParams(greeting)) === true) report(greeting, describeQuiet);
  },
);

function describeQuiet({ key }: NodeEntry): Finding {
  return {
    message: `Block ${excerpt(key)} cannot greet: it asks without words.`,
    param: 'quiet',
    at: ['params', 'quiet'],
    hint: 'Begin with an "opening", or give the question its text.',
  };
}

function describe({ key }: NodeEntry, name: string, catalog: Catalog): Finding {
  const able = catalog.definitions.filter(({ canBeWelcome }) => canBeWelcome).map((definition) => definition.name);
  return {
    message: `Block ${excerpt(key)} (${name}) cannot greet; these can: ${able.join(', ')}.`,
    at: ['template'],
  };
}
