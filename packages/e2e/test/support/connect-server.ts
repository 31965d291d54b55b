import { createServer, type RequestListener } from 'node:http';
import {
  type AccountKind,
  type ConnectionView,
  createEngine,
  type Engine,
  type Permission,
  type Principal,
  permissions,
} from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { aesCipher } from '@botwright/core/node';
import { type SimulatedClock, simulatedClock } from '@botwright/core/testing';
import { createConnectPage, type HttpRequest, type ServedRequest } from '@botwright/http';
import { nodeListener } from '@botwright/http-node';
import { calendlyProvider } from '@botwright/providers/calendly';
import { googleSheetsProvider } from '@botwright/providers/google-sheets';
import { type LocalCalendly, startCalendly } from '../../../providers/test/servers/calendly.ts';
import { type LocalGoogle, startGoogle } from '../../../providers/test/servers/google.ts';
import { closeServer, listen } from './listen.ts';

/** Who can sign in, by name. */
const members = {
  ann: principal('acme', 7, permissions),
  cleo: principal('acme', 8, permissions),
  viewer: principal('acme', 9, ['view_bots', 'view_integrations']),
  globex: principal('globex', 70, permissions),
} as const satisfies Record<string, Principal>;

export type MemberName = keyof typeof members;

/** An engine whose providers ask servers of this process, its connect page, and a host with a sign-in by name. */
export interface ConnectServer {
  readonly origin: string;
  readonly engine: Engine;
  readonly clock: SimulatedClock;
  readonly google: LocalGoogle;
  readonly calendly: LocalCalendly;
  /** Everything that was reported to the host, as one text. */
  reported(): string;
  readonly answered: readonly ServedRequest[];
  readonly faults: readonly unknown[];
  start(kind?: AccountKind): Promise<{ readonly connection: ConnectionView; readonly url: string }>;
  read(connection: ConnectionView): Promise<ConnectionView>;
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
  const answered: ServedRequest[] = [];
  const faults: unknown[] = [];
  let listener: RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => listener(request, response));
  // The providers are at 127.0.0.1: to a browser this is another site.
  const origin = `http://localhost:${await listen(server)}`;

  const connectUrl = `${origin}/connect`;
  const engine = createEngine({
    storage: memoryStorage(),
    clock,
    cipher: aesCipher({ keys: [{ id: 'k1', key: new Uint8Array(32).fill(1) }] }),
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
    onResponse: (event) => void answered.push(event),
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
    reported: () => JSON.stringify([answered, faults.map(String)]),
    start: (kind = 'spreadsheets') => acme.accounts.startConnection(kind),
    read: ({ kind, id }) => acme.accounts.getConnection(kind, id),
    async close() {
      await closeServer(server);
      await Promise.all([google.close(), calendly.close(), engine.close()]);
    },
  };
}

function principal(brand: string, person: number, allowed: readonly Permission[]): Principal {
  return { brand, person, workspaces: [1], permissions: allowed };
}

function memberOf(headers: HttpRequest['headers']): Principal | undefined {
  const name = /(?:^|; )who=(\w+)/.exec(headers.get('cookie') ?? '')?.[1] ?? '';
  return Object.hasOwn(members, name) ? members[name as MemberName] : undefined;
}

/** The sign-in of the host: a button for each member, which leads back to `return_to`. */
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
