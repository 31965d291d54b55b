export interface Saver {
  /** Call after each change: it will be saved. */
  changed(): void;
  /** Waits until every change so far is saved. Once a save has failed, it always rejects. */
  saved(): Promise<void>;
}

/**
 * Runs one save at a time. Changes that are made during a save go together into the next one.
 *
 * @param save - Saves everything that has changed until it is called.
 */
export function createSaver(save: () => Promise<void>): Saver {
  let last: Promise<void> = Promise.resolve();
  let isNextPlanned = false;
  return {
    changed() {
      if (isNextPlanned) return;
      isNextPlanned = true;
      // After a failure memory and disk differ, and the contents of the file are unknown: no later save may hide that.
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
