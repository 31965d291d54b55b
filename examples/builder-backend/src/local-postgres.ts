import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface LocalPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL for development that only this machine can reach. The folder has its data.
 *
 * It runs in a separate process group, which Ctrl+C in the terminal does not reach: the nodes need it until they have
 * ended. It also ends with this process in any case.
 */
export async function startLocalPostgres(folder: string): Promise<LocalPostgres> {
  const program = fileURLToPath(new URL('local-postgres-process.ts', import.meta.url));
  const child = fork(program, [folder], { detached: true });
  const exited = once(child, 'exit');
  const [url] = await Promise.race([once(child, 'message'), exited.then(() => [])]);
  if (url === undefined) throw new Error(`PostgreSQL does not start in ${folder}.`);
  return {
    url,
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
