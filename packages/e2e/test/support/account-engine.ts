import { type BrandEngine, createEngine, type Engine, type Principal, permissions } from '@botwright/core';
import { aesCipher } from '@botwright/core/node';
import { ProviderError, type SpreadsheetProvider } from '@botwright/core/ports';
import { deterministicIds, type SimulatedClock, simulatedClock } from '@botwright/core/testing';
import { openStore, type StoreName } from './stores.ts';

const connectUrl = 'https://bots.example/connect';

export const member: Principal = { brand: 'acme', person: 7, workspaces: [1], permissions };

/** An engine with a spreadsheet provider for which each code is another account. */
export interface AccountEngine {
  readonly engine: Engine;
  readonly acme: BrandEngine;
  readonly clock: SimulatedClock;
  /** All tokens that the provider has issued. */
  readonly secrets: Set<string>;
  readonly refreshes: string[];
  dump(): unknown;
  endAccess(): void;
}

export function startAccountEngine(name: StoreName): AccountEngine {
  const { storage, dump } = openStore(name);
  const clock = simulatedClock();
  const secrets = new Set<string>();
  const refreshes: string[] = [];
  const working = new Set<string>();

  function tokens(): { accessToken: string; refreshToken: string; scopes: readonly string[] } {
    const [accessToken, refreshToken] = [`access-secret-${secrets.size}`, `refresh-secret-${secrets.size}`];
    for (const secret of [accessToken, refreshToken]) secrets.add(secret);
    working.add(accessToken);
    return { accessToken, refreshToken, scopes: [] };
  }

  const unused = async () => Promise.reject(new Error('Not asked here.'));
  const provider: SpreadsheetProvider = {
    kind: 'spreadsheets',
    title: 'Sheets',
    requiredScopes: [],
    authorizationUrl: ({ state }) => `https://provider.example/auth?state=${state}`,
    exchangeCode: async ({ code }) => ({ externalId: code, name: `Account of ${code}`, tokens: tokens() }),
    async refresh(former) {
      refreshes.push(former.refreshToken ?? '');
      return tokens();
    },
    revoke: async ({ accessToken }) => void working.delete(accessToken),
    async listSpreadsheets(accessToken) {
      if (!working.has(accessToken)) throw new ProviderError('revoked', 'The token does not work.');
      return [];
    },
    listSheets: unused,
    listColumns: unused,
    insertRow: unused,
    updateRow: unused,
    getRow: unused,
  };

  const engine = createEngine({
    storage,
    clock,
    ids: deterministicIds(),
    cipher: aesCipher({ keys: [{ id: 'k1', key: new Uint8Array(32).fill(1) }] }),
    connectedAccounts: { providers: [provider], connectUrl },
  });
  return { engine, acme: engine.as(member), clock, secrets, refreshes, dump, endAccess: () => working.clear() };
}

export async function startLink({ acme }: AccountEngine): Promise<{ readonly id: string; readonly link: string }> {
  const { connection, url } = await acme.accounts.startConnection('spreadsheets');
  return { id: connection.id, link: url.slice(connectUrl.length + 1) };
}

/** Opens the link. @returns The `state` of the provider's URL. */
export async function stateFor({ engine }: AccountEngine, link: string): Promise<string> {
  const opened = await engine.accountLinks.connect(link, member);
  if (opened.kind !== 'redirect') throw new Error(`The page refuses: ${opened.reason}.`);
  return new URL(opened.url).searchParams.get('state') ?? '';
}
