import type { ComponentChildren } from 'preact';
import { LazyChat } from '../chat/lazy-chat.tsx';
import { JsonEditor } from '../json/json-editor.tsx';
import { withName, withNode, withParams } from '../model/diagram-edits.ts';
import { BlockList } from '../panels/block-list.tsx';
import { Inspector } from '../panels/inspector.tsx';
import { Problems } from '../panels/problems.tsx';
import { connect, goTo, openBlock, removeBlock } from './editor-acts.ts';
import { shownPanelOf } from './editor-tabs.tsx';
import type { Editor } from './use-editor.ts';
import { leavePanel, type Panel } from './use-view.ts';

interface OfEditor {
  readonly editor: Editor;
}

const panels: Readonly<Record<Panel, (props: OfEditor) => ComponentChildren>> = {
  json: JsonPanel,
  block: BlockPanel,
  problems: ProblemsPanel,
  blocks: BlocksPanel,
  chat: ChatPanel,
};

export function EditorPanel({ editor }: OfEditor) {
  const shown = shownPanelOf(editor);
  const Shown = panels[shown];
  return (
    <div
      class="editor-panel"
      id="editor-panel"
      role="tabpanel"
      aria-labelledby={`editor-tab-${shown}`}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) leavePanel(editor.view);
      }}
    >
      <Shown editor={editor} />
    </div>
  );
}

function JsonPanel({ editor: { draft, findings, view, isReadOnly } }: OfEditor) {
  return (
    <JsonEditor
      diagram={draft.diagram}
      findings={findings}
      selected={view.selected}
      isReadOnly={isReadOnly}
      onChange={(next) => draft.replace(next, 'json')}
    />
  );
}

function BlockPanel({ editor }: OfEditor) {
  const { draft, catalog, layout, view, greetingSlot, findings, linked, isReadOnly } = editor;
  const { diagram, context } = draft;
  return (
    <fieldset class="inspector-lock" disabled={isReadOnly} aria-label="Block">
      <Inspector
        diagram={diagram}
        catalog={catalog}
        blocks={layout.picture.blocks}
        edges={layout.picture.edges}
        selected={view.selected}
        greetingSlot={greetingSlot}
        findings={findings}
        bots={linked.bots}
        onRename={(id, name) => draft.edit((now) => withName(now, id, name, context), `name of ${id}`)}
        onParams={(id, params, subject) =>
          draft.edit((now) => withParams(now, id, params, context), subject && `${subject} of ${id}`)
        }
        onNode={(id, value) => draft.replace(withNode(diagram, id, value), `json of ${id}`)}
        onConnect={(from, to) => connect(editor, from, to)}
        onAddAfter={(from) => view.setAdding({ from })}
        onDelete={(id) => removeBlock(editor, id)}
        onSelect={(id) => openBlock(editor, id)}
      />
    </fieldset>
  );
}

function ProblemsPanel({ editor }: OfEditor) {
  const { findings, layout } = editor;
  return (
    <Problems
      findings={findings}
      nameOf={(id) => layout.scene.byId.get(id)?.title ?? id}
      onGo={({ blockId }) => blockId !== undefined && openBlock(editor, blockId)}
    />
  );
}

function BlocksPanel({ editor }: OfEditor) {
  const { layout, marks, view } = editor;
  return (
    <BlockList
      blocks={layout.picture.blocks}
      edges={layout.picture.edges}
      marks={marks}
      selected={view.selected}
      searchRef={view.search}
      onSelect={(id) => {
        goTo(editor, id);
        leavePanel(view);
      }}
    />
  );
}

function ChatPanel({ editor: { bot, greetingSlot, draft, catalog, view } }: OfEditor) {
  return (
    <LazyChat
      bot={bot}
      greetingSlot={greetingSlot}
      diagram={draft.diagram}
      catalog={catalog}
      draft={draft}
      onLit={view.setLit}
    />
  );
}
