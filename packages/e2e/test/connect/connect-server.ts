import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type AccountKind,
  aesSecretBox,
  type ConnectionAnswer,
  createEngine,
  type Engine,
  type Permission,
  type Principal,
  permissions,
  type SimulatedClock,
  simulatedClock,
} from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { type Answered, createConnectPage, type HttpExchange } from '@botwright/http';
import { nodeListener } from '@botwright/http-node';
import { calendlyProvider } from '@botwright/provider-calendly';
import { googleSheetsProvider } from '@botwright/provider-google-sheets';
import { type LocalCalendly, type LocalGoogle, startCalendly, startGoogle } from '@botwright/provider-servers';

/** Who can sign in, by name. */
const members = {
  ann: principal('acme', 7, permissions),
  cleo: principal('acme', 8, permissions),
  viewer: principal('acme', 9, ['view_bots', 'view_integrations']),
  globex: principal('globex', 70, permissions),
} as const satisfies Record<string, Principal>;

export type MemberName = keyof typeof members;

/** An engine with both providers on this machine, its page, and a host where people sign in by name. */
export interface ConnectServer {
  readonly origin: string;
  readonly engine: Engine;
  readonly clock: SimulatedClock;
  readonly google: LocalGoogle;
  readonly calendly: LocalCalendly;
  /** All that the host was told, as one text. */
  told(): string;
  readonly answered: readonly Answered[];
  readonly faults: readonly unknown[];
  start(kind?: AccountKind): Promise<{ readonly connection: ConnectionAnswer; readonly url: string }>;
  read(connection: ConnectionAnswer): Promise<ConnectionAnswer>;
  close(): Promise<void>;
}

const people = [
  { id: '1001', name: 'Ana Pérez', email: 'ana@example.com' },
  { id: '1002', name: 'Eva <b>Li</b>', email: 'eva@example.com' },
];

export async function startConnectServer(): Promise<ConnectServer> {
  const google = await startGoogle({ people });
  const calendly = await startCalendly({ people });
  const clock = simulatedClock();
  const answered: Answered[] = [];
  const faults: unknown[] = [];
  let listener: RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Another site than the providers', which are at 127.0.0.1.
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;

  const connectUrl = `${origin}/connect`;
  const engine = createEngine({
    storage: memoryStorage(),
    clock,
    secrets: aesSecretBox({ keys: [{ id: 'k1', key: new Uint8Array(32).fill(1) }] }),
    connectedAccounts: { providers: [googleSheetsProvider(google), calendlyProvider(calendly)], connectUrl },
  });
  const page = createConnectPage({
    engine,
    clock,
    publicUrl: connectUrl,
    signIn: {
      member: async ({ headers }) => memberOf(headers),
      url: (returnTo) => `${origin}/sign-in?${new URLSearchParams({ return_to: returnTo })}`,
    },
    onAnswered: (event) => void answered.push(event),
    onFault: (fault) => void faults.push(fault),
  });
  const answerPage = nodeListener(page);
  listener = (request, response) => {
    if (request.url?.startsWith('/sign-in')) signInHere(request, response);
    else answerPage(request, response);
  };
  const acme = engine.as(members.ann);
  return {
    origin,
    engine,
    clock,
    google,
    calendly,
    answered,
    faults,
    told: () => JSON.stringify([answered, faults.map(String)]),
    start: (kind = 'spreadsheets') => acme.accounts.startConnection(kind),
    read: ({ kind, id }) => acme.accounts.getConnection(kind, id),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all([google.close(), calendly.close(), engine.close()]);
    },
  };
}

function principal(brand: string, person: number, allowed: readonly Permission[]): Principal {
  return { brand, person, workspaces: [1], permissions: allowed };
}

function memberOf(headers: HttpExchange['headers']): Principal | undefined {
  const name = /(?:^|; )who=(\w+)/.exec(headers.get('cookie') ?? '')?.[1] ?? '';
  return Object.hasOwn(members, name) ? members[name as MemberName] : undefined;
}

/** The host's sign-in: a button for everybody, and back. */
const signInHere: RequestListener = (request, response) => {
  const url = new URL(request.url ?? '', 'http://host.test');
  const who = url.searchParams.get('who');
  const returnTo = url.searchParams.get('return_to') ?? '';
  if (who !== null) {
    response.writeHead(303, { 'set-cookie': `who=${who}; Path=/; SameSite=Lax`, location: returnTo }).end();
    return;
  }
  const buttons = Object.keys(members).map((name) => `<button name="who" value="${name}">${name}</button>`);
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(
    `<!doctype html><title>Sign in</title><h1>Sign in</h1><form><input type="hidden" name="return_to" value="${returnTo}">${buttons.join('')}</form>`,
  );
};
