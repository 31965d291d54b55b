import type { Bot } from '../../domain/bot/bot.ts';
import { accountsOf } from '../../domain/diagram/accounts-of.ts';
import type { Diagram } from '../../domain/diagram/diagram.ts';
import { type LinkedBot, linkedBotsOf } from '../../domain/diagram/linked-bots.ts';
import type { CheckContext } from '../../domain/rules/check-context.ts';
import { checkDiagram } from '../../domain/rules/check-diagram.ts';
import type { CheckResult } from '../../domain/rules/violation.ts';
import type { BotReader } from '../../ports/bot-store.ts';
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
    linkedBots: await activeBots(bots, linkedBotsOf(diagram, catalog).numbers),
    ...(!accounts.unavailable && { connectedAccounts: accounts.connected }),
  };
  return { kind: 'judged', check: checkDiagram(diagram, context, kinds) };
}

/**
 * Finds the bots of the brand that blocks name by uuid; one in the trash is still a bot of the brand.
 *
 * @spec DR9
 */
export async function findLinkedBots(bots: BotReader, ids: readonly string[]): Promise<ReadonlyMap<string, LinkedBot>> {
  if (ids.length === 0) return new Map();
  const found = await bots.findLinked({ ids, numbers: [] });
  return new Map(found.map(({ id, number, name, channelFamily }) => [id, { number, name, channelFamily }]));
}

async function activeBots(
  bots: BotReader,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, { readonly published: boolean }>> {
  if (numbers.length === 0) return new Map();
  const found = await bots.findLinked({ ids: [], numbers });
  return new Map(
    found.filter(({ state }) => state === 'active').map(({ number, published }) => [number, { published }]),
  );
}
