import { findAnswerRefusal } from '../../domain/account-connection/account-connection.ts';
import type { Principal } from '../../domain/principal/principal.ts';
import { pkceChallenge } from '../../system/pkce-challenge.ts';
import { sha256 } from '../../system/sha256.ts';
import type { CancelledLink, ConnectLink, OpenedLink } from '../accounts-handle.ts';
import { EngineError } from '../engine-error.ts';
import type { AccountParts } from './account-providers.ts';
import { type FoundLink, findLink } from './find-link.ts';
import { providerFault } from './provider-fault.ts';
import { takeAnswer } from './take-answer.ts';

/** @spec CA9, CA10 */
export async function openLink(parts: AccountParts, link: string, member: Principal): Promise<OpenedLink> {
  const found = await findLink(parts, link, member);
  if (found.kind === 'refused') return found;
  const reason = findAnswerRefusal(found.connection, parts.clock.now());
  return reason === undefined ? { kind: 'open', subject: found.subject } : { kind: 'refused', reason };
}

/**
 * Makes a state and a verifier for this member, and the way to the provider with them.
 *
 * @throws {EngineError} `dependency_failed` when the provider cannot say where to go.
 * @spec CA9, CA11
 */
export async function connectLink(parts: AccountParts, link: string, member: Principal): Promise<ConnectLink> {
  const { storage, clock, ids, secrets } = parts;
  const found = await findLink(parts, link, member);
  if (found.kind === 'refused') return found;
  const reason = findAnswerRefusal(found.connection, clock.now());
  if (reason !== undefined) return { kind: 'refused', reason };

  const state = ids.token();
  // PKCE asks for 43 characters at least.
  const verifier = `${ids.token()}${ids.token()}`;
  const url = authorizationUrl(parts, found, { state, verifier });
  const { id: connectionId } = found.connection;
  const sealedVerifier = secrets.seal(verifier, verifierContext(member.brand, connectionId));
  const attempt = { stateHash: sha256(state), connectionId, person: member.person, sealedVerifier };
  await storage.transaction(member.brand, (tx) => tx.accountConnections.insertAttempt(attempt));
  return { kind: 'redirect', url };
}

/** @spec CA9, CA12, CA20 */
export async function cancelLink(parts: AccountParts, link: string, member: Principal): Promise<CancelledLink> {
  const found = await findLink(parts, link, member);
  if (found.kind === 'refused') return found;
  const decision = await parts.storage.transaction(member.brand, (tx) =>
    takeAnswer(parts, tx, found.connection.id, { kind: 'decline' }),
  );
  return decision.kind === 'refused' ? decision : { kind: 'declined', subject: found.subject };
}

export function verifierContext(brand: string, connectionId: string): string {
  return `account-verifier:${JSON.stringify([brand, connectionId])}`;
}

function authorizationUrl(
  { providers }: AccountParts,
  { provider }: FoundLink,
  { state, verifier }: { readonly state: string; readonly verifier: string },
): string {
  try {
    const { redirectUri } = providers;
    return provider.authorizationUrl({ state, codeChallenge: pkceChallenge(verifier), redirectUri });
  } catch (error) {
    throw new EngineError('dependency_failed', { cause: providerFault(error).cause });
  }
}
