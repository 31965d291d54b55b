import type { AccountKind } from '../src/domain/account-connection/connected-account.ts';
import type { Principal } from '../src/domain/principal.ts';
import type { FinishedLink } from '../src/engine/accounts/account-links.ts';
import type { ConnectionView } from '../src/engine/accounts/accounts.ts';
import type { Engine } from '../src/engine/engine.ts';
import type { EngineOptions } from '../src/engine/engine-options.ts';
import { aesCipher } from '../src/node/aes-cipher.ts';
import { pkceChallenge } from '../src/node/hash.ts';
import type { Clock } from '../src/ports/clock.ts';
import { deterministicIds } from '../src/testing/deterministic-ids.ts';
import { type PretendPerson, type PretendProviders, pretendProviders } from '../src/testing/pretend-providers.ts';
import { simulatedClock } from '../src/testing/simulated-clock.ts';
import { engineFixture, type Fixture, principalOf, startAt } from './engine-fixture.ts';

export const connectUrl = 'https://bots.example/connect';
export const member = principalOf();

export const hour = 60 * 60 * 1_000;

/** Providers whose access tokens last an hour. */
export interface Pretend extends PretendProviders {
  /** Every token, code, state and code verifier. */
  readonly secrets: Set<string>;
}

export interface AccountFixture extends Fixture {
  readonly pretend: Pretend;
}

export const firstKey = { id: 'k1', key: new Uint8Array(32).fill(1) };
export const secondKey = { id: 'k2', key: new Uint8Array(32).fill(2) };

function pretendFixture(clock: Clock): Pretend {
  const secrets = new Set<string>();
  const { token } = deterministicIds(2);
  const keep = (secret: string): string => {
    secrets.add(secret);
    return secret;
  };
  const pretend = pretendProviders({
    ids: { token: () => keep(token()) },
    challengeOf: (verifier) => pkceChallenge(keep(verifier)),
    expiry: { clock, lifeMs: hour },
  });
  return {
    ...pretend,
    secrets,
    answer(url, person) {
      const answer = pretend.answer(url, person);
      keep(answer.state);
      return answer;
    },
  };
}

export function accountFixture(options: Partial<EngineOptions> = {}, given?: Pretend): AccountFixture {
  const clock = simulatedClock(startAt);
  const pretend = given ?? pretendFixture(options.clock ?? clock);
  const fixture = engineFixture({
    clock,
    timer: clock,
    cipher: aesCipher({ keys: [firstKey] }),
    connectedAccounts: { providers: pretend.providers, connectUrl: `${connectUrl}/` },
    ...options,
  });
  return { ...fixture, clock, pretend };
}

/** Starts a connection. @returns The secret part of its link too. */
export async function startLink(
  { acme }: Pick<Fixture, 'acme'>,
  kind: AccountKind = 'spreadsheets',
): Promise<{ readonly connection: ConnectionView; readonly link: string }> {
  const { connection, url } = await acme.accounts.startConnection(kind);
  return { connection, link: url.slice(connectUrl.length + 1) };
}

/** Opens the link. @returns The authorization URL of the provider. */
export async function goToProvider(engine: Engine, link: string, as: Principal = member): Promise<string> {
  const went = await engine.accountLinks.connect(link, as);
  if (went.kind !== 'redirect') throw new Error(`The page refuses: ${went.reason}.`);
  return went.url;
}

/** Opens the link, consents at the provider and returns. */
export async function consentTo(
  { engine, pretend }: AccountFixture,
  link: string,
  person?: PretendPerson,
): Promise<FinishedLink> {
  return engine.accountLinks.callback(pretend.answer(await goToProvider(engine, link), person), member);
}

/** Starts a connection and consents. @returns The id of the account. */
export async function connectAccount(
  fixture: AccountFixture,
  kind: AccountKind = 'spreadsheets',
  person?: PretendPerson,
): Promise<string> {
  const { connection, link } = await startLink(fixture, kind);
  const settled = await consentTo(fixture, link, person);
  const { accountId } = await fixture.acme.accounts.getConnection(kind, connection.id);
  if (settled.kind !== 'connected' || accountId === undefined) throw new Error('The account was not connected.');
  return accountId;
}
