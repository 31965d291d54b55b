import { findAnswerRefusal } from '../../domain/account-connection/account-connection.ts';
import type { Principal } from '../../domain/principal/principal.ts';
import type { BrandTransaction } from '../../ports/storage.ts';
import { sha256 } from '../../system/sha256.ts';
import type { LinkRefusal, ProviderAnswer, SettledLink } from '../accounts-handle.ts';
import { openIfPossible } from '../secrets/open-if-possible.ts';
import type { AccountParts } from './account-providers.ts';
import { verifierContext } from './answer-link.ts';
import { type Exchanged, exchangeCode } from './exchange-code.ts';
import { describeLink, type FoundLink, isSecret, mayAnswer, notAllowed } from './find-link.ts';
import { settleConnection } from './settle-connection.ts';
import { takeAnswer } from './take-answer.ts';

/** A provider's answer that was taken. */
interface TakenAnswer {
  readonly kind: 'taken';
  readonly found: FoundLink;
  readonly sealedVerifier: string;
}

/**
 * Takes what a provider handed back: claims the connection, exchanges the code outside every transaction, and settles
 * the connection with what came of it.
 *
 * @spec CA13, CA14, CA15, CA17, CA18
 */
export async function takeCallback(
  parts: AccountParts,
  answer: ProviderAnswer,
  member: Principal,
): Promise<SettledLink> {
  const { storage, ids, secrets, providers } = parts;
  if (!mayAnswer(member) || !isSecret(answer.state)) return notAllowed;

  const run = ids.uuid();
  const code = 'code' in answer && isSecret(answer.code) ? answer.code : undefined;
  const taken = await storage.transaction(member.brand, (tx) =>
    takeState(parts, tx, { stateHash: sha256(answer.state), member, run, isConsent: code !== undefined }),
  );
  if (taken.kind === 'refused') return taken;
  const { found, sealedVerifier } = taken;
  if (code === undefined) return { kind: 'declined', subject: found.subject };

  const codeVerifier = openIfPossible(secrets, sealedVerifier, verifierContext(member.brand, found.connection.id));
  const account: Exchanged =
    codeVerifier === undefined
      ? { kind: 'nothing' }
      : await exchangeCode(found.provider, { code, codeVerifier, redirectUri: providers.redirectUri });
  return settleConnection(parts, { found, run, account, member });
}

/** Spends the state and gives the connection its answer, in one transaction. */
async function takeState(
  parts: AccountParts,
  tx: BrandTransaction,
  request: {
    readonly stateHash: string;
    readonly member: Principal;
    readonly run: string;
    readonly isConsent: boolean;
  },
): Promise<TakenAnswer | LinkRefusal> {
  const { stateHash, member, run, isConsent } = request;
  const attempt = await tx.accountConnections.findAttempt(stateHash);
  if (attempt === undefined || attempt.person !== member.person) return notAllowed;
  const { connectionId, sealedVerifier } = attempt;
  const connection = await tx.accountConnections.find(connectionId);
  const found = describeLink(parts, connection, member);
  if (found.kind === 'refused') return found;

  if ((await tx.accountConnections.takeAttempt(stateHash)) === 'spent') {
    return { kind: 'refused', reason: findAnswerRefusal(found.connection, parts.clock.now()) ?? 'answered' };
  }
  const decision = await takeAnswer(parts, tx, connectionId, isConsent ? { kind: 'claim', run } : { kind: 'decline' });
  return decision.kind === 'refused' ? decision : { kind: 'taken', found, sealedVerifier };
}
