import type { EpochMs } from '../domain/time/epoch-ms.ts';

/** The source of time, which tests replace. */
export interface Clock {
  /** Reads the time once. It may be earlier than before, if the machine's clock was set back. */
  now(): EpochMs;
}

/** Delays, by the same time as the clock. */
export interface Timer {
  /** Waits for this number of milliseconds, or until the signal is aborted. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * Waits until the process has handled events that have already arrived, such as answers from the network: a turn of
   * the event loop. Optional; without it workers claim as soon as they are notified.
   */
  nextTurn?(): Promise<void>;
  /**
   * Keeps the process alive, even with no other work. Optional.
   *
   * @returns Allows the process to end again.
   */
  keepAlive?(): () => void;
}
