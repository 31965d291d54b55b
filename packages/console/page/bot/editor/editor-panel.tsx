import type { ComponentChildren } from 'preact';
import { LazyChat } from '../chat/lazy-chat.tsx';
import { JsonEditor } from '../json/json-editor.tsx';
import { BlockList } from '../panels/block-list.tsx';
import { Inspector } from '../panels/inspector.tsx';
import { Problems } from '../panels/problems.tsx';
import { shownPanelOf } from './editor-tabs.tsx';
import type { OfEditor } from './use-editor.ts';
import { leavePanel, type Panel } from './use-view.ts';

const panels: Readonly<Record<Panel, (props: OfEditor) => ComponentChildren>> = {
  json: JsonEditor,
  block: Inspector,
  problems: Problems,
  blocks: BlockList,
  chat: LazyChat,
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
