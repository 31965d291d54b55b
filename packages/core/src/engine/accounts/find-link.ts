import type { Principal } from '../../domain/principal/principal.ts';
import { isPlainText } from '../../domain/text/plain-text.ts';
import type { AccountProvider } from '../../ports/account-provider.ts';
import type { AccountConnectionRecord } from '../../ports/account-store.ts';
import { sha256 } from '../../system/sha256.ts';
import type { LinkRefusal, LinkSubject } from '../accounts-handle.ts';
import type { AccountParts } from './account-providers.ts';

/** A link that serves the member, whether or not it may still be answered. */
export interface FoundLink {
  readonly kind: 'found';
  readonly connection: AccountConnectionRecord;
  readonly provider: AccountProvider;
  readonly subject: LinkSubject;
}

export const notAllowed: LinkRefusal = { kind: 'refused', reason: 'not_allowed' };

/**
 * Finds the connection behind a link. Brand, permission and existence are told apart by nothing.
 *
 * @spec CA9
 */
export async function findLink(parts: AccountParts, link: string, member: Principal): Promise<FoundLink | LinkRefusal> {
  if (!mayAnswer(member) || !isSecret(link)) return notAllowed;
  const connection = await parts.storage.reader(member.brand).accountConnections.findByLink(sha256(link));
  return describeLink(parts, connection, member);
}

/** @spec CA9 */
export function mayAnswer(member: Principal): boolean {
  return member.permissions.includes('edit_integrations');
}

export function describeLink(
  { providers }: AccountParts,
  connection: AccountConnectionRecord | undefined,
  { brand }: Principal,
): FoundLink | LinkRefusal {
  const provider = connection && providers[connection.kind];
  if (connection === undefined || provider === undefined) return notAllowed;
  const { kind: accountKind, expiresAt } = connection;
  return { kind: 'found', connection, provider, subject: { accountKind, title: provider.title, brand, expiresAt } };
}

/** Tells whether a text that came from outside can be a secret of ours. */
export function isSecret(given: unknown): given is string {
  return typeof given === 'string' && given !== '' && isPlainText(given);
}
