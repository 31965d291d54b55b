import { canSeeBot } from '../../domain/bot.ts';
import type { AccountReference, DiagramNames, LinkedBot } from '../../domain/diagram/block-references.ts';
import { isServing } from '../../domain/lifecycle/bot-state.ts';
import type { AccountDirectory } from '../../ports/host-directories.ts';
import type { LinkedBotRecord } from '../../records/bots.ts';
import type { Caller } from '../caller.ts';
import { callDependency } from '../engine-error.ts';
import { load, type Part } from '../use-case/use-case.ts';
import type { LiveBlocks, LiveTargets } from './live-targets.ts';

type Reader = Pick<Caller, 'principal'>;

/** By number. */
export type ActiveBots = ReadonlyMap<number, ActiveBot>;

/** A bot that blocks may name; `version` and `targets` of its live version only if a jump names one of its blocks. */
export interface ActiveBot extends Partial<LiveBlocks> {
  readonly published: boolean;
}

/**
 * Finds the bots that blocks name by uuid and that the caller can see. Bots in the trash are found too.
 *
 * @spec DR9
 */
export function* findLinkedBots(caller: Reader, ids: readonly string[]): Part<ReadonlyMap<string, LinkedBot>> {
  const found = yield* findVisible(caller, { ids, numbers: [] });
  return new Map(found.map(({ id, number, name, channelFamily }) => [id, { number, name, channelFamily }]));
}

/** Finds the active bots that a diagram names by number and that the caller can see. @spec DR10, DR52 */
export function* findActiveBots(
  caller: Reader,
  { botNumbers, jumpedBots }: Pick<DiagramNames, 'botNumbers' | 'jumpedBots'>,
  live: LiveTargets,
): Part<ActiveBots> {
  const found = (yield* findVisible(caller, { ids: [], numbers: botNumbers })).filter(isServing);
  const active = new Map<number, ActiveBot>();
  for (const { id, number, published } of found) {
    const blocks = published && jumpedBots.includes(number) ? yield* live.find(id) : undefined;
    active.set(number, { published, ...blocks });
  }
  return active;
}

export function areSameBots(some: ActiveBots, others: ActiveBots): boolean {
  return (
    some.size === others.size &&
    [...some].every(([number, { published, version }]) => {
      const other = others.get(number);
      return other?.published === published && other.version === version;
    })
  );
}

/** Leaves out bots of other workspaces, as if they did not exist. @spec DR41 */
function* findVisible(
  { principal }: Reader,
  wanted: { readonly ids: readonly string[]; readonly numbers: readonly number[] },
): Part<readonly LinkedBotRecord[]> {
  if (wanted.ids.length === 0 && wanted.numbers.length === 0) return [];
  const [found] = yield* load({ kind: 'linkedBots', ...wanted });
  return found.filter((bot) => canSeeBot(principal, bot));
}

/** The accounts that were looked up, as `<kind>:<id>`. */
export interface KnownAccounts {
  readonly asked: ReadonlySet<string>;
  readonly connected: ReadonlySet<string>;
  /** The directory failed, and the use-case goes on without it: accounts are not checked. */
  readonly unavailable: boolean;
}

/**
 * `skip`: when the directory fails, accounts are not checked. `refuse`: then the use-case fails with
 * `dependency_failed`.
 */
export type DirectoryFailure = 'skip' | 'refuse';

export const noKnownAccounts: KnownAccounts = { asked: new Set(), connected: new Set(), unavailable: false };

/** Lists the account references that have not been looked up yet. */
export function unknownAccounts(
  known: KnownAccounts,
  references: readonly AccountReference[],
): readonly AccountReference[] {
  if (known.unavailable) return [];
  return references.filter((reference) => !known.asked.has(keyOf(reference)));
}

/** @spec DR11, DR12 */
export async function lookUpAccounts(
  directory: AccountDirectory,
  brand: string,
  {
    known,
    wanted,
    onFailure,
  }: {
    readonly known: KnownAccounts;
    readonly wanted: readonly AccountReference[];
    readonly onFailure: DirectoryFailure;
  },
): Promise<KnownAccounts> {
  const connected = new Set(known.connected);
  try {
    for (const [kind, references] of Map.groupBy(wanted, (reference) => reference.kind)) {
      const ids = references.map(({ id }) => id);
      const found = await callDependency(async () => {
        const answer = await directory.findConnected(brand, kind, ids);
        return ids.filter((id) => answer.has(id));
      });
      for (const id of found) connected.add(keyOf({ kind, id }));
    }
  } catch (error) {
    if (onFailure === 'refuse') throw error;
    return { ...known, unavailable: true };
  }
  return { ...known, connected, asked: new Set([...known.asked, ...wanted.map(keyOf)]) };
}

function keyOf({ kind, id }: Pick<AccountReference, 'kind' | 'id'>): string {
  return `${kind}:${id}`;
}
