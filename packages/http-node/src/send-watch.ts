import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup, defaultSendBounds, type SendBounds } from '@botwright/http';

/** Watches connections with unsent data, and closes connections whose clients do not read. */
export interface SendWatch {
  /**
   * Watches a response from its first write until it is sent or its connection has closed.
   *
   * @param sent - Its connection, its client's address if known, and the bytes of the body that the response has not
   *   received yet.
   */
  watch(response: ServerResponse, sent: WatchedResponse): void;
}

export interface WatchedResponse {
  readonly socket: Socket;
  readonly address?: string | undefined;
  /** Absent: all of it was written to the response. */
  left?(): number;
}

/** A connection with unsent responses. */
interface WatchedConnection {
  readonly socket: Socket;
  readonly group: string;
  readonly responses: Map<ServerResponse, WatchedResponse>;
  /** Bytes that the system had taken at the last check. */
  taken: number;
  /** The last check at which the system had taken bytes, or had none to take. */
  since: number;
}

const longestTickMs = 1_000;

/**
 * Makes a watch. A connection makes progress when the system takes bytes, which happens when the client has read. A
 * response is no longer watched after the system has taken all of it.
 *
 * @spec HT66, HT67
 */
export function sendWatch(given: Partial<SendBounds> = {}): SendWatch {
  const bounds = { ...defaultSendBounds, ...given };
  const connections = new Map<Socket, WatchedConnection>();
  const tickMs = Math.max(10, Math.min(longestTickMs, bounds.maxSilenceMs / 4));
  /** Excludes time in which the process itself was blocked. */
  const longestSilence = Math.ceil(bounds.maxSilenceMs / tickMs);
  let ticks: NodeJS.Timeout | undefined;
  let looks = 0;

  function look(): void {
    looks += 1;
    for (const connection of connections.values()) {
      const taken = takenBy(connection.socket);
      // With nothing left to take, the client waits for the server.
      if (taken !== connection.taken || connection.socket.writableLength === 0) {
        connection.taken = taken;
        connection.since = looks;
      } else if (looks - connection.since >= longestSilence) {
        connection.socket.destroy();
      }
    }
    closeExcess();
  }

  /** @spec HT67 */
  function closeExcess(): void {
    let inAll = 0;
    const byGroup = new Map<string, number>();
    for (const connection of connections.values()) {
      const unsent = unsentOf(connection);
      inAll += unsent;
      byGroup.set(connection.group, (byGroup.get(connection.group) ?? 0) + unsent);
    }
    if (inAll <= Math.min(bounds.maxBytes, bounds.maxBytesPerAddress)) return;
    for (const connection of [...connections.values()].sort((a, b) => a.since - b.since)) {
      const ofGroup = byGroup.get(connection.group) ?? 0;
      const isTooMuch = ofGroup > bounds.maxBytesPerAddress || (inAll > bounds.maxBytes && isLargest(ofGroup, byGroup));
      if (!isTooMuch) continue;
      const unsent = unsentOf(connection);
      inAll -= unsent;
      byGroup.set(connection.group, ofGroup - unsent);
      connection.socket.destroy();
    }
  }

  function connectionOf({ socket, address = socket.remoteAddress ?? '' }: WatchedResponse): WatchedConnection {
    const known = connections.get(socket);
    if (known !== undefined) return known;
    const connection: WatchedConnection = {
      socket,
      group: addressGroup(address),
      responses: new Map(),
      taken: takenBy(socket),
      since: looks,
    };
    connections.set(socket, connection);
    ticks ??= setInterval(look, tickMs).unref();
    return connection;
  }

  return {
    watch(response, sent) {
      const connection = connectionOf(sent);
      connection.responses.set(response, sent);
      const end = (): void => {
        response.off('finish', end);
        response.off('close', end);
        connection.responses.delete(response);
        if (connection.responses.size > 0) return;
        connections.delete(sent.socket);
        if (connections.size > 0) return;
        clearInterval(ticks);
        ticks = undefined;
      };
      response.once('finish', end);
      response.once('close', end);
      if (connections.size > 1 || connection.responses.size > 1) closeExcess();
    },
  };
}

/** Bytes that the system has taken of the data written to a connection. */
function takenBy(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}

function unsentOf({ socket, responses }: WatchedConnection): number {
  let unsent = socket.writableLength;
  for (const [response, { left }] of responses) {
    unsent += left?.() ?? 0;
    // All pipelined responses except the first wait for the connection.
    if (response.socket === null) unsent += response.writableLength;
  }
  return unsent;
}

function isLargest(ofGroup: number, byGroup: ReadonlyMap<string, number>): boolean {
  for (const other of byGroup.values()) if (other > ofGroup) return false;
  return true;
}
