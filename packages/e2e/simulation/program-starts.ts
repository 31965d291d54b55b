import type { VirtualTime } from './virtual-time.ts';

/**
 * Follows when the programs of one machine began. A program waits for nothing but its reads, so it makes its next call in
 * the event in which its last read was answered.
 */
export interface ProgramStarts {
  /** Begins a call. @returns The event in which its program began. */
  begin(): number;
  /** A read was answered. @param begunAt - As `begin` returned it. */
  answered(begunAt: number): void;
  /** Takes effect now: `ofCall` is about this call until the next one takes effect. */
  takesEffect(begunAt: number): void;
  /** The event in which the program began whose call takes effect. */
  ofCall(): number;
}

export function programStarts(time: VirtualTime): ProgramStarts {
  let last = { answeredIn: -1, begunAt: -1 };
  let current = -1;
  return {
    begin: () => (last.answeredIn === time.count() ? last.begunAt : time.count()),
    answered(begunAt) {
      last = { answeredIn: time.count(), begunAt };
    },
    takesEffect(begunAt) {
      current = begunAt;
    },
    ofCall: () => current,
  };
}
