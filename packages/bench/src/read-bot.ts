import { type ChildProcess, spawn } from 'node:child_process';
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
  readonly rates: number[];
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

/** It comes without types: this is as much of it as is used here. */
const autocannon = createRequire(import.meta.url)('autocannon') as (load: Load) => Promise<LoadResult>;

const connections = 16;
const seconds = 3;
const rounds = 5;
const script = fileURLToPath(new URL('read-bot-server.ts', import.meta.url));

async function start(name: string, mode: string, logFile: string): Promise<Subject> {
  const args = ['--conditions=@botwright/source', script, mode];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', openSync(logFile, 'a')] });
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    return { name, child, rates: [], ...(JSON.parse(line) as { url: string; token: string }) };
  }
  throw new Error(`The server ${name} did not start: see ${logFile}.`);
}

/** @returns Requests a second. */
async function load({ url, token }: Subject, duration: number): Promise<number> {
  const result = await autocannon({ url, connections, duration, headers: { authorization: `Token ${token}` } });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refusals, ${result.errors} errors.`);
  return result.requests.total / result.duration;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

const folder = mkdtempSync(join(tmpdir(), 'botwright-bench-'));
const subjects: Subject[] = [];
try {
  const modes = { 'bare node:http': 'bare', memory: 'memory', SQLite: join(folder, 'bots.db') };
  for (const [name, mode] of Object.entries(modes)) subjects.push(await start(name, mode, join(folder, 'log')));
  for (const subject of subjects) await load(subject, 1);

  const ratios = new Map<string, number[]>(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const bare: number[] = [];
    for (const subject of subjects) {
      const rate = await load(subject, seconds);
      subject.rates.push(rate);
      if (subject === subjects[0]) bare.push(rate);
      ratios.get(subject.name)?.push(rate / (bare[0] as number));
    }
  }

  console.log(`reading one bot over http-node, ${connections} connections, credentials, rate and request log on:`);
  for (const { name, rates } of subjects) {
    const ratio = median(ratios.get(name) ?? []).toFixed(2);
    console.log(`  ${name}: ${median(rates).toFixed(0)} requests a second, ratio ${ratio}`);
  }
} finally {
  for (const { child } of subjects) child.kill();
  rmSync(folder, { recursive: true });
}
