import { type ReadyLine, runBotwright, type ServeProcess } from '../support/serve-process.ts';

/** A server that is killed and restarted on the same folder. */
export interface ServerLives {
  /** Restarts the server. Resolves when it serves. */
  begin(): Promise<ReadyLine>;
  /** Ends the server with SIGKILL. */
  kill(): Promise<void>;
  /** Ends the server with SIGTERM. */
  stop(): Promise<number | NodeJS.Signals>;
}

export function serverLives(data: string, config: string): ServerLives {
  let server: ServeProcess | undefined;

  async function end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals> {
    if (server === undefined) throw new Error('No server is running.');
    const { child, ended } = server;
    server = undefined;
    child.kill(signal);
    return ended;
  }

  return {
    async begin() {
      server = runBotwright(['serve', '--json', '--port', '0', '--chat-port', '0', '--data', data, '--config', config]);
      return server.ready();
    },
    async kill() {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
  };
}
