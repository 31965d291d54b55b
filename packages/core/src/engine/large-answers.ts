import type { Clock, Timer } from '../ports/clock.ts';
import { createBrandQueue } from './brand-queue.ts';
import { EngineError } from './engine-error.ts';
import { keepAliveDuring } from './keep-alive.ts';

/** Limits how much of large answers is in memory, and lets brands take turns in producing them. */
export interface LargeAnswers {
  /**
   * Begins an answer. The first one of a brand is always accepted.
   *
   * @param bytes - Its size in memory until it has ended.
   * @throws {EngineError} `too_many_requests` when too much of the brand, or of all brands, waits to be sent.
   */
  begin(brand: string, bytes: number): LargeAnswer;
  /** Begins an answer that has to be sent, such as after a change. It is always accepted. */
  beginAccepted(brand: string, bytes: number): LargeAnswer;
}

/** An answer that is produced piece by piece. */
export interface LargeAnswer {
  /** Produces a piece when it is the brand's turn. After a long piece, other work runs for the same time. */
  piece<T>(make: () => T | Promise<T>): Promise<T>;
  /** Releases the memory. Call it when everything was sent, or the reader has left. */
  end(): void;
}

export interface LargeAnswersOptions {
  readonly clock: Clock;
  readonly timer: Timer;
  /** Bytes of one brand. */
  readonly maxBytes: number;
}

/** How many brands produce a piece concurrently: it may have to wait for the store. */
const piecesAtOnce = 4;

/** Bytes of all brands, as a multiple of the bytes of one. */
const brandsInAll = 4;

/** Milliseconds of work after which other work may run for as long, and how long at most. */
const pieceMs = 4;
const longestRestMs = 1_000;

/** @spec CV56, DR51 */
export function createLargeAnswers({ clock, timer, maxBytes }: LargeAnswersOptions): LargeAnswers {
  const turns = createBrandQueue({ concurrency: piecesAtOnce, maxWaiting: Number.POSITIVE_INFINITY });
  const bytesOf = new Map<string, number>();
  let inAll = 0;

  function change(brand: string, by: number): void {
    inAll += by;
    const now = (bytesOf.get(brand) ?? 0) + by;
    if (now > 0) bytesOf.set(brand, now);
    else bytesOf.delete(brand);
  }

  async function rest(startedAt: number): Promise<void> {
    const took = clock.now() - startedAt;
    await timer.nextTurn?.();
    if (took >= pieceMs) await keepAliveDuring(timer, () => timer.sleep(Math.min(took, longestRestMs)));
  }

  function beginAccepted(brand: string, bytes: number): LargeAnswer {
    change(brand, bytes);
    let isOver = false;
    return {
      piece: (make) =>
        turns.run(brand, async () => {
          const startedAt = clock.now();
          const made = await make();
          await rest(startedAt);
          return made;
        }),
      end() {
        if (isOver) return;
        isOver = true;
        change(brand, -bytes);
      },
    };
  }

  return {
    begin(brand, bytes) {
      const ofBrand = bytesOf.get(brand) ?? 0;
      const isTooMuch = ofBrand + bytes > maxBytes || inAll + bytes > brandsInAll * maxBytes;
      if (ofBrand > 0 && isTooMuch) {
        throw new EngineError('too_many_requests', {
          message: 'Too much for this brand waits to be sent; try again later.',
        });
      }
      return beginAccepted(brand, bytes);
    },
    beginAccepted,
  };
}
