import { Button, IconButton } from '../../parts/button.tsx';
import { counted, type Finding } from '../model/findings.ts';
import { SaveStatus } from '../saving/save-status.tsx';
import { tidy } from './editor-acts.ts';
import type { OfEditor } from './use-editor.ts';
import { openPanel, openSearch } from './use-view.ts';

export function EditorBar({ editor }: OfEditor) {
  const { draft, view, findings, isReadOnly } = editor;
  const counts = Map.groupBy(findings, ({ kind }) => kind);
  return (
    <div class="editor-bar">
      {!isReadOnly && (
        <>
          <Button isSmall kind="primary" icon="plus" onClick={() => view.setAdding({})}>
            Add a block
          </Button>
          <IconButton icon="undo" label="Undo (Ctrl+Z)" isDisabled={!draft.canUndo} onClick={draft.undo} />
          <IconButton icon="redo" label="Redo (Ctrl+Y)" isDisabled={!draft.canRedo} onClick={draft.redo} />
          <IconButton icon="tidy" label="Put all blocks in columns" onClick={() => tidy(editor)} />
        </>
      )}
      <IconButton icon="search" label="Find a block (Ctrl+F)" onClick={() => openSearch(view)} />
      <span class="editor-gap" />
      <button
        type="button"
        class={`editor-count${counts.has('error') ? ' error' : ''}`}
        onClick={() => openPanel(view, 'problems')}
      >
        {countText(counts)}
      </button>
      {!isReadOnly && (
        <>
          <SaveStatus state={draft.saving} />
          <Button isSmall isDisabled={draft.saving.kind === 'saved'} onClick={() => void draft.saver.saveNow()}>
            Save
          </Button>
        </>
      )}
    </div>
  );
}

function countText(counts: ReadonlyMap<string, readonly Finding[]>): string {
  const words = { error: 'error', warning: 'warning', lint: 'hint' };
  const parts = Object.entries(words).flatMap(([kind, word]) => counted(counts.get(kind)?.length ?? 0, word));
  return parts.length === 0 ? 'No problems' : parts.join(', ');
}
