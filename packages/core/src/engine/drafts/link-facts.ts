import type { Bot } from '../../domain/bot/bot.ts';
import { canSeeBot } from '../../domain/bot/bot-access.ts';
import type { LinkedBot } from '../../domain/diagram/linked-bots.ts';
import type { CheckContext } from '../../domain/rules/check-context.ts';
import type { BotReader, LinkedBotRecord } from '../../ports/bot-store.ts';
import type { Scope } from '../scope.ts';
import type { KnownAccounts } from './known-accounts.ts';

/** By number. */
export type ActiveBots = ReadonlyMap<number, { readonly published: boolean }>;

/**
 * Finds the bots that blocks name by uuid, among those that the caller may know of; one in the trash is still one.
 *
 * @spec DR9
 */
export async function findLinkedBots(
  scope: Scope,
  bots: BotReader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LinkedBot>> {
  const found = await findVisible(scope, bots, { ids, numbers: [] });
  return new Map(found.map(({ id, number, name, channelFamily }) => [id, { number, name, channelFamily }]));
}

/** Those among the bots of these numbers that run and that the caller may know of. @spec DR10 */
export async function findActiveBots(scope: Scope, bots: BotReader, numbers: readonly number[]): Promise<ActiveBots> {
  const found = await findVisible(scope, bots, { ids: [], numbers });
  return new Map(
    found.filter(({ state }) => state === 'active').map(({ number, published }) => [number, { published }]),
  );
}

export function isSameBots(some: ActiveBots, others: ActiveBots): boolean {
  return (
    some.size === others.size &&
    [...some].every(([number, { published }]) => others.get(number)?.published === published)
  );
}

/** Everything that a check is told. @spec DR10, DR11 */
export function checkContext(
  { catalog }: Scope,
  { channelFamily }: Pick<Bot, 'channelFamily'>,
  linkedBots: ActiveBots,
  accounts: KnownAccounts,
): CheckContext {
  return {
    catalog,
    channelFamily,
    linkedBots,
    ...(!accounts.unavailable && { connectedAccounts: accounts.connected }),
  };
}

/** A bot of a workspace that is not the caller's is told from one that does not exist by nothing. @spec DR41 */
async function findVisible(
  { principal }: Scope,
  bots: BotReader,
  wanted: { readonly ids: readonly string[]; readonly numbers: readonly number[] },
): Promise<readonly LinkedBotRecord[]> {
  if (wanted.ids.length === 0 && wanted.numbers.length === 0) return [];
  const found = await bots.findLinked(wanted);
  return found.filter((bot) => canSeeBot(principal, bot));
}
