import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { call, publishEchoBot } from '../../../cli/test/support/echo-bot.ts';
import { type ReadyLine, runBotwright, type ServeProcess } from '../../../cli/test/support/serve-process.ts';
import { type PostgresServer, startPostgres } from '../../../storage/test/postgres/postgres-server.ts';
import type { MemoryReport } from './watch/report-memory.ts';
import type { Watch } from './watch/start-watch.ts';
import type { Stretch } from './watch/watcher.ts';

/** Tokens of the brand that attacks. */
export const attacker = { agentToken: 'agent-token-of-mallory', channelToken: 'channel-token-of-mallory' };
/** Tokens of the brand that must not notice. */
export const neighbour = { agentToken: 'agent-token-of-acme', channelToken: 'channel-token-of-acme' };

/** Limits of visitors that are reached soon; every attack comes from one address. */
export const streamsInAll = 60;
export const mostVisitors = 200;
const visitorLimits = {
  streams_in_all: streamsInAll,
  max_visitors: mostVisitors,
  streams_per_address: 1_000,
  requests_per_address: 10_000,
  requests_per_visitor: 10_000,
  beginnings: 100_000,
};

/** Small enough to show growth, and to leave memory for the machine. */
const heapMb = 1_024;

/** The time to wait for a server that does not answer, in milliseconds: a busy machine must not end it. */
const patienceMs = 20_000;

/** `botwright serve` as a separate process with two brands, and measurements of it. */
export interface HostileServer {
  readonly line: ReadyLine;
  /** Its figures at rest. */
  readonly quiet: Stretch;
  isAlive(): boolean;
  during(work: () => Promise<void>): Promise<Stretch>;
  /** @returns `undefined` when it does not answer. */
  memory(): Promise<MemoryReport | undefined>;
  /** Bytes of its memory that are in RAM; `undefined` where the system does not say. */
  resident(): number | undefined;
  /** Sets its clock back. */
  setBack(ms: number): void;
  /** Whether it answers `/healthz`, within twenty seconds. */
  answers(): Promise<boolean>;
  end(): Promise<void>;
}

/** The store of the server. */
export type HostileStore = 'sqlite' | 'postgres';

export interface HostileServerOptions {
  readonly store: HostileStore;
  /** The receiver of the attacker's webhooks: `/chat` for the channel, `/hook` for hooks. */
  readonly attackerUrl: string;
  /** The name server, also for the neighbour's receiver; left out: addresses are used in place of names. */
  readonly nameServer?: string | undefined;
}

/** The time of the first measurement, in milliseconds. */
const quietMs = 3_000;

const reportMemory = new URL('./watch/report-memory.ts', import.meta.url).href;
const stepClock = new URL('./watch/step-clock.ts', import.meta.url).href;
const askNameServer = new URL('./watch/ask-name-server.ts', import.meta.url).href;

/** Starts a server on an empty folder, and measures it at rest. */
export async function startHostileServer(
  watch: Watch,
  { store, attackerUrl, nameServer }: HostileServerOptions,
): Promise<HostileServer> {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-hostile-'));
  const config = join(folder, 'config.json');
  const neighbourUrl =
    nameServer === undefined ? watch.receiverUrl : watch.receiverUrl.replace('127.0.0.1', 'acme.test');
  writeFileSync(config, JSON.stringify(configOf(neighbourUrl, attackerUrl)));
  const database = store === 'postgres' ? await startPostgres() : undefined;
  const where = ['--data', join(folder, 'data'), ...(database === undefined ? [] : ['--database', database.url])];
  const server = runBotwright(['serve', '--json', '--port', '0', '--chat-port', '0', ...where, '--config', config], {
    hasChannel: true,
    node: [
      '--expose-gc',
      `--max-old-space-size=${heapMb}`,
      `--import=${reportMemory}`,
      `--import=${stepClock}`,
      ...(nameServer === undefined ? [] : [`--import=${askNameServer}?${nameServer}`]),
    ],
  });
  const end = async (): Promise<void> => {
    await watch.leave();
    server.child.kill('SIGKILL');
    await server.ended;
    await database?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const line = await server.ready();
    if (database !== undefined) await keepOldStatistics(database);
    const healthUrl = new URL('/healthz', line.bots_url).href;
    await publishEchoBot(line, neighbour.agentToken, `${neighbourUrl}/hook`);
    await hookUp(line, `${attackerUrl}/hook`);
    await watch.follow(healthUrl, { chatUrl: line.chat_url, channelToken: neighbour.channelToken });
    // The first use of code is slower, because it has to be compiled.
    await pause(1_000);
    const quiet = await watch.during(() => pause(quietMs));
    return {
      line,
      quiet,
      isAlive: () => server.child.exitCode === null && server.child.signalCode === null,
      during: (work) => watch.during(work),
      memory: () => memoryOf(server),
      resident: () => residentOf(line),
      setBack: (ms) => void server.child.send(ms),
      answers: () => isAnswered(healthUrl),
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

function configOf(neighbourUrl: string, attackerUrl: string): unknown {
  const brand = (name: string, { agentToken, channelToken }: typeof attacker, webhookUrl: string): unknown => ({
    name,
    plan: 'professional',
    workspaces: [1],
    tokens: [{ token: agentToken, person: 1 }],
    channels: [{ type: 'apichat', name: 'Messenger', token: channelToken, webhook_url: webhookUrl }],
  });
  return {
    allow_private_targets: true,
    rate_limits: { bots: 0, platform: 0, apichat: 0 },
    visitor_limits: visitorLimits,
    brands: [brand('mallory', attacker, `${attackerUrl}/chat`), brand('acme', neighbour, `${neighbourUrl}/chat`)],
  };
}

/** The address of the hooks of the attacker's channel. */
export async function hooksOf({ platform_url }: ReadyLine): Promise<string> {
  const url = `${platform_url}channels/?type=apichat&active=true`;
  const { channels } = (await call(attacker.agentToken, 'GET', url)) as {
    readonly channels: readonly { readonly id: number; readonly name: string }[];
  };
  return `${platform_url}channels/${channels.find(({ name }) => name === 'Messenger')?.id}/message_hooks/`;
}

async function hookUp(line: ReadyLine, url: string): Promise<void> {
  await call(attacker.agentToken, 'POST', await hooksOf(line), { url });
}

/** Replaces the statistics of the quiet time by permanent ones, for bursts that end before new statistics. */
async function keepOldStatistics({ pool }: PostgresServer): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  for (const { name } of rows) await pool.query(`ALTER TABLE ${name} SET (autovacuum_enabled = false)`);
}

function residentOf({ pid }: ReadyLine): number | undefined {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024;
  } catch {
    return undefined;
  }
}

async function memoryOf({ child }: ServeProcess): Promise<MemoryReport | undefined> {
  if (!child.connected) return undefined;
  const reported = once(child, 'message', { signal: AbortSignal.timeout(patienceMs) });
  child.send('report');
  return reported.then(
    ([report]) => report as MemoryReport,
    () => undefined,
  );
}

async function isAnswered(healthUrl: string): Promise<boolean> {
  const answered = fetch(healthUrl, { signal: AbortSignal.timeout(patienceMs) });
  return answered.then(
    ({ ok }) => ok,
    () => false,
  );
}
