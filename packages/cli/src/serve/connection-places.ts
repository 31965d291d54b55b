import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup } from '@botwright/http';

/** Milliseconds without moved bytes before a connection counts as idle or stalled. */
const stillMs = 1_000;

/** An open connection. */
interface Place {
  readonly socket: Socket;
  readonly group: string;
  /** Requests with unsent responses. */
  readonly underWay: Set<IncomingMessage>;
  /** Bytes received, plus bytes handed to the operating system, at the last check. */
  moved: number;
  movedAt: number;
}

/**
 * Bounds the connections of a server. When all places are taken, a further connection replaces an inactive one: first
 * one whose client does not read its response or continue its request, then one without a request, each from the
 * address with most connections first. Without an inactive one, an address loses a connection to an address with less
 * than half as many; otherwise the further connection is closed.
 *
 * The server emits `drop` for each connection closed in this way.
 *
 * @spec SV37
 */
export function limitConnections(server: Server, max: number): void {
  const places = new Map<Socket, Place>();
  let looks: NodeJS.Timeout | undefined;

  function look(): void {
    const now = performance.now();
    for (const place of places.values()) {
      const moved = movedBy(place.socket);
      if (moved === place.moved) continue;
      place.moved = moved;
      place.movedAt = now;
    }
    // Checks no connection while places are free.
    if (places.size * 2 >= max) return;
    clearInterval(looks);
    looks = undefined;
  }

  function makeRoomFor(newcomer: Place): boolean {
    look();
    const still = performance.now() - stillMs;
    const groups = Map.groupBy(places.values(), ({ group }) => group);
    const sizeOf = ({ group }: Place): number => groups.get(group)?.length ?? 0;
    const others = [...places.values()]
      .filter((place) => place !== newcomer)
      .sort((a, b) => sizeOf(b) - sizeOf(a) || a.movedAt - b.movedAt);
    const stillOnes = others.filter(({ movedAt }) => movedAt <= still);
    const [largest] = others;
    const chosen =
      stillOnes.find(isStalled) ??
      stillOnes.find(({ underWay }) => underWay.size === 0) ??
      (largest !== undefined && sizeOf(newcomer) * 2 < sizeOf(largest) ? largest : undefined);
    chosen?.socket.destroy();
    return chosen !== undefined;
  }

  server.on('connection', (socket: Socket) => {
    const now = performance.now();
    const group = addressGroup(socket.remoteAddress ?? '');
    const place: Place = { socket, group, underWay: new Set(), moved: movedBy(socket), movedAt: now };
    places.set(socket, place);
    socket.once('close', () => places.delete(socket));
    if (places.size * 2 >= max) looks ??= setInterval(look, stillMs).unref();
    if (openPlaces(places) <= max) return;
    server.emit('drop');
    if (!makeRoomFor(place)) socket.destroy();
  });

  server.prependListener('request', begin);
  server.prependListener('checkContinue', begin);

  function begin(request: IncomingMessage, response: ServerResponse): void {
    const place = places.get(request.socket);
    if (place === undefined) return;
    place.underWay.add(request);
    response.once('close', () => place.underWay.delete(request));
  }
}

function openPlaces(places: ReadonlyMap<Socket, Place>): number {
  let open = places.size;
  for (const socket of places.keys()) if (socket.destroyed) open -= 1;
  return open;
}

function movedBy(socket: Socket): number {
  return socket.bytesRead + socket.bytesWritten - socket.writableLength;
}

/** Whether a request waits for its client. */
function isStalled({ socket, underWay }: Place): boolean {
  if (underWay.size === 0) return false;
  if (socket.writableLength > 0) return true;
  for (const request of underWay) if (!request.complete) return true;
  return false;
}
