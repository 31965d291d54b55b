import { useEffect, useRef } from 'preact/hooks';
import type { Editor } from './use-editor.ts';
import { openSearch } from './use-view.ts';

/** Ctrl or Cmd with S, F, Z and Y: save, find, undo and redo. */
export function useShortcuts(editor: Editor): void {
  const latest = useRef(editor);
  latest.current = editor;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(latest.current, event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

function press({ draft, view, isJson }: Editor, event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  const isTyping = (event.target as Element | null)?.matches?.('input, textarea, select') ?? false;
  if (key === 's') void draft.saver.saveNow();
  else if (key === 'f' && !isJson) openSearch(view);
  else if (key === 'z' && !isTyping) (event.shiftKey ? draft.redo : draft.undo)();
  else if (key === 'y' && !isTyping) draft.redo();
  else return;
  event.preventDefault();
}
