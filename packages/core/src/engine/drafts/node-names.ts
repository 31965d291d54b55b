import type { Catalog } from '../../domain/blocks/catalog.ts';
import { type AccountReference, type NameVisitor, visitNames } from '../../domain/diagram/block-references.ts';
import type { Diagram } from '../../domain/diagram/diagram.ts';
import type { JsonValue } from '../../domain/json/json-value.ts';

/**
 * The external names and the formulas in a diagram, with counts, so that an edit changes only the counts of its nodes.
 */
export interface NamedByNodes {
  /** Replaces the names of one entry. `undefined`: there is none before, or none after. */
  change(before: JsonValue | undefined, after: JsonValue | undefined): void;
  accounts(): readonly AccountReference[];
  /** Bots by number. */
  botNumbers(): readonly number[];
  /** The bots of jumps that also name a block. */
  jumpedBots(): readonly number[];
  /** UTF-16 units of all distinct formulas. */
  formulaLength(): number;
}

export function namedByNodes(diagram: Diagram, catalog: Catalog): NamedByNodes {
  const accounts = new Map<string, { readonly account: AccountReference; count: number }>();
  const numbers = new Map<number, number>();
  const jumped = new Map<number, number>();
  const formulas = new Map<string, number>();
  let formulaLength = 0;

  const countBy = (by: 1 | -1): NameVisitor => ({
    botId() {},
    botNumber(number, isBlockNamed) {
      add(numbers, number, by);
      if (isBlockNamed) add(jumped, number, by);
    },
    account(account) {
      const name = JSON.stringify([account.kind, account.id]);
      const known = accounts.get(name) ?? { account, count: 0 };
      known.count += by;
      if (known.count === 0) accounts.delete(name);
      else accounts.set(name, known);
    },
    formula(expression) {
      const before = formulas.has(expression);
      const after = add(formulas, expression, by) > 0;
      if (before !== after) formulaLength += by * expression.length;
    },
  });
  const [adding, removing] = [countBy(1), countBy(-1)];

  for (const key of Object.keys(diagram.nodes)) visitNames(diagram.nodes[key], catalog, adding);
  return {
    change(before, after) {
      visitNames(before, catalog, removing);
      visitNames(after, catalog, adding);
    },
    accounts: () => [...accounts.values()].map(({ account }) => account),
    botNumbers: () => [...numbers.keys()],
    jumpedBots: () => [...jumped.keys()],
    formulaLength: () => formulaLength,
  };
}

/** @returns The new count; at 0 the entry is removed. */
function add<T>(counts: Map<T, number>, of: T, by: number): number {
  const count = (counts.get(of) ?? 0) + by;
  if (count === 0) counts.delete(of);
  else counts.set(of, count);
  return count;
}
