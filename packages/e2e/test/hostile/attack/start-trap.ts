import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTarpit, type Server as NetServer, type Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { startNameServer } from '../../support/name-server.ts';
import type { Tally } from './tally.ts';

/** The servers of the attacker: one for webhooks, one that never answers, one for names. */
export interface Trap {
  /** Counts the deliveries at `/hook`: `event <code>`, or `bot` and the type of the message; accepts all others. */
  readonly receiverUrl: string;
  /** Accepts every connection, and never answers. */
  readonly tarpitUrl: string;
  /**
   * The address of a name server in the form of a resolver. It never answers names that begin with `silent`, and counts
   * them.
   */
  readonly nameServer: string;
  /** Counts in this tally from now on. */
  countIn(tally: Tally): void;
  /** Closes the connections that were never answered. */
  release(): void;
  close(): Promise<void>;
}

interface Arrived {
  readonly messages: readonly [
    {
      readonly type: string;
      readonly data: { readonly action?: string; readonly code?: string };
      readonly sender: { readonly type: string };
    },
  ];
}

export async function startTrap(): Promise<Trap> {
  let tally: Tally | undefined;
  const receiver = createServer(async (incoming, response) => {
    try {
      const { messages } = (await json(incoming)) as Arrived;
      if (incoming.url === '/hook') count(messages);
    } catch {
      tally?.count('broken delivery');
    }
    response.end();
  });

  function count([{ type, data, sender }]: Arrived['messages']): void {
    if (type === 'event') tally?.count(`event ${data.code ?? data.action}`);
    else if (sender.type !== 'customer') tally?.count(`${sender.type} ${type}`);
  }

  const hanging = new Set<Socket>();
  const tarpit = createTarpit((socket) => {
    hanging.add(socket);
    tally?.count('hangs');
    socket
      .on('error', () => {})
      .on('close', () => hanging.delete(socket))
      .resume();
  });
  const nameServer = await startNameServer(() => tally?.count('unanswered name'));
  const urlOf = async (server: Server | NetServer): Promise<string> => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const release = (): void => {
    for (const socket of hanging) socket.destroy();
  };
  return {
    receiverUrl: await urlOf(receiver),
    tarpitUrl: await urlOf(tarpit),
    nameServer: nameServer.address,
    countIn: (next) => {
      tally = next;
    },
    release,
    async close() {
      release();
      nameServer.close();
      receiver.closeAllConnections();
      await Promise.all([receiver, tarpit].map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
