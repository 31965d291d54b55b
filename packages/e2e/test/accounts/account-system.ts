import {
  aesSecretBox,
  type BrandEngine,
  createEngine,
  deterministicIds,
  type Engine,
  type Principal,
  ProviderError,
  permissions,
  type SimulatedClock,
  type SpreadsheetProvider,
  simulatedClock,
} from '@botwright/core';
import { openStore, type StoreName } from '../life-cycle/stores.ts';

const connectUrl = 'https://bots.example/connect';

export const member: Principal = { brand: 'acme', person: 7, workspaces: [1], permissions };

/** An engine on a real store, and a provider at which every code is a person of its own. */
export interface AccountSystem {
  readonly engine: Engine;
  readonly acme: BrandEngine;
  readonly clock: SimulatedClock;
  /** Every secret that the provider gave out. */
  readonly secrets: Set<string>;
  readonly refreshes: string[];
  dump(): unknown;
  endAccess(): void;
}

export function accountSystem(name: StoreName): AccountSystem {
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
    secrets: aesSecretBox({ keys: [{ id: 'k1', key: new Uint8Array(32).fill(1) }] }),
    connectedAccounts: { providers: [provider], connectUrl },
  });
  return { engine, acme: engine.as(member), clock, secrets, refreshes, dump, endAccess: () => working.clear() };
}

export async function startLink({ acme }: AccountSystem): Promise<{ readonly id: string; readonly link: string }> {
  const { connection, url } = await acme.accounts.startConnection('spreadsheets');
  return { id: connection.id, link: url.slice(connectUrl.length + 1) };
}

/** Goes to the provider. @returns The state to come back with. */
export async function stateFor({ engine }: AccountSystem, link: string): Promise<string> {
  const went = await engine.accountLinks.connect(link, member);
  if (went.kind !== 'redirect') throw new Error(`The page refuses: ${went.reason}.`);
  return new URL(went.url).searchParams.get('state') ?? '';
}
