import { type AccountKind, aesSecretBox, type Principal, permissions, type Storage } from '@botwright/core';
import { type Person, type ProviderDouble, providerDouble } from '../accounts/provider-double.ts';
import { tokens } from './callers.ts';
import { connectRaw } from './raw-socket.ts';
import { type Store, startServer, type TestServer } from './start-server.ts';

/** A server whose engine has a provider of each kind. */
export interface AccountServer extends TestServer {
  readonly provider: ProviderDouble;
  /** Somebody of `acme` connects an account all the way. @returns Its id. */
  connect(kind: AccountKind, consent: Person): Promise<string>;
  /** Somebody of `acme` opens the URL and consents. @returns The id of the account. */
  answer(url: string, consent: Person): Promise<string>;
  decline(url: string): Promise<void>;
  /** Calls a path just as it is written. */
  raw(method: string, path: string): Promise<{ readonly status: number; readonly code: string | undefined }>;
}

const connectUrl = 'https://bots.acme.test/connect';
const ann: Principal = { brand: 'acme', person: 7, workspaces: [1, 2], permissions };

export async function startAccountServer(options: {
  readonly store?: Store;
  readonly storage?: Storage;
  readonly hasProviders?: boolean;
}): Promise<AccountServer> {
  const provider = providerDouble();
  const providers = options.hasProviders === false ? [] : [provider.sheets, provider.scheduler];
  const server = await startServer({
    ...(options.store !== undefined && { store: options.store }),
    engine: {
      connectedAccounts: { providers, connectUrl },
      secrets: aesSecretBox({ keys: [{ id: 'k1', key: new Uint8Array(32).fill(1) }] }),
      ...(options.storage !== undefined && { storage: options.storage }),
    },
  });
  const { accountLinks } = server.engine;

  async function answer(url: string, consent: Person): Promise<string> {
    provider.consent(consent);
    const went = await accountLinks.connect(url.slice(connectUrl.length + 1), ann);
    if (went.kind !== 'redirect') throw new Error(`The page refuses: ${went.reason}.`);
    const settled = await accountLinks.callback(provider.codeFor(went.url), ann);
    if (settled.kind !== 'connected') throw new Error(`Not connected: ${settled.kind}.`);
    const kind = settled.subject.accountKind;
    const [latest] = await server.engine.as(ann).accounts.list(kind);
    return latest?.id ?? '';
  }

  return {
    ...server,
    provider,
    answer,
    async connect(kind, consent) {
      const { url } = await server.engine.as(ann).accounts.startConnection(kind);
      return answer(url, consent);
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
