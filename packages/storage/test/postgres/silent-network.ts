import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network between a storage and its server that can fall silent. */
export interface SilentNetwork {
  /** The URL of the server, through this network. */
  readonly url: string;
  /** Stops all traffic on existing connections without ending them. New connections work. */
  silence(): void;
  /** Ends all connections, silent ones too. */
  close(): Promise<void>;
}

export async function silentNetwork(serverUrl: string): Promise<SilentNetwork> {
  const { hostname, port, href } = new URL(serverUrl);
  const pairs = new Set<readonly [Socket, Socket]>();
  const sockets = new Set<Socket>();
  const network = createServer((near) => {
    const far = connect(Number(port || 5432), hostname);
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('error', () => to.destroy());
      from.on('close', () => {
        if (pairs.has(pair)) to.destroy();
      });
      from.pipe(to);
      sockets.add(from);
    }
  });
  await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve));
  const url = new URL(href);
  url.hostname = '127.0.0.1';
  url.port = String((network.address() as AddressInfo).port);
  return {
    url: url.href,
    silence() {
      for (const pair of pairs) {
        pairs.delete(pair);
        for (const socket of pair) {
          socket.unpipe();
          // Reads and drops further data, so that the sender sees a connection that accepts everything.
          socket.resume();
        }
      }
    },
    close: () =>
      new Promise((resolve) => {
        // Also ends silent connections: the server would keep their locks for the time-out of a transaction.
        for (const socket of sockets) socket.destroy();
        network.close(() => resolve());
        network.unref();
      }),
  };
}
