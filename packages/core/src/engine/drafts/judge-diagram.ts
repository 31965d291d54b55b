import type { Bot } from '../../domain/bot/bot.ts';
import { canSeeBot } from '../../domain/bot/bot-access.ts';
import { accountsOf } from '../../domain/diagram/accounts-of.ts';
import type { Diagram } from '../../domain/diagram/diagram.ts';
import { type LinkedBot, linkedBotsOf } from '../../domain/diagram/linked-bots.ts';
import type { CheckContext } from '../../domain/rules/check-context.ts';
import { checkDiagram } from '../../domain/rules/check-diagram.ts';
import type { CheckResult } from '../../domain/rules/violation.ts';
import type { BotReader, LinkedBotRecord } from '../../ports/bot-store.ts';
import type { Scope } from '../scope.ts';
import { type AccountsWanted, type KnownAccounts, unknownAccounts } from './known-accounts.ts';

export type Judgement = { readonly kind: 'judged'; readonly check: CheckResult } | AccountsWanted;

/**
 * Judges a diagram by all rules, with the bots that it names as they are now and the accounts that are known.
 *
 * @spec DR10, DR11
 */
export async function judgeDiagram(
  scope: Scope,
  bots: BotReader,
  { channelFamily }: Pick<Bot, 'channelFamily'>,
  diagram: Diagram,
  accounts: KnownAccounts,
): Promise<Judgement> {
  const { catalog, kinds } = scope;
  const wanted = unknownAccounts(accounts, accountsOf(diagram, catalog));
  if (wanted.length > 0) return { kind: 'accounts_wanted', wanted };

  const context: CheckContext = {
    catalog,
    channelFamily,
    linkedBots: await activeBots(scope, bots, linkedBotsOf(diagram, catalog).numbers),
    ...(!accounts.unavailable && { connectedAccounts: accounts.connected }),
  };
  return { kind: 'judged', check: checkDiagram(diagram, context, kinds) };
}

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

async function activeBots(
  scope: Scope,
  bots: BotReader,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, { readonly published: boolean }>> {
  const found = await findVisible(scope, bots, { ids: [], numbers });
  return new Map(
    found.filter(({ state }) => state === 'active').map(({ number, published }) => [number, { published }]),
  );
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
