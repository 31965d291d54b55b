import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { defineBenchmark } from '../harness/benchmark.ts';

interface Subject {
  readonly name: string;
  readonly child: ChildProcess;
  readonly url: string;
  readonly token: string;
}

interface Load {
  readonly url: string;
  readonly connections: number;
  /** In seconds. */
  readonly duration: number;
  readonly headers: Readonly<Record<string, string>>;
}

interface LoadResult {
  readonly requests: { readonly total: number };
  /** In seconds. */
  readonly duration: number;
  readonly non2xx: number;
  readonly errors: number;
}

const script = fileURLToPath(new URL('../servers/read-bot-server.ts', import.meta.url));

async function start(name: string, mode: string, logFile: string): Promise<Subject> {
  const child = spawn(process.execPath, [script, mode], { stdio: ['ignore', 'pipe', openSync(logFile, 'a'), 'ipc'] });
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    return { name, child, ...(JSON.parse(line) as { url: string; token: string }) };
  }
  throw new Error(`The server ${name} did not start: see ${logFile}.`);
}

async function readCpuUs(child: ChildProcess): Promise<number> {
  child.send('cpu');
  const [usage] = (await once(child, 'message')) as [NodeJS.CpuUsage];
  return usage.user + usage.system;
}

export const benchmark = defineBenchmark({
  name: 'read-bot',
  chapter: 'requests',
  measures:
    'GET of one bot through http-node, with credentials, rate and request log, against a bare server of node:http that sends the same response. Each server is a process of its own; autocannon sends the requests.',
  options: {
    connections: { about: 'connections at a time', value: 16 },
    seconds: { about: 'seconds of a repeat', value: 1 },
  },
  peers: ['autocannon'],
  async run({ options: { connections, seconds }, folder, peers, compare }) {
    const { default: autocannon } = await peers.load<{ readonly default: (load: Load) => Promise<LoadResult> }>(
      'autocannon',
    );
    const measure = async ({ child, url, token }: Subject) => {
      const before = await readCpuUs(child);
      const headers = { authorization: `Token ${token}` };
      const result = await autocannon({ url, connections, duration: seconds, headers });
      const cpuUs = (await readCpuUs(child)) - before;
      if (result.non2xx > 0 || result.errors > 0)
        throw new Error(`${result.non2xx} refusals, ${result.errors} errors.`);
      return {
        'per second': result.requests.total / result.duration,
        'µs of processor': cpuUs / result.requests.total,
      };
    };

    const files = folder();
    const subjects: Subject[] = [];
    try {
      const modes = { 'bare node:http': 'bare', memory: 'memory', SQLite: join(files, 'bots.db') };
      for (const [name, mode] of Object.entries(modes)) subjects.push(await start(name, mode, join(files, 'log')));
      const compared = { to: 'bare node:http', figure: 'per second' };
      await compare({
        title: `${connections} connections`,
        arms: subjects.map((subject) => ({ name: subject.name, measure: () => measure(subject) })),
        ratios: [
          { of: 'memory', ...compared },
          { of: 'SQLite', ...compared },
          { of: 'SQLite', to: 'bare node:http', figure: 'µs of processor' },
        ],
        warmUp: 1,
      });
    } finally {
      for (const { child } of subjects) child.kill();
    }
  },
});
