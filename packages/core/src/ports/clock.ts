import type { EpochMs } from '../domain/time/epoch-ms.ts';

export interface Clock {
  /** Reads the time once. It may be earlier than before, when the time of the machine was set back. */
  now(): EpochMs;
}

/** Delays, on the same time as the clock. */
export interface Timer {
  /** Waits for this number of milliseconds, or until the signal is aborted. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * Waits until events that have already arrived in the process, such as answers from the network, were handled: a turn
   * of the event loop. Optional; without it workers claim as soon as they are notified.
   */
  nextTurn?(): Promise<void>;
  /**
   * Keeps the process alive while nothing else does. Optional.
   *
   * @returns Allows the process to end again.
   */
  keepAlive?(): () => void;
}
