import type { AccountReference } from '../../domain/diagram/accounts-of.ts';

/** The accounts that were looked up so far. */
export interface KnownAccounts {
  /** As `<kind>:<id>`. */
  readonly asked: ReadonlySet<string>;
  readonly connected: ReadonlySet<string>;
  /** The directory failed, and the use-case can do without. */
  readonly unavailable: boolean;
}

/** A transaction gave up before it wrote anything, because it met accounts that nobody has looked up. */
export interface AccountsWanted {
  readonly kind: 'accounts_wanted';
  readonly wanted: readonly AccountReference[];
}

export const nothingKnown: KnownAccounts = { asked: new Set(), connected: new Set(), unavailable: false };

/** Tells which of these accounts must be looked up before the diagram can be judged. */
export function unknownAccounts(
  known: KnownAccounts,
  references: readonly AccountReference[],
): readonly AccountReference[] {
  if (known.unavailable) return [];
  return references.filter((reference) => !known.asked.has(accountKey(reference)));
}

export function accountKey({ kind, id }: AccountReference): string {
  return `${kind}:${id}`;
}
