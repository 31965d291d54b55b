import type { Message } from '@botwright/client';

/** Merges messages into a list: each once, the oldest first. */
export function mergeMessages(before: readonly Message[], more: readonly Message[]): readonly Message[] {
  const known = new Set(before.map(({ seq }) => seq));
  const added = more.filter(({ seq }) => !known.has(seq));
  return added.length === 0 ? before : [...before, ...added].sort((one, other) => one.seq - other.seq);
}

/** Whether messages are missing between a list and newer ones. */
export function hasGap(before: readonly Message[], more: readonly Message[]): boolean {
  const last = before.at(-1)?.seq;
  const first = Math.min(...more.map(({ seq }) => seq));
  return last !== undefined && more.length > 0 && first > last + 1;
}
