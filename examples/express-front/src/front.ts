import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEngine, permissions, standardEffectHost } from '@botwright/core';
import { memoryStorage } from '@botwright/core/memory';
import { conversationRunner } from '@botwright/core/runner';
import { botsOperations, combineApis, createBotsApi, createChatApi, createPlatformApi } from '@botwright/http';
import { expressHandler } from '@botwright/http-express';
import { undiciRequester, undiciSender } from '@botwright/sender-undici';
import express from 'express';
import { ownOperations } from './own-operations.ts';
import { ownRoutes } from './own-routes.ts';
import { createSignIn } from './sign-in.ts';

export interface FrontOptions {
  readonly port: number;
  /** APIchat has a separate host. */
  readonly chatPort: number;
  readonly password: string;
  readonly agentToken: string;
  readonly channelToken: string;
  /** The webhook of the messenger, which receives the answers. */
  readonly webhookUrl: string;
}

/** Makes the application: its sign-in and routes, the interfaces, and the background workers. */
export async function startFront(options: FrontOptions) {
  // Here webhooks go only to this machine. Without the option they go only to public addresses.
  const guard = { allowedCidrs: ['127.0.0.0/8'] };
  const [sender, requester] = [undiciSender(guard), undiciRequester(guard)];
  const onFault = (fault: unknown): void => console.error(fault);
  const engine = createEngine({
    // For a persistent one use `sqliteStorage` of @botwright/storage/sqlite, which also needs a `cipher`.
    storage: memoryStorage(),
    sender,
    runner: conversationRunner(),
    effects: standardEffectHost({ requester }),
  });
  const { webhookUrl, agentToken, channelToken } = options;
  const tokens = [{ token: agentToken, person: 7 }];
  const channels = [{ type: 'apichat', name: 'Messenger', token: channelToken, webhookUrl }];
  await engine.configure([{ name: 'acme', plan: 'professional', workspaces: [1], tokens, channels }]);

  const people = createSignIn();
  const ada = { brand: 'acme', person: 7, workspaces: [1], permissions };
  await people.register('ada@acme.example', options.password, ada);

  const [web, messenger] = [express(), express()];
  const [webServer, chatServer] = [createServer(web), createServer(messenger)];
  const url = await listen(webServer, options.port);
  const chatUrl = `${await listen(chatServer, options.chatPort)}/v1/`;

  // Mounted below a path of the application, before its body parsers.
  const operations = [...botsOperations, ...ownOperations];
  const bots = createBotsApi({
    engine,
    publicUrl: `${url}/engine/v0-alpha`,
    operations,
    bearer: people.whoIs,
    onFault,
  });
  const platform = createPlatformApi({ engine, publicUrl: `${url}/engine/v1/`, onFault });
  web.use('/engine', expressHandler(combineApis(bots, platform)));
  web.use(ownRoutes(engine, people, onFault));
  messenger.use(expressHandler(createChatApi({ engine, publicUrl: chatUrl, onFault })));

  const workers = engine.startWorkers({ conversations: { onFault }, deliveries: { onFault } });
  const sweeping = setInterval(() => void engine.sweep().catch(onFault), 60_000);

  async function end(): Promise<void> {
    clearInterval(sweeping);
    // Stops first the servers, then the workers, then the engine with its store.
    await Promise.all([close(webServer), close(chatServer)]);
    await workers.stop();
    await Promise.all([sender.close(), requester.close()]);
    await engine.close();
  }
  let ending: Promise<void> | undefined;
  return {
    url,
    chatUrl,
    /** Stops everything. Further calls have no effect. */
    stop: (): Promise<void> => {
      ending ??= end();
      return ending;
    },
  };
}

async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Waits at most five seconds for pending requests. */
async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const limit = setTimeout(() => server.closeAllConnections(), 5_000);
  await closed;
  clearTimeout(limit);
}
