import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEngine, permissions } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import type { Storage } from '@botwright/core/ports';
import { createBotsApi } from '@botwright/http';
import { nodeListener } from '@botwright/http-node';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { requestLog } from './request-log.ts';

/** One server of the comparison, in a separate process: `bare`, `memory` or the path of a database file. */
const [mode = 'bare'] = process.argv.slice(2);
const token = 'agent-token-of-the-bench';
const publicUrl = 'http://127.0.0.1:3000/v0-alpha';
const principal = { brand: 'bench', person: 1, workspaces: [1], permissions };

async function serveBots(storage: Storage): Promise<{ readonly listener: RequestListener; readonly botId: string }> {
  const engine = createEngine({ storage });
  await engine.configure([{ name: 'bench', plan: 'business', workspaces: [1], tokens: [{ token, person: 1 }] }]);
  const { id } = await engine.as(principal).bots.create({ name: 'Sales', channelFamily: 'native' });
  const api = createBotsApi({
    engine,
    publicUrl,
    rateLimit: 1_000_000,
    onResponse: requestLog(),
  });
  return { listener: nodeListener(api), botId: id };
}

/** Sends the response of the API without computing it. */
async function serveBare(): Promise<{ readonly listener: RequestListener; readonly botId: string }> {
  const { id, createdAt } = await createEngine({ storage: memoryStorage() })
    .as(principal)
    .bots.create({ name: 'Sales', channelFamily: 'native' });
  const moment = new Date(createdAt).toISOString().slice(0, 19);
  const bot = {
    id,
    number: 1,
    name: 'Sales',
    workspace: 1,
    channel_family: 'native',
    state: 'active',
    channels: [id],
    test_channel: id,
    created_at: moment,
    edited_at: moment,
  };
  const body = JSON.stringify({ data: bot });
  const headers = { 'content-type': 'application/json', 'content-length': body.length, 'x-request-id': id };
  return { listener: (_request, response) => response.writeHead(200, headers).end(body), botId: id };
}

function openStorage(): Storage {
  return mode === 'memory' ? memoryStorage() : sqliteStorage({ file: mode });
}

const { listener, botId } = mode === 'bare' ? await serveBare() : await serveBots(openStorage());
const server = createServer(listener);
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}/v0-alpha/bots/${botId}`, token }));
});
// The parent asks over the channel between the processes, which does not slow down requests.
process.on('message', () => process.send?.(process.cpuUsage()));
process.on('SIGTERM', () => process.exit(0));
