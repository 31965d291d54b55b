import { useEffect, useMemo } from 'preact/hooks';
import { useRoute, useUnsaved } from '../../router.ts';
import '../bot.css';
import { Canvas } from '../diagram/canvas.tsx';
import type { OutputEnd } from '../model/diagram-edits.ts';
import type { Point } from '../model/viewport.ts';
import { AddBlock } from '../panels/add-block.tsx';
import { MergeDialog } from '../saving/merge-dialog.tsx';
import { addBlock, connect, goTo, moveBlock, openBlock, removeBlock } from './editor-acts.ts';
import { EditorBar } from './editor-bar.tsx';
import { EditorPanel } from './editor-panel.tsx';
import { EditorTabs } from './editor-tabs.tsx';
import { type EditorProps, type OfEditor, useEditor } from './use-editor.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** Edits the draft of a bot: its diagram, its violations, its JSON, and a chat. */
export function BotEditor(props: EditorProps) {
  const editor = useEditor(props);
  const { draft, view, ofBot, isJson } = editor;
  const { saving } = draft;
  const { adding, setAdding } = view;
  useUnsaved(saving.kind === 'saved' ? undefined : 'The last changes of the draft are not saved yet.', true);
  useShortcuts(editor);
  const { block } = useRoute().query;
  useEffect(() => {
    if (block !== undefined && editor.layout.scene.boxes.has(block)) goTo(editor, block);
  }, [block]);
  return (
    <div ref={view.root} class={`bot-editor${view.isNarrowPanel ? ' shows-panel' : ''}${isJson ? ' with-json' : ''}`}>
      <EditorBar editor={editor} />
      <EditorTabs editor={editor} />
      <EditorCanvas editor={editor} />
      <EditorPanel editor={editor} />
      {adding !== undefined && (
        <AddBlock
          editor={editor}
          onClose={() => setAdding(undefined)}
          onAdd={({ name }) => {
            setAdding(undefined);
            addBlock(editor, name, adding);
          }}
        />
      )}
      {saving.kind === 'conflict' && (
        <MergeDialog
          base={saving.stored.diagram}
          mine={draft.diagram}
          theirs={saving.theirs.diagram}
          ofBot={ofBot}
          onResolve={draft.resolve}
        />
      )}
    </div>
  );
}

function EditorCanvas({ editor }: OfEditor) {
  const { bot, catalog, draft, view, layout, marks, isReadOnly } = editor;
  const { nodes } = draft.diagram;
  const groupOf = useMemo(() => {
    const byTemplate = new Map(catalog.definitions.map(({ template, group }) => [template, group]));
    return (id: string): string =>
      byTemplate.get(String((nodes[id] as { readonly template?: unknown } | undefined)?.template)) ?? 'other';
  }, [catalog, nodes]);
  return (
    <Canvas
      label={`Diagram of ${bot.name}`}
      scene={layout.scene}
      selected={view.selected}
      lit={view.lit}
      marks={marks}
      groupOf={groupOf}
      onSelect={(id) => {
        view.select(id);
        if (id !== undefined && view.panel !== 'chat') view.setPanel('block');
      }}
      onOpen={(id) => openBlock(editor, id)}
      {...(!isReadOnly && {
        onMove: (id: string, to: Point) => moveBlock(editor, id, to),
        onDelete: (id: string) => removeBlock(editor, id),
        onConnect(from: OutputEnd, to: string | undefined, at: Point) {
          if (to !== undefined) connect(editor, from, to);
          else view.setAdding({ from, at });
        },
      })}
      onCamera={(camera) => {
        view.camera.current = camera;
      }}
    />
  );
}
