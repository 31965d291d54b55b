/**
 * Hostile cases over the real server: `botwright serve` as a process of its own, where one brand attacks while
 * another one is watched.
 *
 * To run one: `vitest run packages/e2e/test/hostile -t 'part of its title'`. Each prints a line of figures, at rest →
 * under attack: the longest silence of `/healthz`; nine in ten of the neighbour's replies and of its hook's
 * deliveries; the heap after a forced collection; and the responses to the attack. "Loop held" is the longest block of
 * the event loop that the server measured.
 *
 * No figure is absolute. A case fails when a figure is out of proportion to that of the same server at rest, before the
 * attack or after it, and, so that other load of the machine does not fail it, only when that happens three times; a
 * process that died fails at once. Where the machine is too slow for the watched brand alone, times are not compared,
 * and the line says so.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Attack, attackOn } from './attack/attack.ts';
import { startTrap, type Trap } from './attack/start-trap.ts';
import { createTally, type Tally } from './attack/tally.ts';
import { addStretches, findBrokenBounds, type Measured, processDied, renderMeasured } from './find-broken-bounds.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';
import { startWatch, type Watch } from './watch/start-watch.ts';
import type { Stretch } from './watch/watcher.ts';

/** One attack. */
export interface HostileCase {
  readonly title: string;
  /** How long it is watched at least, in milliseconds; 3,000 when left out. */
  readonly forMs?: number;
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
 * What follows one attack precedes the next one.
 */
const quietMs = 500;

/** The time in which a server has to recover, in milliseconds. */
const recoveryMs = 5_000;

const attempts = 3;

/**
 * Makes a test of each case, all on one server; one that a case spoiled is replaced.
 *
 * @param options - `hasNames`: the receiver of the neighbour has one, which the name server of the attacker answers.
 */
export function mustHold(
  families: readonly HostileFamily[],
  { hasNames = false }: { readonly hasNames?: boolean } = {},
): void {
  const start = (): Promise<HostileServer> =>
    startHostileServer(watch, {
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
  }, 60_000);

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
      means: attackOn(server.line, tally, trap.tarpitUrl),
      trap,
      before: before ?? (await server.during(() => pause(quietMs))),
    });
    // biome-ignore lint/suspicious/noConsole: the figures are there to be read.
    console.info(`${hostile.title}: ${renderMeasured(measured)}; met ${tally}`);
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
    describe(title, () => {
      it.for(cases.map((hostile) => [hostile.title, hostile] as const))(
        '[HO1][HO2][HO3][HO4][HO5] %s',
        { timeout: 900_000 },
        async ([, hostile]) => {
          let broken = await measure(hostile);
          for (let attempt = 1; attempt < attempts && broken.length > 0; attempt += 1) {
            if (broken.includes(processDied)) break;
            broken = await measure(hostile);
          }
          expect(broken).toEqual([]);
        },
      );
    });
  }
}

async function underAttack(
  server: HostileServer,
  { attack, forMs = 3_000 }: HostileCase,
  { means, trap, before }: { readonly means: Attack; readonly trap: Trap; readonly before: Stretch },
): Promise<Measured & { readonly atRest: Stretch | undefined }> {
  const quiet = addStretches(server.quiet, before);
  const heapBefore = (await server.memory())?.heap ?? Number.NaN;
  const attacked = await server.during(async () => {
    await Promise.all([attack(means), pause(forMs)]);
    // Work that is left when the attack ends is measured too.
    await server.answers();
  });
  trap.release();
  const heldMs = (await server.memory())?.heldMs;
  const { atRest, heapAfter } = await recover(server, { quiet, heapBefore });
  return {
    // The load of the machine may have begun meanwhile: what it costs is seen in the server at rest.
    quiet: atRest === undefined ? quiet : addStretches(quiet, atRest),
    attacked,
    heapBefore,
    heapAfter,
    heldMs,
    isAlive: server.isAlive(),
    isAtRest: atRest !== undefined,
    atRest,
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
    const isAtRest = findBrokenBounds({ ...before, attacked, heapAfter, isAlive, isAtRest: true }).length === 0;
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
