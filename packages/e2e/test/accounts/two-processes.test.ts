import { setTimeout as pause } from 'node:timers/promises';
import { createEngine, type EngineOptions } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { aesCipher } from '@botwright/core/node';
import type { Storage } from '@botwright/core/ports';
import { calendlyProvider } from '@botwright/providers/calendly';
import { googleSheetsProvider } from '@botwright/providers/google-sheets';
import { expect, it, onTestFinished } from 'vitest';
import { startCalendly } from '../../../providers/test/servers/calendly.ts';
import { startGoogle } from '../../../providers/test/servers/google.ts';
import { member } from '../support/account-engine.ts';
import { openStorages, type StoreName, storeNames } from '../support/stores.ts';

const connectUrl = 'https://bots.example/connect';
const ana = { id: 'ana', name: 'Ana Díaz', email: 'ana@example.com' };

type Providers = NonNullable<EngineOptions['connectedAccounts']>['providers'];

async function twoStorages(name: StoreName): Promise<readonly [Storage, Storage]> {
  if (name === 'memory') {
    const storage = memoryStorage();
    return [storage, storage];
  }
  const [first, second] = await openStorages(name, 2);
  if (first === undefined || second === undefined) throw new Error('There are two.');
  return [first, second];
}

/** A process: an engine on the store, and the accounts that it has lost. */
function startProcess(storage: Storage, providers: Providers) {
  const engine = createEngine({
    storage,
    cipher: aesCipher({ keys: [{ id: 'k1', key: new Uint8Array(32).fill(1) }] }),
    connectedAccounts: { providers, connectUrl },
  });
  const lost: string[] = [];
  engine.events.subscribe(({ type }) => void lost.push(type), { types: ['account.lost'] });
  return { engine, acme: engine.as(member), lost };
}

type Process = ReturnType<typeof startProcess>;

async function connect(
  { engine, acme }: Process,
  kind: 'scheduler' | 'spreadsheets',
  consent: (url: string) => Promise<URL>,
): Promise<string> {
  const { connection, url } = await acme.accounts.startConnection(kind);
  const opened = await engine.accountLinks.connect(url.slice(connectUrl.length + 1), member);
  if (opened.kind !== 'redirect') throw new Error(`The page refuses: ${opened.reason}.`);
  const { searchParams } = await consent(opened.url);
  const answer = { state: searchParams.get('state') ?? '', code: searchParams.get('code') ?? '' };
  await engine.accountLinks.callback(answer, member);
  return (await acme.accounts.getConnection(kind, connection.id)).accountId ?? '';
}

/** A `fetch` that holds back the response to a refresh, when the service has given out the tokens already. */
function slowFetch() {
  const refreshed = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const slow = async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, init);
    if (!String(init.body).includes('grant_type=refresh_token')) return response;
    refreshed.resolve();
    await released.promise;
    return response;
  };
  return { fetch: slow as never, refreshed: refreshed.promise, release: () => released.resolve() };
}

it.for(storeNames)(
  '[CA36][CA62] two processes refresh a token of Calendly that serves once, and no account is lost, on %s',
  async (name) => {
    const calendly = await startCalendly({ people: [ana], eventTypes: [{ name: 'Call', minutes: 15 }] });
    onTestFinished(() => calendly.close());
    const { clientId, clientSecret, endpoints } = calendly;
    const held = slowFetch();
    const [ofFirst, ofSecond] = await twoStorages(name);
    const first = startProcess(ofFirst, [calendlyProvider({ clientId, clientSecret, endpoints, fetch: held.fetch })]);
    const second = startProcess(ofSecond, [calendlyProvider({ clientId, clientSecret, endpoints })]);
    const id = await connect(first, 'scheduler', (url) => calendly.consent(url, { person: ana.id }));
    calendly.expireAccessTokens();

    const slow = first.acme.accounts.listEventTypes(id);
    await held.refreshed;
    const waiting = second.acme.accounts.listEventTypes(id);
    await pause(300);
    expect((await second.acme.accounts.list('scheduler')).map((account) => account.id)).toEqual([id]);
    held.release();
    expect([(await slow).length, (await waiting).length]).toEqual([1, 1]);
    expect([first.lost, second.lost]).toEqual([[], []]);
    expect(calendly.grants[0]?.accessTokens.length).toBe(1);

    // The next process has the tokens, too.
    calendly.expireAccessTokens();
    expect((await second.acme.accounts.listEventTypes(id)).length).toBe(1);
  },
);

it.for(storeNames)('[CA36][CA62] twenty reads in two processes ask Google for one token, on %s', async (name) => {
  const google = await startGoogle({ people: [{ ...ana, id: '1001' }] });
  onTestFinished(() => google.close());
  const providers = () => [googleSheetsProvider(google)];
  const [ofFirst, ofSecond] = await twoStorages(name);
  const processes = [startProcess(ofFirst, providers()), startProcess(ofSecond, providers())] as const;
  const id = await connect(processes[0], 'spreadsheets', (url) => google.consent(url, { person: '1001' }));
  google.expireAccessTokens();
  const reads = Array.from({ length: 10 }, () =>
    processes.map(({ acme }) => acme.accounts.listSpreadsheets(id)),
  ).flat();
  expect((await Promise.all(reads)).length).toBe(20);
  expect(google.grants[0]?.accessTokens.length).toBe(1);
  expect(processes.flatMap(({ lost }) => lost)).toEqual([]);
});
