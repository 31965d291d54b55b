import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

interface Subject {
  readonly name: string;
  readonly child: ChildProcess;
  readonly url: string;
  readonly token: string;
  /** One for each round. */
  readonly costs: Cost[];
}

interface Cost {
  /** Requests a second. */
  readonly rate: number;
  /** Processor time of the server for one request, in microseconds, user and system. */
  readonly cpuUs: number;
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

/** The package has no types: these are for the part that is used here. */
const autocannon = createRequire(import.meta.url)('autocannon') as (load: Load) => Promise<LoadResult>;

const connections = 16;
const seconds = 1;
const rounds = 15;
const script = fileURLToPath(new URL('read-bot-server.ts', import.meta.url));

async function start(name: string, mode: string, logFile: string): Promise<Subject> {
  const args = ['--conditions=@botwright/source', script, mode];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', openSync(logFile, 'a'), 'ipc'] });
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    return { name, child, costs: [], ...(JSON.parse(line) as { url: string; token: string }) };
  }
  throw new Error(`The server ${name} did not start: see ${logFile}.`);
}

async function measure({ child, url, token }: Subject, duration: number): Promise<Cost> {
  const before = await readCpuUs(child);
  const result = await autocannon({ url, connections, duration, headers: { authorization: `Token ${token}` } });
  const cpuUs = (await readCpuUs(child)) - before;
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refusals, ${result.errors} errors.`);
  return { rate: result.requests.total / result.duration, cpuUs: cpuUs / result.requests.total };
}

async function readCpuUs(child: ChildProcess): Promise<number> {
  child.send('cpu');
  const [usage] = (await once(child, 'message')) as [NodeJS.CpuUsage];
  return usage.user + usage.system;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

/** Compares each round with the same round of the bare server, because other load changes between rounds. */
function report({ name, costs }: Subject, bare: Subject): string {
  const rate = median(costs.map((cost) => cost.rate)).toFixed(0);
  const cpuUs = median(costs.map((cost) => cost.cpuUs)).toFixed(1);
  const rateRatio = median(costs.map((cost, round) => cost.rate / (bare.costs[round] as Cost).rate)).toFixed(2);
  const cpuRatio = median(costs.map((cost, round) => (bare.costs[round] as Cost).cpuUs / cost.cpuUs)).toFixed(2);
  return `${name}: ${rate} requests a second, ratio ${rateRatio}; ${cpuUs} µs of processor a request, ratio ${cpuRatio}`;
}

const folder = mkdtempSync(join(tmpdir(), 'botwright-bench-'));
const subjects: Subject[] = [];
try {
  const modes = { 'bare node:http': 'bare', memory: 'memory', SQLite: join(folder, 'bots.db') };
  for (const [name, mode] of Object.entries(modes)) subjects.push(await start(name, mode, join(folder, 'log')));
  for (const subject of subjects) await measure(subject, 1);
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of subjects) subject.costs.push(await measure(subject, seconds));
  }

  console.log(`reading one bot over http-node, ${connections} connections, credentials, rate and request log on:`);
  for (const subject of subjects) console.log(`  ${report(subject, subjects[0] as Subject)}`);
} finally {
  for (const { child } of subjects) child.kill();
  rmSync(folder, { recursive: true });
}
