import type { AccountKind } from '../src/domain/account-connection/connected-account.ts';
import type { Principal } from '../src/domain/principal.ts';
import type { FinishedLink } from '../src/engine/accounts/account-links.ts';
import type { ConnectionView } from '../src/engine/accounts/accounts.ts';
import type { EngineOptions } from '../src/engine/create-engine.ts';
import type { Engine } from '../src/engine/engine.ts';
import { aesCipher } from '../src/node/aes-cipher.ts';
import { pkceChallenge } from '../src/node/hash.ts';
import { engineFixture, type Fixture, principalOf } from './engine-fixture.ts';
import { type ProviderDouble, providerDouble } from './provider-double.ts';

export const connectUrl = 'https://bots.example/connect';
export const member = principalOf();

export interface AccountFixture extends Fixture {
  readonly provider: ProviderDouble;
}

export const firstKey = { id: 'k1', key: new Uint8Array(32).fill(1) };
export const secondKey = { id: 'k2', key: new Uint8Array(32).fill(2) };

export function accountFixture(
  options: Partial<EngineOptions> = {},
  provider: ProviderDouble = providerDouble(pkceChallenge),
): AccountFixture {
  const fixture = engineFixture({
    cipher: aesCipher({ keys: [firstKey] }),
    connectedAccounts: { providers: [provider.sheets, provider.scheduler], connectUrl: `${connectUrl}/` },
    ...options,
  });
  return { ...fixture, provider };
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
  { engine, provider }: AccountFixture,
  link: string,
  as: Principal = member,
): Promise<FinishedLink> {
  return engine.accountLinks.callback(provider.codeFor(await goToProvider(engine, link, as)), as);
}

/** Starts a connection and consents. @returns The id of the account. */
export async function connectAccount(
  fixture: AccountFixture,
  kind: AccountKind = 'spreadsheets',
  consent: Parameters<ProviderDouble['consent']>[0] = {
    externalId: 'ann',
    name: 'Ann',
    schedulingUrl: 'https://book.example/ann',
  },
): Promise<string> {
  fixture.provider.consent(consent);
  const { connection, link } = await startLink(fixture, kind);
  const settled = await consentTo(fixture, link);
  const { accountId } = await fixture.acme.accounts.getConnection(kind, connection.id);
  if (settled.kind !== 'connected' || accountId === undefined) throw new Error('The account was not connected.');
  return accountId;
}
