import { type BrandEngine, createEngine, type Engine, type Principal, permissions } from '@botwright/core';
import { aesCipher } from '@botwright/core/node';
import {
  deterministicIds,
  type PretendPerson,
  type PretendProviders,
  type SimulatedClock,
  simulatedClock,
} from '@botwright/core/testing';
import { openStore, type StoreName } from './stores.ts';
import { watchedProviders } from './watched-providers.ts';

const connectUrl = 'https://bots.example/connect';

export const member: Principal = { brand: 'acme', person: 7, workspaces: [1], permissions };

/** An engine with pretend providers, whose access tokens last an hour. */
export interface AccountEngine {
  readonly engine: Engine;
  readonly acme: BrandEngine;
  readonly clock: SimulatedClock;
  readonly pretend: PretendProviders;
  /** All tokens and codes that the providers have issued. */
  readonly secrets: ReadonlySet<string>;
  dump(): Promise<unknown>;
}

export async function startAccountEngine(name: StoreName): Promise<AccountEngine> {
  const { storage, dump } = await openStore(name);
  const clock = simulatedClock();
  const { pretend, secrets } = watchedProviders({ clock, lifeMs: 60 * 60 * 1_000 });
  const engine = createEngine({
    storage,
    clock,
    ids: deterministicIds(),
    cipher: aesCipher({ keys: [{ id: 'k1', key: new Uint8Array(32).fill(1) }] }),
    connectedAccounts: { providers: pretend.providers, connectUrl },
  });
  return { engine, acme: engine.as(member), clock, pretend, secrets, dump };
}

export async function startLink({ acme }: AccountEngine): Promise<{ readonly id: string; readonly link: string }> {
  const { connection, url } = await acme.accounts.startConnection('spreadsheets');
  return { id: connection.id, link: url.slice(connectUrl.length + 1) };
}

/** Opens the link and consents. @returns The provider's callback. */
export async function answerTo(
  { engine, pretend }: AccountEngine,
  link: string,
  person?: PretendPerson,
): Promise<ReturnType<PretendProviders['answer']>> {
  const opened = await engine.accountLinks.connect(link, member);
  if (opened.kind !== 'redirect') throw new Error(`The page refuses: ${opened.reason}.`);
  return pretend.answer(opened.url, person);
}
