import type { Diagram } from '@botwright/core/diagram';

/** The diagram with what undo and redo go to. Diagrams share their unchanged entries, so a step costs little. */
export interface EditHistory {
  readonly past: readonly Diagram[];
  readonly present: Diagram;
  readonly future: readonly Diagram[];
  /** Names what the last edit was about; an edit of the same is one step with it. */
  readonly subject?: string;
}

/** More steps back nobody counts, and each keeps entries alive. */
const mostSteps = 200;

export function beginHistory(present: Diagram): EditHistory {
  return { past: [], present, future: [] };
}

/** @param subject - Such as `text of n1`, so that typed letters are one step together. */
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
