import type { AccountKind } from '../../domain/account-connection/connected-account.ts';
import {
  type ConnectionCommand,
  type ConnectionRefusalCode,
  connectionLifecycle,
} from '../../domain/account-connection/connection-lifecycle.ts';
import type { Principal } from '../../domain/principal.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import { pkceChallenge, sha256 } from '../../node/hash.ts';
import type { AccountProvider, AuthorizationRequest } from '../../ports/account-provider.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AccountConnectionRecord } from '../../records/accounts.ts';
import { copyPrincipal } from '../caller.ts';
import { EngineError } from '../engine-error.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { EventActor, RaisedEvent } from '../events/engine-events.ts';
import type { Operation } from '../records/operations.ts';
import { decryptIfPossible } from '../secrets/encryption.ts';
import { type Decision, decided, load, type UseCase, writeOnly } from '../use-case/use-case.ts';
import { providerFault } from './account-providers.ts';
import { type ExchangeContext, finishWithCode, isSecret } from './code-exchange.ts';

/**
 * Why the page does nothing. `not_allowed` covers unknown links and states, other brands, and members without the
 * permission: they cannot be distinguished.
 */
export interface LinkRefusal {
  readonly kind: 'refused';
  /** `not_allowed`: the link does not exist for this member; the others describe the state of its connection. */
  readonly reason: 'not_allowed' | ConnectionRefusalCode;
}

/** The content of the page. */
export interface LinkSubject {
  /** Such as `spreadsheets`. */
  readonly accountKind: AccountKind;
  /** The provider: "Google Sheets". */
  readonly title: string;
  /** The provider's description of the use that bots make of an account. */
  readonly purpose?: string;
  /** The brand whose bots will use the account. */
  readonly brand: string;
  /** Fifteen minutes after the start of the connection; later answers are refused. */
  readonly expiresAt: EpochMs;
}

export type OpenedLink = { readonly kind: 'open'; readonly subject: LinkSubject } | LinkRefusal;

export type ConnectLink =
  /** Redirect the member to this URL. It contains the state, which is secret: do not log it. */
  { readonly kind: 'redirect'; readonly url: string } | LinkRefusal;

export type CancelledLink = { readonly kind: 'declined'; readonly subject: LinkSubject } | LinkRefusal;

/** The outcome of a consent: the account by the name that its provider reports, or why there is none. */
export type FinishedLink =
  | { readonly kind: 'connected'; readonly subject: LinkSubject; readonly accountName: string }
  /** The provider refused, or its tokens could not be used. */
  | { readonly kind: 'declined'; readonly subject: LinkSubject }
  | LinkRefusal;

/** A provider's answer through the member's browser: the query of the redirect. */
export type ProviderAnswer =
  | { readonly state: string; readonly code: string }
  | { readonly state: string; readonly error: string };

/**
 * The use-cases of the page behind a link, for the member whom the host has signed in. A link or state works for
 * members of its brand with `edit_integrations`; a link is the last segment of the URL that was handed out.
 *
 * Race rule: exactly one of any number of concurrent calls of `cancel` and `callback`, in any processes, finishes the
 * connection; the other calls are refused as `answered`.
 */
export interface AccountLinks {
  /** Changes nothing. */
  open(link: string, member: Principal): Promise<OpenedLink>;
  /** Sends the member to the provider to consent. The provider redirects them to `callback`. */
  connect(link: string, member: Principal): Promise<ConnectLink>;
  /** The member declines: the connection ends as `declined`. Sends no request to the provider. */
  cancel(link: string, member: Principal): Promise<CancelledLink>;
  /** Takes the provider's answer. Calls the provider and waits for its response. */
  callback(answer: ProviderAnswer, member: Principal): Promise<FinishedLink>;
}

/** A link that works for the member, whether or not its connection is still pending. */
interface FoundLink {
  readonly kind: 'found';
  readonly connection: AccountConnectionRecord;
  readonly provider: AccountProvider;
  readonly subject: LinkSubject;
}

const notAllowed: LinkRefusal = { kind: 'refused', reason: 'not_allowed' };

/** The dependencies of the use-cases of one member. */
interface LinkContext extends ExchangeContext, Pick<EngineParts, 'providers' | 'brandGate'> {
  readonly member: Principal;
}

/** Makes the use-cases of the page behind a link. Everyone who may start a connection may answer it. @spec CA9 */
export function accountLinks(parts: Omit<LinkContext, 'member'>): AccountLinks {
  const forMembers =
    <TGiven, TResult>(useCase: (context: LinkContext, given: TGiven) => Promise<TResult>) =>
    async (given: TGiven, principal: Principal): Promise<TResult | LinkRefusal> => {
      const member = copyPrincipal(principal);
      if (!member.permissions.includes('edit_integrations')) return notAllowed;
      if (!(await parts.brandGate.serves(member.brand))) return notAllowed;
      return useCase({ ...parts, member }, given);
    };
  return {
    open: forMembers(open),
    connect: forMembers(connect),
    cancel: forMembers(cancel),
    callback: forMembers(callback),
  };
}

/** @spec CA9, CA10 */
async function open(context: LinkContext, link: string): Promise<OpenedLink> {
  const found = await findLink(context, link, 'open');
  return found.kind === 'refused' ? found : { kind: 'open', subject: found.subject };
}

/** Makes a state and a verifier for this member, and the authorization URL with them. @spec CA9, CA11 */
async function connect(context: LinkContext, link: string): Promise<ConnectLink> {
  const { storage, ids, cipher, member } = context;
  const found = await findLink(context, link, 'authorize');
  if (found.kind === 'refused') return found;

  const state = ids.token();
  // PKCE requires at least 43 characters.
  const verifier = `${ids.token()}${ids.token()}`;
  const { redirectUri } = context.providers;
  const url = authorizationUrl(found.provider, { state, codeChallenge: pkceChallenge(verifier), redirectUri });
  const { id: connectionId } = found.connection;
  const encryptedVerifier = cipher.encrypt(verifier, verifierContext(member.brand, connectionId));
  const attempt = { stateHash: sha256(state), connectionId, person: member.person, encryptedVerifier };
  const operations: Operation[] = [{ kind: 'insertAttempt', attempt }];
  await storage.perform(member.brand, () => writeOnly({ operations }, undefined));
  return { kind: 'redirect', url };
}

/** @spec CA9, CA12, CA20 */
async function cancel(context: LinkContext, link: string): Promise<CancelledLink> {
  const { storage, clock, member } = context;
  const found = await findLink(context, link);
  if (found.kind === 'refused') return found;
  const { subject } = found;
  const decline = function* (): UseCase<CancelledLink> {
    const [connection] = yield* load({ kind: 'accountConnection', id: found.connection.id });
    return answer(clock, connection, { kind: 'decline' }, { kind: 'declined', subject });
  };
  return storage.perform(member.brand, decline, actorOf(member));
}

/** @spec CA13, CA14, CA15, CA17, CA18 */
async function callback(context: LinkContext, sent: ProviderAnswer): Promise<FinishedLink> {
  const { storage, ids, cipher, member } = context;
  const { brand, person } = member;
  if (!isSecret(sent.state)) return notAllowed;

  const run = ids.uuid();
  const code = 'code' in sent && isSecret(sent.code) ? sent.code : undefined;
  const command: ConnectionCommand = code === undefined ? { kind: 'decline' } : { kind: 'claim', run };
  const accepting = () => acceptAnswer(context, sha256(sent.state), command);
  const accepted = await storage.perform(brand, accepting, actorOf(member));
  if (accepted.kind === 'refused') return accepted;
  const { connection, provider, subject } = accepted;
  if (code === undefined) return { kind: 'declined', subject };

  const codeVerifier = decryptIfPossible(cipher, accepted.encryptedVerifier, verifierContext(brand, connection.id));
  const { redirectUri } = context.providers;
  const exchange = codeVerifier === undefined ? undefined : { code, codeVerifier, redirectUri };
  const outcome = await finishWithCode(context, { brand, person, connection, provider, run, exchange });
  return outcome.kind === 'refused' ? refusal(outcome) : { ...outcome, subject };
}

/**
 * Finds the connection behind a link. The refusal is the same for a wrong brand, a missing permission and an unknown
 * link.
 *
 * @param command - The connection has to accept it.
 * @spec CA9
 */
async function findLink(
  context: LinkContext,
  link: string,
  command?: 'open' | 'authorize',
): Promise<FoundLink | LinkRefusal> {
  if (!isSecret(link)) return notAllowed;
  const { load: read } = context.storage.reads(context.member.brand);
  const found = describe(context, await read({ kind: 'accountConnectionByLink', linkHash: sha256(link) }));
  if (found.kind === 'refused' || command === undefined) return found;
  const decision = connectionLifecycle.decide(found.connection, { kind: command }, { now: context.clock.now() });
  return decision.kind === 'refused' ? refusal(decision) : found;
}

function describe(
  { providers, member: { brand } }: LinkContext,
  connection: AccountConnectionRecord | undefined,
): FoundLink | LinkRefusal {
  const provider = connection && (providers.of(connection.kind) as AccountProvider | undefined);
  if (connection === undefined || provider === undefined) return notAllowed;
  const { kind: accountKind, expiresAt } = connection;
  const { title, purpose } = provider;
  const subject = { accountKind, title, ...(purpose !== undefined && { purpose }), brand, expiresAt };
  return { kind: 'found', connection, provider, subject };
}

/** Marks the state as used and gives the connection its answer. @spec CA13, CA14, CA15 */
function* acceptAnswer(
  context: LinkContext,
  stateHash: string,
  command: ConnectionCommand,
): UseCase<(FoundLink & { readonly encryptedVerifier: string }) | LinkRefusal> {
  const [attempt] = yield* load({ kind: 'authorizationAttempt', stateHash });
  if (attempt === undefined || attempt.person !== context.member.person) return decided({}, () => notAllowed);
  const { connectionId, encryptedVerifier, isTaken } = attempt;
  const [connection] = yield* load({ kind: 'accountConnection', id: connectionId });
  const found = describe(context, connection);
  if (found.kind === 'refused') return decided({}, () => found);
  if (isTaken) return answer(context.clock, connection, { kind: 'reuse_state' }, notAllowed);
  return answer(context.clock, connection, command, { ...found, encryptedVerifier }, [
    { kind: 'takeAttempt', stateHash },
  ]);
}

/**
 * Decides on the answer of a member.
 *
 * Race rule: one of several concurrent answers is accepted. A call that was too late decides again on the state that
 * the other stored.
 *
 * @param operations - Stored also when the answer is refused.
 * @spec CA2, CA15, CA16, CA20
 */
function answer<T>(
  clock: Clock,
  connection: AccountConnectionRecord | undefined,
  command: ConnectionCommand,
  accepted: T,
  operations: readonly Operation[] = [],
): Decision<T | LinkRefusal> {
  const decision = connectionLifecycle.decide(connection, command, { now: clock.now() });
  if (decision.kind === 'refused') return decided({ operations }, () => refusal(decision));
  const { id: connectionId, kind: accountKind } = decision.next;
  const events: RaisedEvent[] = [{ type: 'account.connection_declined', connectionId, accountKind }];
  const { revision: expected = 0 } = connection ?? {};
  const replacement = { kind: 'replaceConnection', next: decision.next, expected } as const;
  const writes = { operations: [...operations, replacement], events: command.kind === 'decline' ? events : [] };
  return decided(writes, () => accepted);
}

function authorizationUrl(provider: AccountProvider, request: AuthorizationRequest): string {
  try {
    return provider.authorizationUrl(request);
  } catch (error) {
    throw new EngineError('dependency_failed', { cause: providerFault(error).cause });
  }
}

function refusal({ code }: { readonly code: ConnectionRefusalCode }): LinkRefusal {
  return { kind: 'refused', reason: code };
}

function actorOf({ person }: Principal): EventActor {
  return { kind: 'person', person };
}

function verifierContext(brand: string, connectionId: string): string {
  return `account-verifier:${JSON.stringify([brand, connectionId])}`;
}
