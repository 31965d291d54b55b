import { type ReadyLine, runBotwright, type ServeProcess } from '../../../cli/test/support/serve-process.ts';

/** Starts a server again each time that it dies, as a supervisor does. */
export interface Supervisor {
  /** How often it died without being killed from here. */
  readonly deaths: number;
  /** The standard error of processes that died. */
  readonly lastWords: readonly string[];
  /** Resolves when a server serves. */
  serving(): Promise<ReadyLine>;
  /** Ends the server that serves or is starting. @param signal - Default SIGKILL. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Stops the server and does not start it again. */
  stop(): Promise<number | NodeJS.Signals>;
}

export interface Supervised {
  readonly data: string;
  readonly config: string;
  /** More flags. */
  readonly flags?: readonly string[];
  /** A module that each server loads first. The test and the server can exchange messages. */
  readonly preload?: URL;
  /** Called before each server is started, with how many there were. */
  onStart(servers: number): void;
  /** Called with the ready line of each server. */
  onServing(line: ReadyLine): void;
}

export function supervise({ data, config, flags = [], preload, onStart, onServing }: Supervised): Supervisor {
  let servers = 0;
  const lastWords: string[] = [];
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
      ['serve', '--json', '--port', '0', '--chat-port', '0', '--data', data, '--config', config, ...flags],
      preload && { hasChannel: true, node: [`--import=${preload.href}`] },
    );
    const line = server.ready().catch(() => undefined);
    const life: Life = { server, line, wasKilled: false };
    void line.then((ready) => ready && onServing(ready));
    void server.ended.then(() => {
      if (isOver) return;
      if (!life.wasKilled) lastWords.push(server.stderr());
      current = begin();
    });
    return life;
  }

  return {
    get deaths() {
      return lastWords.length;
    },
    lastWords,
    async serving() {
      for (;;) {
        const { line, server } = current;
        const ready = await line;
        if (ready !== undefined) return ready;
        // Another one is begun when it has ended.
        await server.ended;
      }
    },
    async kill(signal = 'SIGKILL') {
      const life = current;
      life.wasKilled = life.server.child.exitCode === null && life.server.child.signalCode === null;
      life.server.child.kill(signal);
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
