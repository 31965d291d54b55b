import type { Clock, Timer } from '@botwright/core/ports';
import type { Random } from './random.ts';
import type { Cancel, VirtualTime } from './virtual-time.ts';

/** The computer that an engine runs on: a crash loses the results of pending calls, and a freeze delays them. */
export interface Machine {
  readonly name: string;
  readonly clock: Clock;
  readonly timer: Timer;
  /** Rejects when the machine crashes. */
  readonly crashed: Promise<never>;
  isDown(): boolean;
  /** Resolves after this many milliseconds, unless the machine crashes first: then never. */
  wait(ms: number): Promise<void>;
  crash(): void;
  /** Nothing runs on the machine for this many milliseconds. */
  freeze(ms: number): void;
}

export interface MachineOptions {
  readonly name: string;
  readonly time: VirtualTime;
  readonly random: Random;
  /** How many milliseconds its clock is ahead. */
  readonly skewMs: number;
}

/** The error of calls to a crashed machine. */
export class Crashed extends Error {
  override readonly name = 'Crashed';
}

export function startMachine({ name, time, random, skewMs }: MachineOptions): Machine {
  let isDown = false;
  let frozenUntil = 0;
  const { promise: crashed, reject } = Promise.withResolvers<never>();
  crashed.catch(() => {});
  /** Whether workers gather notifications over turns of the event loop, like on Node, or claim immediately. */
  const hasTurns = random.chance(0.5);

  function later(ms: number, run: () => void): Cancel {
    let cancel = time.after(ms, function reach() {
      if (isDown) return;
      if (time.now() < frozenUntil) cancel = time.after(frozenUntil - time.now(), reach);
      else run();
    });
    return () => cancel();
  }

  const wait = (ms: number) => new Promise<void>((resolve) => void later(ms, resolve));

  return {
    name,
    crashed,
    isDown: () => isDown,
    wait,
    clock: { now: () => time.now() + skewMs },
    timer: {
      sleep: (ms, signal) =>
        new Promise<void>((resolve) => {
          if (signal?.aborted === true) return resolve();
          const stop = () => {
            cancel();
            resolve();
          };
          const cancel = later(ms, () => {
            signal?.removeEventListener('abort', stop);
            resolve();
          });
          signal?.addEventListener('abort', stop, { once: true });
        }),
      ...(hasTurns && { nextTurn: () => wait(0) }),
    },
    crash() {
      isDown = true;
      reject(new Crashed(`${name} crashed.`));
    },
    freeze(ms) {
      frozenUntil = Math.max(frozenUntil, time.now() + ms);
    },
  };
}
