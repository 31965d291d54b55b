export interface Saver {
  /** Call it after each change to schedule a save. */
  changed(): void;
  /** Waits until every change so far is saved. After a failed save, it always rejects. */
  saved(): Promise<void>;
}

/**
 * Runs one save at a time. The next save includes all changes made during the running one.
 *
 * @param save - Saves every change made before the call.
 */
export function createSaver(save: () => Promise<void>): Saver {
  let last: Promise<void> = Promise.resolve();
  let isNextPlanned = false;
  return {
    changed() {
      if (isNextPlanned) return;
      isNextPlanned = true;
      // After a failure memory and disk differ, and the contents of the file are unknown: no later save may hide this.
      last = last.then(() => {
        isNextPlanned = false;
        return save();
      });
      // Callers of `saved` get the failure.
      last.catch(() => {});
    },
    saved: () => last,
  };
}
