import type { AccountKind } from '../../domain/account-connection/connected-account.ts';
import {
  type ConnectionCommand,
  type ConnectionRefusalCode,
  connectionLifecycle,
} from '../../domain/account-connection/connection-lifecycle.ts';
import type { Principal } from '../../domain/principal.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import { pkceChallenge, sha256 } from '../../node/hash.ts';
import type { AccountProvider } from '../../ports/account-provider.ts';
import type { AccountConnectionRecord } from '../../ports/account-store.ts';
import type { Cipher } from '../../ports/cipher.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IdSource } from '../../ports/id-source.ts';
import type { Operation } from '../../ports/operations.ts';
import { copyPrincipal, type PermissionsOf, permitted } from '../caller.ts';
import { EngineError } from '../engine-error.ts';
import type { EventActor, RaisedEvent } from '../events/engine-events.ts';
import type { EngineStorage } from '../events/engine-storage.ts';
import { decryptIfPossible } from '../secrets/encryption.ts';
import { type Decision, decided, load, type UseCase, writeOnly } from '../use-case/use-case.ts';
import { type AccountProviders, providerFault } from './account-providers.ts';
import { accountPermissions } from './accounts.ts';
import { codeExchange, isSecret } from './code-exchange.ts';

/**
 * Why the page does nothing. `not_allowed` covers unknown links and states, other brands, and members without the
 * permission: they cannot be distinguished.
 */
export interface LinkRefusal {
  readonly kind: 'refused';
  readonly reason: 'not_allowed' | ConnectionRefusalCode;
}

/** What the page shows. */
export interface LinkSubject {
  readonly accountKind: AccountKind;
  /** The provider: "Google Sheets". */
  readonly title: string;
  /** What the provider says that the bots do with an account. */
  readonly purpose?: string;
  readonly brand: string;
  readonly expiresAt: EpochMs;
}

export type OpenedLink = { readonly kind: 'open'; readonly subject: LinkSubject } | LinkRefusal;

export type ConnectLink =
  /** Redirect the member to this URL. It contains the state, which is secret: do not log it. */
  { readonly kind: 'redirect'; readonly url: string } | LinkRefusal;

export type CancelledLink = { readonly kind: 'declined'; readonly subject: LinkSubject } | LinkRefusal;

export type FinishedLink =
  | { readonly kind: 'connected'; readonly subject: LinkSubject; readonly accountName: string }
  /** The provider refused, or its tokens could not be used. */
  | { readonly kind: 'declined'; readonly subject: LinkSubject }
  | LinkRefusal;

/** What a provider sends back through the member's browser: the query of the redirect. */
export type ProviderAnswer =
  | { readonly state: string; readonly code: string }
  | { readonly state: string; readonly error: string };

/**
 * The use-cases of the page behind a link, for the member whom the host has signed in. A link or state works for
 * members of its brand with `edit_integrations`; a link is the last segment of the URL that was handed out.
 *
 * Race rule: of any number of concurrent calls of `cancel` and `callback`, in any processes, exactly one finishes the
 * connection; the other calls are refused as `answered`.
 */
export interface AccountLinks {
  /** Changes nothing. */
  open(link: string, member: Principal): Promise<OpenedLink>;
  /** Sends the member to the provider to consent. They come back to `callback`. */
  connect(link: string, member: Principal): Promise<ConnectLink>;
  cancel(link: string, member: Principal): Promise<CancelledLink>;
  /** Takes the provider's answer. Asks the provider, so it may take as long as that does. */
  callback(answer: ProviderAnswer, member: Principal): Promise<FinishedLink>;
}

/** The same use-cases, for one member. */
type LinkUseCases = {
  readonly [TUseCase in keyof AccountLinks]: (
    given: Parameters<AccountLinks[TUseCase]>[0],
  ) => ReturnType<AccountLinks[TUseCase]>;
};

/** Whoever may start a connection may answer it. */
const { startConnection } = accountPermissions;
const linkPermissions: PermissionsOf<LinkUseCases> = {
  open: startConnection,
  connect: startConnection,
  cancel: startConnection,
  callback: startConnection,
};

/** A link that works for the member, whether or not its connection is still pending. */
interface FoundLink {
  readonly kind: 'found';
  readonly connection: AccountConnectionRecord;
  readonly provider: AccountProvider;
  readonly subject: LinkSubject;
}

const notAllowed: LinkRefusal = { kind: 'refused', reason: 'not_allowed' };

/** Makes the use-cases of the page behind a link. */
export function accountLinks(dependencies: {
  readonly storage: EngineStorage;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly cipher: Cipher;
  readonly providers: AccountProviders;
}): AccountLinks {
  const { storage, clock, ids, cipher, providers } = dependencies;
  const finishWithCode = codeExchange(dependencies);

  /**
   * Finds the connection behind a link. The refusal is the same for a wrong brand, a missing permission and an unknown
   * link.
   *
   * @spec CA9
   */
  async function findLink(link: string, member: Principal): Promise<FoundLink | LinkRefusal> {
    if (!isSecret(link)) return notAllowed;
    return describe(await storage.reader(member.brand).accountConnections.findByLink(sha256(link)), member);
  }

  function describe(connection: AccountConnectionRecord | undefined, { brand }: Principal): FoundLink | LinkRefusal {
    const provider = connection && (providers.of(connection.kind) as AccountProvider | undefined);
    if (connection === undefined || provider === undefined) return notAllowed;
    const { kind: accountKind, expiresAt } = connection;
    const { title, purpose } = provider;
    const subject = { accountKind, title, ...(purpose !== undefined && { purpose }), brand, expiresAt };
    return { kind: 'found', connection, provider, subject };
  }

  /**
   * Decides on the answer of a member.
   *
   * Race rule: of concurrent answers one is accepted. A call that was too late decides again on the state that the
   * other stored.
   *
   * @param operations - Stored also when the answer is refused.
   * @spec CA2, CA15, CA16, CA20
   */
  function answer<T>(
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

  function authorizationUrl(provider: AccountProvider, state: string, verifier: string): string {
    try {
      const { redirectUri } = providers;
      return provider.authorizationUrl({ state, codeChallenge: pkceChallenge(verifier), redirectUri });
    } catch (error) {
      throw new EngineError('dependency_failed', { cause: providerFault(error).cause });
    }
  }

  /** Marks the state as used and gives the connection its answer. @spec CA13, CA14, CA15 */
  function* acceptAnswer(
    stateHash: string,
    member: Principal,
    command: ConnectionCommand,
  ): UseCase<(FoundLink & { readonly encryptedVerifier: string }) | LinkRefusal> {
    const [attempt] = yield* load({ kind: 'authorizationAttempt', stateHash });
    if (attempt === undefined || attempt.person !== member.person) return decided({}, () => notAllowed);
    const { connectionId, encryptedVerifier, isTaken } = attempt;
    const [connection] = yield* load({ kind: 'accountConnection', id: connectionId });
    const found = describe(connection, member);
    if (found.kind === 'refused') return decided({}, () => found);
    if (isTaken) return answer(connection, { kind: 'reuse_state' }, notAllowed);
    return answer(connection, command, { ...found, encryptedVerifier }, [{ kind: 'takeAttempt', stateHash }]);
  }

  const useCases = (member: Principal): LinkUseCases => ({
    /** @spec CA9, CA10 */
    async open(link) {
      const found = await findLink(link, member);
      if (found.kind === 'refused') return found;
      const decision = connectionLifecycle.decide(found.connection, { kind: 'open' }, { now: clock.now() });
      if (decision.kind === 'refused') return refusal(decision);
      return { kind: 'open', subject: found.subject };
    },

    /** Makes a state and a verifier for this member, and the authorization URL with them. @spec CA9, CA11 */
    async connect(link) {
      const found = await findLink(link, member);
      if (found.kind === 'refused') return found;
      const decision = connectionLifecycle.decide(found.connection, { kind: 'authorize' }, { now: clock.now() });
      if (decision.kind === 'refused') return refusal(decision);

      const state = ids.token();
      // PKCE requires at least 43 characters.
      const verifier = `${ids.token()}${ids.token()}`;
      const url = authorizationUrl(found.provider, state, verifier);
      const { id: connectionId } = found.connection;
      const encryptedVerifier = cipher.encrypt(verifier, verifierContext(member.brand, connectionId));
      const attempt = { stateHash: sha256(state), connectionId, person: member.person, encryptedVerifier };
      const operations: Operation[] = [{ kind: 'insertAttempt', attempt }];
      await storage.perform(member.brand, () => writeOnly({ operations }, undefined));
      return { kind: 'redirect', url };
    },

    /** @spec CA9, CA12, CA20 */
    async cancel(link) {
      const found = await findLink(link, member);
      if (found.kind === 'refused') return found;
      const { subject } = found;
      const decline = function* (): UseCase<CancelledLink> {
        const [connection] = yield* load({ kind: 'accountConnection', id: found.connection.id });
        return answer(connection, { kind: 'decline' }, { kind: 'declined', subject });
      };
      return storage.perform(member.brand, decline, actorOf(member));
    },

    /** @spec CA13, CA14, CA15, CA17, CA18 */
    async callback(sent) {
      const { brand, person } = member;
      if (!isSecret(sent.state)) return notAllowed;

      const run = ids.uuid();
      const code = 'code' in sent && isSecret(sent.code) ? sent.code : undefined;
      const command: ConnectionCommand = code === undefined ? { kind: 'decline' } : { kind: 'claim', run };
      const accepting = () => acceptAnswer(sha256(sent.state), member, command);
      const accepted = await storage.perform(brand, accepting, actorOf(member));
      if (accepted.kind === 'refused') return accepted;
      const { connection, provider, subject } = accepted;
      if (code === undefined) return { kind: 'declined', subject };

      const context = verifierContext(brand, connection.id);
      const codeVerifier = decryptIfPossible(cipher, accepted.encryptedVerifier, context);
      const { redirectUri } = providers;
      const exchange = codeVerifier === undefined ? undefined : { code, codeVerifier, redirectUri };
      const outcome = await finishWithCode({ brand, person, connection, provider, run, exchange });
      if (outcome.kind === 'refused') return refusal(outcome);
      return { ...outcome, subject };
    },
  });

  /** @spec CA9 */
  function linksOf(given: Principal): LinkUseCases {
    const principal = copyPrincipal(given);
    return permitted({ principal }, linkPermissions, useCases(principal), async () => notAllowed);
  }
  return {
    open: async (link, member) => linksOf(member).open(link),
    connect: async (link, member) => linksOf(member).connect(link),
    cancel: async (link, member) => linksOf(member).cancel(link),
    callback: async (sent, member) => linksOf(member).callback(sent),
  };
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
