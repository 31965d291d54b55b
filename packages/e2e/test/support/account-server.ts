import { type AccountKind, type Principal, permissions } from '@botwright/core';
import { aesCipher } from '@botwright/core/node';
import type { Storage } from '@botwright/core/ports';
import type { PretendPerson, PretendProviders } from '@botwright/core/testing';
import { tokens } from './callers.ts';
import { connectRaw } from './raw-socket.ts';
import { startServer, type TestServer } from './start-server.ts';
import type { StoreName } from './stores.ts';
import { watchedProviders } from './watched-providers.ts';

/** A server whose engine has a provider of each kind. */
export interface AccountServer extends TestServer {
  readonly pretend: PretendProviders;
  /** Starts a connection as a member of `acme` and answers it. @returns The id of the account. */
  connect(kind: AccountKind, person?: PretendPerson): Promise<string>;
  /** Opens the link as a member of `acme` and consents as this person. @returns The id of the account. */
  answer(url: string, person?: PretendPerson): Promise<string>;
  decline(url: string): Promise<void>;
  /** Requests a path exactly as given, without the normalization of `fetch`. */
  raw(method: string, path: string): Promise<{ readonly status: number; readonly code: string | undefined }>;
}

const connectUrl = 'https://bots.acme.test/connect';
const ann: Principal = { brand: 'acme', person: 7, workspaces: [1, 2], permissions };

export async function startAccountServer(options: {
  readonly store?: StoreName;
  readonly storage?: Storage;
  readonly hasProviders?: boolean;
}): Promise<AccountServer> {
  const { pretend } = watchedProviders();
  const providers = options.hasProviders === false ? [] : pretend.providers;
  const server = await startServer({
    ...(options.store !== undefined && { store: options.store }),
    engine: {
      connectedAccounts: { providers, connectUrl },
      cipher: aesCipher({ keys: [{ id: 'k1', key: new Uint8Array(32).fill(1) }] }),
      ...(options.storage !== undefined && { storage: options.storage }),
    },
  });
  const { accountLinks } = server.engine;

  async function answer(url: string, person?: PretendPerson): Promise<string> {
    const opened = await accountLinks.connect(url.slice(connectUrl.length + 1), ann);
    if (opened.kind !== 'redirect') throw new Error(`The page refuses: ${opened.reason}.`);
    const result = await accountLinks.callback(pretend.answer(opened.url, person), ann);
    if (result.kind !== 'connected') throw new Error(`Not connected: ${result.kind}.`);
    const kind = result.subject.accountKind;
    const [latest] = await server.engine.as(ann).accounts.list(kind);
    return latest?.id ?? '';
  }

  return {
    ...server,
    pretend,
    answer,
    async connect(kind, person) {
      const { url } = await server.engine.as(ann).accounts.startConnection(kind);
      return answer(url, person);
    },
    async decline(url) {
      await accountLinks.cancel(url.slice(connectUrl.length + 1), ann);
    },
    async raw(method, path) {
      const raw = await connectRaw(server.port);
      raw.send(
        `${method} /v0-alpha${path} HTTP/1.1\r\nhost: x\r\nauthorization: Token ${tokens.acme}\r\nconnection: close\r\n\r\n`,
      );
      const { status, body } = await raw.answer();
      raw.socket.destroy();
      return { status, code: JSON.parse(body).error?.code };
    },
  };
}
