import type { AccountKind } from '../src/domain/account-connection/account-kind.ts';
import type { Principal } from '../src/domain/principal/principal.ts';
import type { ConnectionAnswer, SettledLink } from '../src/engine/accounts-handle.ts';
import type { EngineOptions } from '../src/engine/create-engine.ts';
import type { Engine } from '../src/engine/engine.ts';
import { aesSecretBox } from '../src/system/aes-secret-box.ts';
import { pkceChallenge } from '../src/system/pkce-challenge.ts';
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
    secrets: aesSecretBox({ keys: [firstKey] }),
    connectedAccounts: { providers: [provider.sheets, provider.scheduler], connectUrl: `${connectUrl}/` },
    ...options,
  });
  return { ...fixture, provider };
}

/** Starts a connection. @returns The secret part of its link too. */
export async function startLink(
  { acme }: Pick<Fixture, 'acme'>,
  kind: AccountKind = 'spreadsheets',
): Promise<{ readonly connection: ConnectionAnswer; readonly link: string }> {
  const { connection, url } = await acme.accounts.startConnection(kind);
  return { connection, link: url.slice(connectUrl.length + 1) };
}

/** Goes from the page to the provider. @returns Where to. */
export async function goToProvider(engine: Engine, link: string, as: Principal = member): Promise<string> {
  const went = await engine.accountLinks.connect(link, as);
  if (went.kind !== 'redirect') throw new Error(`The page refuses: ${went.reason}.`);
  return went.url;
}

/** Goes to the provider, consents and comes back. */
export async function consentTo(
  { engine, provider }: AccountFixture,
  link: string,
  as: Principal = member,
): Promise<SettledLink> {
  return engine.accountLinks.callback(provider.codeFor(await goToProvider(engine, link, as)), as);
}

/** Connects an account all the way. @returns Its id. */
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
