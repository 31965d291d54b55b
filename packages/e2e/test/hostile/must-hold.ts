/**
 * Hostile cases over the real server: `botwright serve` as a process of its own, where one brand attacks while
 * another one is watched.
 *
 * To run one: `vitest run packages/e2e/test/hostile -t 'part of its title'`. Each prints a line of figures, in peace →
 * under attack: the longest silence of `/healthz`; nine in ten of the neighbour's replies and of its hook's
 * deliveries; what the heap keeps after a forced collection; and what the attack met. "Loop held" is what the server
 * itself saw as its longest block.
 *
 * Nothing is compared with the clock of a good machine. A case fails when a figure has grown out of proportion to the
 * same server at rest, and, so that a machine busy with something else does not fail it, only when it does so twice;
 * a process that died, or that says nothing any more, fails at once.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Attack, attackOn } from './attack/attack.ts';
import { startTrap, type Trap } from './attack/start-trap.ts';
import { createTally, type Tally } from './attack/tally.ts';
import { addStretches, findBrokenBounds, type Measured, renderMeasured } from './find-broken-bounds.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';
import { startWatch, type Watch } from './watch/start-watch.ts';

/** Something bad that somebody does. */
export interface HostileCase {
  readonly title: string;
  /** How long it is watched at least, in milliseconds; 3,000 when left out. */
  readonly forMs?: number;
  attack(attack: Attack): Promise<void>;
  /** What the attack must have met, lest it misses: statuses, `event <code>`; one of them suffices. */
  readonly meets: readonly (string | number)[];
  /** What it must not meet: what stands for the weakness. */
  readonly avoids?: readonly (string | number)[];
}

/** How long a server is looked at before each attack, in milliseconds: how busy the machine is changes. */
const quietMs = 1_000;

/** Milliseconds that a server has to become again what it was. */
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
    // What it is busy with when the attack ends is part of it.
    await server.answers();
  });
  trap.release();
  const heldMs = (await server.memory())?.heldMs;
  const rest = await recover(server, { quiet, heapBefore });
  return { quiet, attacked, heapBefore, heldMs, isAlive: server.isAlive(), ...rest };
}

/** Waits until the server is again as it was, so that the next case finds it at rest; not for ever. */
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
