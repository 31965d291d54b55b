/**
 * Hostile cases over the real server: `botwright serve` as a process of its own, where one brand attacks while
 * another one is watched.
 *
 * To run one: `vitest run packages/e2e/test/hostile -t 'part of its title'`. Each prints a line of figures, at rest →
 * under attack: the longest silence of `/healthz`; nine in ten of the neighbour's replies and of its hook's
 * deliveries; the heap after a forced collection; and the responses to the attack. "Loop held" is the longest block of
 * the event loop that the server measured.
 *
 * No figure is absolute. A case fails when a figure is out of proportion to that of the same server at rest, and, so
 * that other load of the machine does not fail it, only when that happens twice; a process that died, or that does not
 * answer any more, fails at once.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Attack, attackOn } from './attack/attack.ts';
import { startTrap, type Trap } from './attack/start-trap.ts';
import { createTally, type Tally } from './attack/tally.ts';
import { addStretches, findBrokenBounds, type Measured, renderMeasured } from './find-broken-bounds.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';
import { startWatch, type Watch } from './watch/start-watch.ts';

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

/** The time of the measurement before each attack, in milliseconds, because the load of the machine changes. */
const quietMs = 1_000;

/** The time in which a server has to recover, in milliseconds. */
const recoveryMs = 5_000;

/**
 * Makes a test of each case, all on one server; one that a case spoiled is replaced.
 *
 * @param options - `hasNames`: the receiver of the neighbour has one, which the name server of the attacker answers.
 */
export function mustHold(
  family: string,
  cases: readonly HostileCase[],
  { hasNames = false }: { readonly hasNames?: boolean } = {},
): void {
  describe(family, () => {
    const start = (): Promise<HostileServer> =>
      startHostileServer(watch, {
        attackerUrl: trap.receiverUrl,
        nameServer: hasNames ? trap.nameServer : undefined,
      });
    let watch: Watch;
    let trap: Trap;
    let server: HostileServer | undefined;

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
      const measured = await underAttack(server, hostile, attackOn(server.line, tally, trap.tarpitUrl), trap);
      // biome-ignore lint/suspicious/noConsole: the figures are there to be read.
      console.info(`${hostile.title}: ${renderMeasured(measured)}; met ${tally}`);
      const broken = [...findBrokenBounds(measured), ...findMisses(hostile, tally)];
      if (broken.length > 0) {
        await server.end();
        server = undefined;
      }
      return broken;
    }

    it.for(cases.map((hostile) => [hostile.title, hostile] as const))(
      '[HO1][HO2][HO3][HO4][HO5] %s',
      { timeout: 150_000 },
      async ([, hostile]) => {
        const first = await measure(hostile);
        const isFinal = first.length === 0 || first.some((sentence) => sentence.startsWith('The process'));
        expect(isFinal ? first : await measure(hostile)).toEqual([]);
      },
    );
  });
}

async function underAttack(
  server: HostileServer,
  { attack, forMs = 3_000 }: HostileCase,
  means: Attack,
  trap: Trap,
): Promise<Measured> {
  const quiet = addStretches(server.quiet, await server.during(() => pause(quietMs)));
  const heapBefore = (await server.memory())?.heap ?? Number.NaN;
  const attacked = await server.during(async () => {
    await Promise.all([attack(means), pause(forMs)]);
    // Work that is left when the attack ends is measured too.
    await server.answers();
  });
  trap.release();
  const heldMs = (await server.memory())?.heldMs;
  const rest = await recover(server, { quiet, heapBefore });
  return { quiet, attacked, heapBefore, heldMs, isAlive: server.isAlive(), ...rest };
}

/** Waits, within a limit, until the server has recovered, so that it is at rest for the next case. */
async function recover(
  server: HostileServer,
  before: Pick<Measured, 'quiet' | 'heapBefore'>,
): Promise<Pick<Measured, 'heapAfter' | 'isAtRest'>> {
  const end = performance.now() + recoveryMs;
  for (;;) {
    const attacked = await server.during(() => pause(500));
    const heapAfter = (await server.memory())?.heap;
    const isAlive = server.isAlive();
    const isAtRest = findBrokenBounds({ ...before, attacked, heapAfter, isAlive, isAtRest: true }).length === 0;
    if (isAtRest || !isAlive || performance.now() > end) return { heapAfter, isAtRest };
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
