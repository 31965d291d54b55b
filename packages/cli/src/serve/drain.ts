import type { Server, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** Tracks pending responses, so that a stopping server can finish them and close their connections. */
export interface Drain {
  readonly isDraining: boolean;
  /** Call it with each response before writing to it. */
  watch(response: ServerResponse): void;
  /** Accepts no more requests. Resolves when every response is sent, and cuts off pending ones at the time limit. */
  drain(server: Server, deadlineMs: number): Promise<void>;
}

const pauseMs = 50;

/** @spec SV21, SV22 */
export function createDrain(): Drain {
  const open = new Set<ServerResponse>();
  let isDraining = false;

  return {
    get isDraining() {
      return isDraining;
    },

    watch(response) {
      if (isDraining) response.shouldKeepAlive = false;
      open.add(response);
      response.once('close', () => open.delete(response));
    },

    async drain(server, deadlineMs) {
      isDraining = true;
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      for (const response of open) response.shouldKeepAlive = false;

      for (let waitedMs = 0; open.size > 0 && waitedMs < deadlineMs; waitedMs += pauseMs) {
        server.closeIdleConnections();
        await wait(pauseMs);
      }
      server.closeAllConnections();
      await closed;
    },
  };
}
