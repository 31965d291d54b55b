import type { Catalog } from '../../domain/blocks/catalog.ts';
import { botNumberOf } from '../../domain/bot.ts';
import { type AccountReference, formulasOfNode, referencesOf } from '../../domain/diagram/block-references.ts';
import type { Diagram } from '../../domain/diagram/diagram.ts';
import type { JsonValue } from '../../domain/json/json-value.ts';

/** What a diagram names outside itself, and its formulas, counted so that an edit changes the counts of its nodes only. */
export interface NamedByNodes {
  /** Replaces what one entry names. `undefined`: there is none before, or none after. */
  change(key: string, before: JsonValue | undefined, after: JsonValue | undefined): void;
  accounts(): readonly AccountReference[];
  /** Bots by number. */
  botNumbers(): readonly number[];
  /** UTF-16 units of all formulas, each different one counted once. */
  formulaLength(): number;
}

export function namedByNodes(diagram: Diagram, catalog: Catalog): NamedByNodes {
  const accounts = new Map<string, { readonly account: AccountReference; count: number }>();
  const numbers = new Map<number, number>();
  const formulas = new Map<string, number>();
  let formulaLength = 0;

  function count(key: string, node: JsonValue | undefined, by: 1 | -1): void {
    if (node === undefined) return;
    for (const { reference, value } of referencesOf(key, node, catalog)) {
      if (reference.to === 'account' && typeof value === 'string') {
        const account = { kind: reference.kind, id: value };
        const name = JSON.stringify([account.kind, account.id]);
        const known = accounts.get(name) ?? { account, count: 0 };
        known.count += by;
        if (known.count === 0) accounts.delete(name);
        else accounts.set(name, known);
      }
      const number = reference.to === 'bot' ? botNumberOf(value) : undefined;
      if (number !== undefined) add(numbers, number, by);
    }
    for (const formula of formulasOfNode(node, catalog)) {
      const before = formulas.has(formula);
      const after = add(formulas, formula, by) > 0;
      if (before !== after) formulaLength += by * formula.length;
    }
  }

  for (const key of Object.keys(diagram.nodes)) count(key, diagram.nodes[key], 1);
  return {
    change(key, before, after) {
      count(key, before, -1);
      count(key, after, 1);
    },
    accounts: () => [...accounts.values()].map(({ account }) => account),
    botNumbers: () => [...numbers.keys()],
    formulaLength: () => formulaLength,
  };
}

/** @returns The count after; at 0 the entry is gone. */
function add<T>(counts: Map<T, number>, of: T, by: number): number {
  const count = (counts.get(of) ?? 0) + by;
  if (count === 0) counts.delete(of);
  else counts.set(of, count);
  return count;
}
