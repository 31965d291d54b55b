/** Lets time pass. */
export interface Alarm {
  /** Waits for so many milliseconds, or until the signal is aborted. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * Keeps the process from ending for want of anything to do. An alarm that cannot, need not.
   *
   * @returns Lets it end.
   */
  stayAwake?(): () => void;
}
