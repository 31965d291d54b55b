import { type Answer, type AnswerDecision, decideAnswer } from '../../domain/account-connection/decide-answer.ts';
import type { BrandTransaction } from '../../ports/storage.ts';
import type { AccountParts } from './account-providers.ts';

/**
 * Gives a connection its answer, if it takes one.
 *
 * Race rule: of concurrent answers one is taken. Whoever was too late decides again on what the other left, until
 * the connection takes no answer any more.
 *
 * @spec CA2, CA15, CA16, CA20
 */
export async function takeAnswer(
  { clock }: Pick<AccountParts, 'clock'>,
  tx: BrandTransaction,
  connectionId: string,
  answer: Answer,
): Promise<AnswerDecision> {
  for (;;) {
    const connection = await tx.accountConnections.find(connectionId);
    if (connection === undefined) return { kind: 'refused', reason: 'expired' };
    const decision = decideAnswer(connection, answer, clock.now());
    if (decision.kind === 'refused') return decision;
    if ((await tx.accountConnections.replace(decision.next, connection.revision)) === 'replaced') return decision;
  }
}
