import type { Catalog } from '../blocks/catalog.ts';
import { referencesIn } from './block-references.ts';
import type { Diagram } from './diagram.ts';

/** A connected account as a block names it. */
export interface AccountReference {
  /** `spreadsheets`, `scheduler`, or a kind of the host's own. */
  readonly kind: string;
  readonly id: string;
}

/**
 * Lists the connected accounts that a diagram names, each once, in diagram order.
 *
 * @spec DG14
 */
export function accountsOf(diagram: Diagram, catalog: Catalog): readonly AccountReference[] {
  const found = new Map<string, AccountReference>();
  for (const { reference, value } of referencesIn(diagram, catalog)) {
    if (reference.to !== 'account' || typeof value !== 'string') continue;
    const account = { kind: reference.kind, id: value };
    found.set(JSON.stringify([account.kind, account.id]), account);
  }
  return [...found.values()];
}
