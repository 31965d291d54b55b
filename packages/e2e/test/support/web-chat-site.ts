import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine, type Engine, type Principal, permissions } from '@botwright/core';
import type { FileStore } from '@botwright/core/ports';
import { conversationRunner } from '@botwright/core/runner';
import { combineApis, type HttpApi } from '@botwright/http';
import type { VisitorLimits } from '@botwright/http/web-chat';
import { nodeListener } from '@botwright/http-node';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { createWebChat } from '@botwright/web-chat';
import type { BotSketch } from './chat.ts';
import { diagramOf } from './diagrams.ts';
import { closeServer, listen } from './listen.ts';

const person: Principal = { brand: 'acme', person: 7, workspaces: [1], permissions };

/** A page that shows the chat of a bot in a frame. */
export function framing(chat: string): string {
  return `<!doctype html><html lang="en"><title>Acme</title>
    <iframe title="Chat" width="400" height="500" src="${chat}"></iframe>`;
}

const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="300" viewBox="0 0 480 300">
  <rect width="480" height="300" fill="#2f3fae"/><circle cx="240" cy="150" r="90" fill="#f2c14e"/></svg>`;

/** A server with the web chat on the clock of the machine, whose network fails when a test says so. */
export interface WebChatSite {
  readonly origin: string;
  /** The network's fault for a request: `losesResponses` lets it in, and nothing out. */
  readonly network: { state: 'up' | 'down' | 'losesResponses' };
  /** Ends the connections that are open. */
  cutConnections(): void;
  /** Publishes a bot. @returns Its number. */
  publish(sketch: BotSketch): Promise<number>;
  /** The use-cases of somebody of the brand. */
  caller(): ReturnType<Engine['as']>;
  /** The visitors, oldest first. */
  visitors(): Promise<readonly { readonly number: number; readonly isExternal?: boolean }[]>;
  /** Stops the server and its engine. */
  stop(): Promise<void>;
  /** Starts them again, on the same port and the same store. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param limits - The limits of visitors; every test is one address.
 * @param mediaHosts - Hosts from which media may come, in addition to the site.
 * @param files - Stores the files of visitors. Default: they cannot upload any.
 */
export async function startWebChatSite(
  limits: Partial<VisitorLimits> = { beginnings: 1_000, requestsPerAddress: 1_000, requestsPerVisitor: 1_000 },
  mediaHosts: readonly string[] = [],
  files?: FileStore,
): Promise<WebChatSite> {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-web-chat-'));
  const network: WebChatSite['network'] = { state: 'up' };
  let server: Server | undefined;
  let engine: Engine | undefined;
  let workers: { stop(): Promise<void> } | undefined;
  let closing = new AbortController();
  let port = 0;

  async function start(): Promise<void> {
    closing = new AbortController();
    engine = createEngine({
      storage: sqliteStorage({ file: join(folder, 'bots.sqlite') }),
      runner: conversationRunner(),
      ...(files !== undefined && { files }),
    });
    workers = engine.startWorkers({ isAlone: true });
    let api: HttpApi | undefined;
    const answer = nodeListener({
      async handle(request) {
        const response = await (api as HttpApi).handle(request);
        if (network.state === 'losesResponses') server?.closeAllConnections();
        return response;
      },
    });
    server = createServer((request, response) => {
      if (network.state === 'down') return void request.socket.destroy();
      if (request.url === '/picture.svg') {
        return void response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(picture);
      }
      const framed = /^\/frame\/(\d+)$/.exec(request.url ?? '')?.[1];
      if (framed === undefined) return answer(request, response);
      response.writeHead(200, { 'content-type': 'text/html' }).end(framing(`/chat/${framed}`));
    });
    if (port === 0) port = await listen(server);
    else await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
    api = combineApis(
      createWebChat({
        engine,
        publicUrl: `http://localhost:${port}/chat`,
        closing: closing.signal,
        mediaSources: ['https:', ...[`localhost:${port}`, ...mediaHosts].map((host) => `http://${host}`)].join(' '),
        limits,
      }),
    );
  }

  async function stop(): Promise<void> {
    closing.abort();
    if (server !== undefined) await closeServer(server);
    await workers?.stop();
    await engine?.close();
    server = undefined;
  }

  const caller = () => {
    if (engine === undefined) throw new Error('The site has not started.');
    return engine.as(person);
  };

  await start();
  await engine?.configure([
    {
      name: 'acme',
      plan: 'business',
      workspaces: [1],
      tokens: [{ token: 'token-of-acme-0001', person: 7 }],
      agents: [{ id: 7, name: 'Grace', email: 'grace@acme.test' }],
    },
  ]);
  return {
    origin: `http://localhost:${port}`,
    network,
    cutConnections: () => server?.closeAllConnections(),
    async publish({ name = 'Sales', blocks, connections }) {
      const diagram = diagramOf(blocks, connections, 'native');
      const { id, number } = await caller().bots.create({ name, channelFamily: 'native', diagram });
      await caller().versions.publish(id);
      return number;
    },
    caller,
    visitors: async () => (await caller().customers.list()).items,
    stop,
    start,
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
