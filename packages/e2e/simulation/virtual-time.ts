/** Moments are milliseconds since the epoch, as everywhere in the engine. */
export const startAt = 1_767_225_600_000;

interface Event {
  readonly at: number;
  readonly order: number;
  run: (() => void) | undefined;
}

export type Cancel = () => void;

/**
 * The time of one simulation, and everything that happens in it. Events run one after the other; after each, all
 * promises that it settled have run their reactions, so one process gives one order of everything.
 */
export interface VirtualTime {
  now(): number;
  /** The number of events that have run. All changes in one event have the same number. */
  count(): number;
  /** Runs `run` this many milliseconds from now, after calls already planned for that moment. */
  after(ms: number, run: () => void): Cancel;
  /** Runs events up to this moment, until `isOver`. */
  runUntil(moment: number, isOver?: () => boolean): Promise<void>;
}

export function virtualTime(): VirtualTime {
  /** The last is the next to run. */
  const planned: Event[] = [];
  let now = startAt;
  let count = 0;
  let order = 0;

  function insert(event: Event): void {
    let [low, high] = [0, planned.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = planned[middle] as Event;
      if (other.at > event.at || (other.at === event.at && other.order > event.order)) low = middle + 1;
      else high = middle;
    }
    planned.splice(low, 0, event);
  }

  return {
    now: () => now,
    count: () => count,
    after(ms, run) {
      order += 1;
      const event: Event = { at: now + Math.max(0, Math.round(ms)), order, run };
      insert(event);
      return () => {
        event.run = undefined;
      };
    },
    async runUntil(moment, isOver = () => false) {
      for (;;) {
        // The only timer of the machine: it fires when no reaction of a promise is left to run.
        await new Promise(setImmediate);
        if (isOver()) return;
        let next = planned.at(-1);
        while (next !== undefined && next.run === undefined) {
          planned.pop();
          next = planned.at(-1);
        }
        if (next === undefined || next.at > moment) break;
        planned.pop();
        now = next.at;
        count += 1;
        next.run?.();
      }
      now = Math.max(now, moment);
    },
  };
}
