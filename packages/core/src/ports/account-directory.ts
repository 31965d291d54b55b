/** Tells which external accounts a brand has connected. */
export interface AccountDirectory {
  /** @returns Those of `accountIds` that are connected accounts of this brand and kind. */
  findConnected(brand: string, kind: string, accountIds: readonly string[]): Promise<ReadonlySet<string>>;
}
