import type { Catalog } from '../blocks/catalog.ts';

/** The facts that the violation rules are judged with. */
export interface CheckContext {
  readonly catalog: Catalog;
  readonly channelFamily: string;
  /** The greeting slots of families for which the usual one is not right. */
  readonly greetingSlots?: ReadonlyMap<string, string>;
  /** The brand's active bots by number. Absent: links to bots are not judged. */
  readonly linkedBots?: ReadonlyMap<number, { readonly published: boolean }>;
  /** The brand's connected accounts, as `<kind>:<id>`. Absent: accounts are not judged. */
  readonly connectedAccounts?: ReadonlySet<string>;
}
