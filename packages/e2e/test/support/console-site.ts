import { createServer, type RequestListener } from 'node:http';
import { type ConsoleOptions, createConsole } from '@botwright/console';
import { createEngine, type Engine, type Principal, permissions } from '@botwright/core';
import { channelFamilies, param } from '@botwright/core/diagram';
import { memoryStorage } from '@botwright/core/memory';
import { aesCipher } from '@botwright/core/node';
import { conversationRunner, defineBlock, leave } from '@botwright/core/runner';
import { combineApis, createConnectPage } from '@botwright/http';
import { nodeListener } from '@botwright/http-node';
import { calendlyProvider } from '@botwright/providers/calendly';
import { googleSheetsProvider } from '@botwright/providers/google-sheets';
import { undiciSender } from '@botwright/sender-undici';
import { startCalendly } from '../../../providers/test/servers/calendly.ts';
import { startGoogle } from '../../../providers/test/servers/google.ts';
import { askAndOffer, type BotSketch } from './console-bots.ts';
import { diagramOf } from './diagrams.ts';
import { closeServer, listen } from './listen.ts';

const member: Principal = { brand: 'acme', person: 7, workspaces: [1], permissions };

/** A block of the host, which uses an account. */
const lookUpGuest = defineBlock({
  definition: {
    name: 'look_up_guest',
    template: 'acme_guest',
    title: 'Look up a guest',
    description: 'Finds the guest in a sheet.',
    group: 'acme',
    variants: [
      {
        params: [param('account', 'string', { required: true, description: 'Where the guests are.' })],
        outputs: ['$success'],
      },
    ],
    references: [{ to: 'account', param: 'account', kind: 'spreadsheets' }],
  },
  behaviour: { enter: () => leave('$success') },
});

/** A family of channels of the host. */
const kiosk = { name: 'kiosk', greetingSlot: 'hello', blocks: ['send_text', 'ask_question'] } as const;

/** A server with the console, whose bots, webhooks and accounts work, on the clock of the machine. */
export interface ConsoleSite {
  readonly origin: string;
  readonly engine: Engine;
  /** The bodies of the site's webhooks. */
  readonly received: readonly string[];
  /** How the receiver of webhooks responds. */
  receiver: { status: number };
  /** Ends and begins the session of the page's user. */
  session: { isThere: boolean };
  /** Begins a session once. */
  readonly code: string;
  publish(name: string, sketch?: BotSketch): Promise<string>;
  /** Connects the spreadsheets of somebody. */
  connectSpreadsheets(): Promise<void>;
  /** Sends a text as a customer. @returns The number of the customer. */
  say(text: string, token: string, name?: string): Promise<number>;
  close(): Promise<void>;
}

export async function startConsoleSite(
  options: Pick<ConsoleOptions, 'connectableKinds' | 'unsentMails'> = {},
): Promise<ConsoleSite> {
  const people = [{ id: '1001', name: 'Ana Pérez', email: 'ana@example.com' }];
  const google = await startGoogle({ people });
  const calendly = await startCalendly({ people });
  const received: string[] = [];
  const receiver = { status: 200 };
  const session = { isThere: false };
  const hooks = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      received.push(body);
      response.writeHead(receiver.status).end();
    });
  });
  const hookUrl = `http://127.0.0.1:${await listen(hooks)}/hook`;
  let listener: RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => listener(request, response));
  const origin = `http://localhost:${await listen(server)}`;

  const sender = undiciSender({ allowPrivateTargets: true });
  const engine = createEngine({
    storage: memoryStorage(),
    journal: { forMs: 86_400_000 },
    blocks: [lookUpGuest],
    runner: conversationRunner({ blocks: [lookUpGuest] }),
    cipher: aesCipher({ keys: [{ id: 'k1', key: new Uint8Array(32).fill(1) }] }),
    sender,
    channelFamilies: [kiosk],
    connectedAccounts: {
      providers: [googleSheetsProvider(google), calendlyProvider(calendly)],
      connectUrl: `${origin}/connect`,
    },
  });
  await engine.configure([
    {
      name: 'acme',
      plan: 'business',
      workspaces: [1],
      tokens: [{ token: 'token-of-acme-0001', person: 7 }],
      agents: [{ id: 8, name: 'Bob', email: 'bob@acme.test' }],
      channels: [{ type: 'apichat', name: 'Messenger', webhookUrl: hookUrl }],
    },
  ]);
  const workers = engine.startWorkers({ isAlone: true });
  const caller = engine.as(member);

  const signIn = {
    member: async () => (session.isThere ? member : undefined),
    url: (returnTo: string) => `${origin}/sign-in?${new URLSearchParams({ return_to: returnTo })}`,
    async enter(given: string) {
      if (given !== code || isUsed) return undefined;
      isUsed = true;
      session.isThere = true;
      return {};
    },
    signOut() {
      session.isThere = false;
      return {};
    },
  };
  const code = 'a-code-that-works-once';
  let isUsed = false;
  const site = combineApis(
    createConsole({
      ...options,
      engine,
      publicUrl: origin,
      signIn,
      rateLimit: 0,
      chatUrl: `${origin}/chat`,
      families: [...channelFamilies, kiosk],
      examples: [
        {
          name: 'names',
          title: 'Names',
          description: 'Asks for a name, and greets.',
          channelFamily: 'native',
          diagram: diagramOf(askAndOffer.blocks, askAndOffer.connections, 'native'),
        },
      ],
    }),
    createConnectPage({ engine, publicUrl: `${origin}/connect`, signIn }),
  );
  const answer = nodeListener(site);
  listener = (request, response) => {
    if (!request.url?.startsWith('/sign-in')) return answer(request, response);
    session.isThere = true;
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>In</title><h1>Signed in</h1>');
  };
  const { items } = await caller.channels.list();
  const channelNumber = items.find(({ type }) => type === 'apichat')?.number ?? 0;

  return {
    origin,
    engine,
    received,
    receiver,
    session,
    code,
    async publish(name, sketch = askAndOffer) {
      const { family = 'apichat', blocks, connections } = sketch;
      const diagram = diagramOf(blocks, connections, family);
      const { id } = await caller.bots.create({ name, channelFamily: family, diagram });
      await caller.versions.publish(id);
      return id;
    },
    async connectSpreadsheets() {
      const { url } = await caller.accounts.startConnection('spreadsheets');
      const opened = await engine.accountLinks.connect(url.slice(`${origin}/connect/`.length), member);
      if (opened.kind !== 'redirect') throw new Error(`The page refuses: ${opened.reason}.`);
      const answer = await google.consent(opened.url, { person: people[0]?.id ?? '' });
      const { state = '', code: given = '' } = Object.fromEntries(answer.searchParams);
      const { kind } = await engine.accountLinks.callback({ state, code: given }, member);
      if (kind !== 'connected') throw new Error(`Not connected: ${kind}.`);
    },
    async say(text, token, name) {
      const body = {
        message: { type: 'text', message: text },
        ...(name !== undefined && { customer: { name } }),
      } as const;
      const { customer } = await engine.channel({ brand: 'acme', channelNumber }).send(token, body);
      return customer.number;
    },
    async close() {
      await closeServer(server);
      await workers.stop();
      await Promise.all([sender.close(), closeServer(hooks), google.close(), calendly.close()]);
      await engine.close();
    },
  };
}
