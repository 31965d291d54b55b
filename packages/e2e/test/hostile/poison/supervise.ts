import { fileURLToPath } from 'node:url';
import { type ReadyLine, runBotwright, type ServeProcess } from '../../../../cli/test/support/serve-process.ts';

/** Starts a server again each time that it dies, as a supervisor does. */
export interface Supervisor {
  /** How often it died without being killed from here. */
  readonly deaths: number;
  /** Resolves when a server serves. */
  serving(): Promise<ReadyLine>;
  /** Kills the server that serves or is starting. */
  kill(): Promise<void>;
  /** Stops the server and does not start it again. */
  stop(): Promise<number | NodeJS.Signals>;
}

export interface Supervised {
  readonly data: string;
  readonly config: string;
  /** Called before each server is started, with how many there were. */
  onStart(servers: number): void;
  /** Called with the ready line of each server. */
  onServing(line: ReadyLine): void;
}

export function supervise({ data, config, onStart, onServing }: Supervised): Supervisor {
  let servers = 0;
  let deaths = 0;
  let isOver = false;
  let current = begin();

  interface Life {
    readonly server: ServeProcess;
    /** `undefined` when it died before. */
    readonly line: Promise<ReadyLine | undefined>;
    wasKilled: boolean;
  }

  function begin(): Life {
    onStart(servers);
    servers += 1;
    const server = runBotwright(
      ['serve', '--json', '--port', '0', '--chat-port', '0', '--data', data, '--config', config],
      { hasChannel: true, node: [`--import=${fileURLToPath(new URL('./replace-runner.ts', import.meta.url))}`] },
    );
    const line = server.ready().catch(() => undefined);
    const life: Life = { server, line, wasKilled: false };
    void line.then((ready) => ready && onServing(ready));
    void server.ended.then(() => {
      if (isOver) return;
      if (!life.wasKilled) deaths += 1;
      current = begin();
    });
    return life;
  }

  return {
    get deaths() {
      return deaths;
    },
    async serving() {
      for (;;) {
        const line = await current.line;
        if (line !== undefined) return line;
        await current.server.ended;
      }
    },
    async kill() {
      const life = current;
      life.wasKilled = life.server.child.exitCode === null && life.server.child.signalCode === null;
      life.server.child.kill('SIGKILL');
      await life.server.ended;
    },
    async stop() {
      isOver = true;
      const { server } = current;
      server.child.kill('SIGTERM');
      return server.ended;
    },
  };
}
