import type { Diagram } from '@botwright/core/diagram';

/** The diagram with its undo and redo states. Diagrams share unchanged entries, so a step costs little memory. */
export interface EditHistory {
  readonly past: readonly Diagram[];
  readonly present: Diagram;
  readonly future: readonly Diagram[];
  /** Subject of the last edit; edits of the same subject are one step. */
  readonly subject?: string;
}

/** Users rarely undo more steps, and each holds entries in memory. */
const mostSteps = 200;

export function beginHistory(present: Diagram): EditHistory {
  return { past: [], present, future: [] };
}

/** @param subject - Such as `text of n1`, so that typed letters are one step. */
export function edited(history: EditHistory, present: Diagram, subject?: string): EditHistory {
  if (present === history.present) return history;
  const isSame = subject !== undefined && subject === history.subject;
  const past = isSame ? history.past : [...history.past, history.present].slice(-mostSteps);
  return { past, present, future: [], ...(subject !== undefined && { subject }) };
}

export function undone(history: EditHistory): EditHistory {
  const present = history.past.at(-1);
  if (present === undefined) return history;
  return { past: history.past.slice(0, -1), present, future: [history.present, ...history.future] };
}

export function redone(history: EditHistory): EditHistory {
  const [present, ...future] = history.future;
  if (present === undefined) return history;
  return { past: [...history.past, history.present], present, future };
}
