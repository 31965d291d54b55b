import type { Violation } from '@botwright/client';
import type { Catalog, Diagram, EditContext } from '@botwright/core/diagram';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { notify } from '../parts/toasts.tsx';
import type { EditOutcome } from './model/diagram-edits.ts';
import { beginHistory, type EditHistory, edited, redone, undone } from './model/edit-history.ts';
import { botPorts } from './saving/bot-ports.ts';
import { createDraftSaver, type DraftSaver, type SaverState, type StoredDraft } from './saving/draft-saver.ts';

/** The edited draft, and its saving. */
export interface DraftEditing {
  readonly diagram: Diagram;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly saving: SaverState<Violation>;
  readonly context: EditContext;
  readonly saver: DraftSaver<Violation>;
  /**
   * Applies an edit, or shows the reason that it is impossible.
   *
   * @param subject - Subject of the edit, so that typed letters are one step of undo.
   */
  edit(make: (diagram: Diagram) => EditOutcome, subject?: string): boolean;
  replace(diagram: Diagram, subject?: string): void;
  undo(): void;
  redo(): void;
  /** Continues with a diagram that contains another author's changes. */
  resolve(diagram: Diagram): void;
}

/** The server completes links to bots; the page names them by number, which needs no completion. */
const noLinkedBots: EditContext['linkedBots'] = new Map();

export function useDraft(botId: string, first: StoredDraft<Violation>, catalog: Catalog): DraftEditing {
  const context = useMemo((): EditContext => ({ catalog, linkedBots: noLinkedBots }), [catalog]);
  const [history, setHistory] = useState(() => beginHistory(first.diagram));
  const [saving, setSaving] = useState<SaverState<Violation>>({ kind: 'saved', stored: first });
  const saver = useMemo(() => createDraftSaver(first, context, botPorts(botId), setSaving), []);
  useEffect(() => () => saver.stop(), []);
  const current = useRef(history);

  const set = (next: EditHistory) => {
    if (next === current.current) return;
    const isChanged = next.present !== current.current.present;
    current.current = next;
    setHistory(next);
    if (isChanged) saver.change(next.present);
  };
  return {
    diagram: history.present,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    saving,
    context,
    saver,
    edit(make, subject) {
      const outcome = make(current.current.present);
      if (outcome.ok) set(edited(current.current, outcome.diagram, subject));
      else notify(outcome.problem, 'error');
      return outcome.ok;
    },
    replace: (diagram, subject) => set(edited(current.current, diagram, subject)),
    undo: () => set(undone(current.current)),
    redo: () => set(redone(current.current)),
    resolve(diagram) {
      // Undo would also revert the other author's changes.
      current.current = beginHistory(diagram);
      setHistory(current.current);
      saver.resolve(diagram);
    },
  };
}
