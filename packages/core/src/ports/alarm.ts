/** Lets time pass. */
export interface Alarm {
  /** Waits for so many milliseconds, or until the signal is aborted. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
