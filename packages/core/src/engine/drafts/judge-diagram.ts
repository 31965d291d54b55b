import type { Bot } from '../../domain/bot/bot.ts';
import { accountsOf } from '../../domain/diagram/accounts-of.ts';
import type { Diagram } from '../../domain/diagram/diagram.ts';
import { linkedBotsOf } from '../../domain/diagram/linked-bots.ts';
import { checkDiagram } from '../../domain/rules/check-diagram.ts';
import type { CheckResult } from '../../domain/rules/violation.ts';
import type { BotReader } from '../../ports/bot-store.ts';
import type { Scope } from '../scope.ts';
import { type CheckWanted, isStillTrue } from './check-ahead.ts';
import { isLargeDiagram, isLargeText } from './diagram-weight.ts';
import { type AccountsWanted, unknownAccounts } from './known-accounts.ts';
import { checkContext, findActiveBots } from './link-facts.ts';
import { storedDiagram } from './stored-diagram.ts';
import type { KnownFacts, TurnWanted } from './with-accounts.ts';

export interface Judged {
  readonly kind: 'judged';
  readonly check: CheckResult;
  readonly diagram: Diagram;
}

export type Judgement = Judged | AccountsWanted | TurnWanted | CheckWanted;

/** A diagram as it is, or will be, stored. It is parsed from its text where it is not given. */
export interface JudgedText {
  readonly diagramJson: string;
  readonly diagram?: Diagram;
}

/**
 * Judges a diagram by all rules, with the bots that it names as they are now and the accounts that are known. One that
 * is large has to be checked ahead.
 *
 * @spec DR10, DR11, DR44
 */
export async function judgeDiagram(
  scope: Scope,
  bots: BotReader,
  bot: Pick<Bot, 'channelFamily'>,
  { diagramJson, ...given }: JudgedText,
  { accounts, turn, ahead }: KnownFacts,
): Promise<Judgement> {
  const { catalog, kinds } = scope;
  if (turn === undefined && isLargeText(diagramJson)) return { kind: 'turn_wanted' };
  if (ahead !== undefined && (await isStillTrue(scope, bots, ahead, diagramJson))) {
    return { kind: 'judged', check: ahead.check, diagram: ahead.diagram };
  }
  const diagram = given.diagram ?? storedDiagram({ diagramJson });
  if (turn !== undefined) return { kind: 'check_wanted', bot, diagram, diagramJson };
  if (isLargeDiagram(diagram, scope)) return { kind: 'turn_wanted' };

  const wanted = unknownAccounts(accounts, accountsOf(diagram, catalog));
  if (wanted.length > 0) return { kind: 'accounts_wanted', wanted };
  const linkedBots = await findActiveBots(scope, bots, linkedBotsOf(diagram, catalog).numbers);
  const check = checkDiagram(diagram, checkContext(scope, bot, linkedBots, accounts), kinds);
  return { kind: 'judged', check, diagram };
}
