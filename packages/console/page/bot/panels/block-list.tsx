import { useMemo, useState } from 'preact/hooks';
import type { BlockMarks } from '../diagram/canvas-block.tsx';
import { goTo } from '../editor/editor-acts.ts';
import type { OfEditor } from '../editor/use-editor.ts';
import { leavePanel } from '../editor/use-view.ts';
import { findBlocks } from '../model/find-blocks.ts';
import { counted } from '../model/findings.ts';

/** All blocks in the diagram's order, each with its targets: the diagram for screen readers. */
export function BlockList({ editor }: OfEditor) {
  const { marks, view } = editor;
  const { blocks, edges } = editor.layout.picture;
  const choose = (id: string) => {
    goTo(editor, id);
    leavePanel(view);
  };
  const [words, setWords] = useState('');
  const found = useMemo(() => findBlocks(blocks, words), [blocks, words]);
  const leaving = useMemo(() => Map.groupBy(edges, ({ from }) => from), [edges]);
  const names = useMemo(() => new Map(blocks.map(({ id, title }) => [id, title])), [blocks]);
  return (
    <div class="block-list">
      <input
        dir="auto"
        ref={view.search}
        type="search"
        aria-label="Find a block by its name, id or text"
        placeholder="Find a block"
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key === 'Enter' && first !== undefined) choose(first.id);
        }}
      />
      <p class="hint" aria-live="polite">
        {found.length === 1 ? '1 block' : `${found.length} blocks`}
      </p>
      <ul>
        {found.map((block) => {
          const { id, title, type, text, isStart } = block;
          const ways = leaving.get(id) ?? [];
          const mark = marks.get(id);
          return (
            <li key={id}>
              <button type="button" aria-pressed={id === view.selected} onClick={() => choose(id)}>
                <span class="block-list-name">
                  <strong>{title}</strong>
                  <span class="muted">{isStart ? '' : type}</span>
                </span>
                {text !== '' && <span class="block-list-text">{text}</span>}
                {ways.length > 0 && (
                  <span class="hint">
                    <span class="hidden">Leads to: </span>
                    {ways.map(({ label, to }) => `${label} → ${names.get(to) ?? to}`).join(' · ')}
                  </span>
                )}
                {mark !== undefined && <span class={mark.errors > 0 ? 'problem' : 'hint'}>{marksText(mark)}</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function marksText({ errors, warnings }: BlockMarks): string {
  return [...counted(errors, 'error'), ...counted(warnings, 'warning')].join(', ');
}
