import type { Editor, OfEditor } from './use-editor.ts';
import { openPanel, type Panel } from './use-view.ts';

export function shownPanelOf({ isJson, view: { panel } }: Editor): Panel {
  return isJson && panel === 'block' ? 'json' : panel;
}

export function EditorTabs({ editor }: OfEditor) {
  const { view, findings, isJson } = editor;
  const shown = shownPanelOf(editor);
  const panels: readonly (readonly [Panel, string])[] = [
    isJson ? ['json', 'JSON'] : ['block', 'Block'],
    ['problems', findings.length === 0 ? 'Problems' : `Problems ${findings.length}`],
    ['blocks', 'Blocks'],
    ['chat', 'Talk'],
  ];
  return (
    <div class="editor-tabs" role="tablist" aria-label="Parts of the editor" onKeyDown={walkTabs}>
      <button
        type="button"
        role="tab"
        class="only-narrow"
        aria-selected={!view.isNarrowPanel}
        // Only narrow screens show it.
        tabIndex={0}
        onClick={() => view.setNarrowPanel(false)}
      >
        Diagram
      </button>
      {panels.map(([id, label]) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`editor-tab-${id}`}
          aria-controls="editor-panel"
          aria-selected={id === shown}
          tabIndex={id === shown ? 0 : -1}
          onClick={() => openPanel(view, id)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** Arrow keys move between the tabs. @spec CO55 */
function walkTabs(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')].filter(
    (tab) => tab.offsetParent !== null,
  );
  const at = tabs.indexOf(event.target as HTMLElement);
  const next = tabs[(at + step + tabs.length) % tabs.length];
  next?.click();
  next?.focus();
  event.preventDefault();
}
