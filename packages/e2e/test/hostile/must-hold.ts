/**
 * Hostile cases over the real server: `botwright serve` as a separate process. One brand attacks while another one is
 * watched.
 *
 * To run one: `vitest run packages/e2e/test/hostile -t 'part of its title'`. The cases of a file share a
 * server, because measuring one at rest takes as long as an attack. Each case prints a line of figures, at rest →
 * under attack: the longest silence of `/healthz`; nine in ten of the neighbour's replies and of its hook's deliveries;
 * the heap after a forced collection; the memory in RAM before, at most, and after; and the responses to the attack.
 * "Loop held" is the longest block of the event loop that the server measured.
 *
 * No figure is absolute. A case compares its figures with the figures of the same server at rest, before or after the
 * attack. It fails after five disproportionate results, so that other load of the machine does not fail it; a dead
 * process fails it immediately. If the machine is too slow even for only the watched brand, times are not compared, and
 * the line says so.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Attack, attackOn } from './attack/attack.ts';
import { startTrap, type Trap } from './attack/start-trap.ts';
import { createTally, type Tally } from './attack/tally.ts';
import {
  addStretches,
  findBrokenBounds,
  isGivenBack,
  type Measured,
  processDied,
  type Resident,
  renderMeasured,
} from './find-broken-bounds.ts';
import { type HostileServer, type HostileStore, startHostileServer } from './hostile-server.ts';
import { startWatch, type Watch } from './watch/start-watch.ts';
import type { Stretch } from './watch/watcher.ts';

/** One attack. */
export interface HostileCase {
  readonly title: string;
  /** The minimum time of watching, in milliseconds; 2,000 when left out. */
  readonly forMs?: number;
  /** The stores of the case; only SQLite when left out, for attacks unrelated to the store. */
  readonly stores?: readonly HostileStore[];
  attack(attack: Attack): Promise<void>;
  /** Results of which one must occur, which shows that the attack was effective: statuses, `event <code>`. */
  readonly meets: readonly (string | number)[];
  /** Results that must not occur, as they show the weakness. */
  readonly avoids?: readonly (string | number)[];
}

/** Attacks of one kind. */
export interface HostileFamily {
  readonly title: string;
  readonly cases: readonly HostileCase[];
}

/**
 * The time of the measurements before and after each attack, in milliseconds, because the load of the machine changes.
 * The measurement after one attack precedes the next one.
 */
const quietMs = 500;

/** The time in which a server has to recover, in milliseconds. */
const recoveryMs = 5_000;

/** The time in which it has to give memory back to the system: a collection comes within seconds of its rest. */
const givesBackMs = 60_000;

/** How often its memory is looked at, in milliseconds. */
const lookEveryMs = 50;

const attempts = 5;

/**
 * Makes a test of each case, all on one server; one that a case spoiled is replaced.
 *
 * @param options - `hasNames`: the receiver of the neighbour has one, which the name server of the attacker answers.
 */
export function mustHold(
  families: readonly HostileFamily[],
  { store = 'sqlite', hasNames = false }: { readonly store?: HostileStore; readonly hasNames?: boolean } = {},
): void {
  const start = (): Promise<HostileServer> =>
    startHostileServer(watch, {
      store,
      attackerUrl: trap.receiverUrl,
      nameServer: hasNames ? trap.nameServer : undefined,
    });
  let watch: Watch;
  let trap: Trap;
  let server: HostileServer | undefined;
  /** The figures of the server at rest a moment ago, after the attack before. */
  let before: Stretch | undefined;

  beforeAll(async () => {
    trap = await startTrap();
    watch = await startWatch();
    server = await start();
  }, 120_000);

  afterAll(async () => {
    await server?.end();
    await watch?.end();
    await trap?.close();
  });

  async function measure(hostile: HostileCase): Promise<readonly string[]> {
    server ??= await start();
    const tally = createTally();
    trap.countIn(tally);
    const { atRest, ...measured } = await underAttack(server, hostile, {
      means: attackOn(server, tally, trap),
      trap,
      before: before ?? (await server.during(() => pause(quietMs))),
    });
    // biome-ignore lint/suspicious/noConsole: the figures are there to be read.
    console.info(`${hostile.title} (${store}): ${renderMeasured(measured)}; met ${tally}`);
    const broken = [...findBrokenBounds(measured), ...findMisses(hostile, tally)];
    before = atRest;
    if (broken.length > 0) {
      await server.end();
      server = undefined;
      before = undefined;
    }
    return broken;
  }

  for (const { title, cases } of families) {
    const own = cases.filter(({ stores = ['sqlite'] }) => stores.includes(store));
    if (own.length === 0) continue;
    describe(`${title}, on ${store}`, () => {
      it.for(own.map((hostile) => [hostile.title, hostile] as const))(
        '[HO1][HO2][HO3][HO4][HO5] %s',
        { timeout: 900_000 },
        async ([, hostile]) => {
          let broken = await measure(hostile);
          for (let attempt = 1; attempt < attempts && broken.length > 0; attempt += 1) {
            if (broken.includes(processDied)) break;
            broken = await measure(hostile);
          }
          expect(broken, broken.join(' ')).toEqual([]);
        },
      );
    });
  }
}

async function underAttack(
  server: HostileServer,
  { attack, forMs = 2_000 }: HostileCase,
  { means, trap, before }: { readonly means: Attack; readonly trap: Trap; readonly before: Stretch },
): Promise<Measured & { readonly atRest: Stretch | undefined }> {
  const quiet = addStretches(server.quiet, before);
  const heapBefore = (await server.memory())?.heap ?? Number.NaN;
  const resident = watchResident(server);
  const attacked = await server.during(async () => {
    await Promise.all([attack(means), pause(forMs)]);
    // Work that is left when the attack ends is measured too.
    await server.answers();
  });
  trap.release();
  const residentAfter = await resident.end();
  const heldMs = (await server.memory())?.heldMs;
  const { atRest, heapAfter } = await recover(server, { quiet, heapBefore });
  return {
    // The load of the machine may have begun in between: the server at rest shows its cost.
    quiet: atRest === undefined ? quiet : addStretches(quiet, atRest),
    attacked,
    heapBefore,
    heapAfter,
    heldMs,
    resident: residentAfter,
    isAlive: server.isAlive(),
    isAtRest: atRest !== undefined,
    atRest,
  };
}

/** Looks at the memory that the server takes of the system. `end` waits, within a limit, until it has given it back. */
function watchResident(server: HostileServer): { end(): Promise<Resident | undefined> } {
  const before = server.resident();
  let peak = before ?? 0;
  const looks = setInterval(() => {
    peak = Math.max(peak, server.resident() ?? 0);
  }, lookEveryMs);
  return {
    async end() {
      clearInterval(looks);
      const end = performance.now() + givesBackMs;
      for (;;) {
        const after = server.resident();
        if (before === undefined || after === undefined) return undefined;
        if (isGivenBack({ before, after }) || performance.now() > end) return { before, peak, after };
        await pause(quietMs);
      }
    },
  };
}

/**
 * Waits, within a limit, until the server has recovered, so that it is at rest for the next case.
 *
 * @returns Its figures at rest; `undefined` when it has not recovered.
 */
async function recover(
  server: HostileServer,
  before: Pick<Measured, 'quiet' | 'heapBefore'>,
): Promise<{ readonly atRest: Stretch | undefined; readonly heapAfter: number | undefined }> {
  const end = performance.now() + recoveryMs;
  for (;;) {
    const attacked = await server.during(() => pause(quietMs));
    const heapAfter = (await server.memory())?.heap;
    const isAlive = server.isAlive();
    const seen = { ...before, attacked, heapAfter, resident: undefined, isAlive, isAtRest: true };
    const isAtRest = findBrokenBounds(seen).length === 0;
    if (isAtRest) return { atRest: attacked, heapAfter };
    if (!isAlive || performance.now() > end) return { atRest: undefined, heapAfter };
  }
}

function findMisses({ meets, avoids = [] }: HostileCase, tally: Tally): readonly string[] {
  const faults = tally.names().filter((name) => /^5\d\d$/.test(name) || avoids.map(String).includes(name));
  const isMet = meets.some((what) => tally.of(what) > 0);
  return [
    ...faults.map((what) => `The attack met ${what} ×${tally.of(what)}.`),
    ...(isMet ? [] : [`The attack met ${tally.toString() || 'nothing'}, and none of ${meets.join(', ')}.`]),
  ];
}
