import type { Bot } from '../../domain/bot/bot.ts';
import { accountsOf } from '../../domain/diagram/accounts-of.ts';
import type { Diagram } from '../../domain/diagram/diagram.ts';
import { linkedBotsOf } from '../../domain/diagram/linked-bots.ts';
import { checkDiagramInSteps } from '../../domain/rules/check-diagram.ts';
import type { CheckResult } from '../../domain/rules/violation.ts';
import type { BotReader } from '../../ports/bot-store.ts';
import { readerOf, type Scope } from '../scope.ts';
import type { Turn } from './diagram-turns.ts';
import { type AccountsWanted, type KnownAccounts, unknownAccounts } from './known-accounts.ts';
import { type ActiveBots, checkContext, findActiveBots, isSameBots } from './link-facts.ts';

/** A transaction gave up before it wrote anything, because it met a large diagram that nobody has checked. */
export interface CheckWanted {
  readonly kind: 'check_wanted';
  readonly diagram: Diagram;
  readonly diagramJson: string;
  readonly bot: Pick<Bot, 'channelFamily'>;
}

/** What came of checking a large diagram before the transaction that it is checked for. */
export interface CheckedAhead {
  readonly kind: 'checked';
  readonly diagram: Diagram;
  readonly diagramJson: string;
  readonly check: CheckResult;
  /** The bots that it names by number, and those of them that there were. */
  readonly numbers: readonly number[];
  readonly linkedBots: ActiveBots;
}

/**
 * Checks a large diagram in pieces.
 *
 * @spec DR44
 */
export async function checkAhead(
  scope: Scope,
  { bot, diagram, diagramJson }: CheckWanted,
  accounts: KnownAccounts,
  turn: Turn,
): Promise<CheckedAhead | AccountsWanted> {
  const { catalog, kinds } = scope;
  const wanted = unknownAccounts(accounts, accountsOf(diagram, catalog));
  if (wanted.length > 0) return { kind: 'accounts_wanted', wanted };
  await turn.pause();

  const { numbers } = linkedBotsOf(diagram, catalog);
  const linkedBots = await findActiveBots(scope, readerOf(scope).bots, numbers);
  await turn.pause();

  const steps = checkDiagramInSteps(diagram, checkContext(scope, bot, linkedBots, accounts), kinds);
  for (;;) {
    const step = steps.next();
    await turn.pause();
    if (step.done === true) return { kind: 'checked', diagram, diagramJson, check: step.value, numbers, linkedBots };
  }
}

/** Whether the check still holds in a transaction: it is of this diagram, and the bots that it names are as they were. */
export async function isStillTrue(
  scope: Scope,
  bots: BotReader,
  ahead: CheckedAhead | undefined,
  diagramJson: string,
): Promise<boolean> {
  if (ahead === undefined || ahead.diagramJson !== diagramJson) return false;
  return isSameBots(ahead.linkedBots, await findActiveBots(scope, bots, ahead.numbers));
}
