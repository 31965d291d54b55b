import { Empty } from '../../parts/list.tsx';
import { openBlock } from '../editor/editor-acts.ts';
import type { OfEditor } from '../editor/use-editor.ts';
import type { FindingKind } from '../model/findings.ts';
import { FindingList } from './finding-list.tsx';

const parts: readonly (readonly [FindingKind, string, string])[] = [
  ['error', 'Errors', 'They stop a publication.'],
  ['warning', 'Warnings', 'They stop a test deployment, but not a publication.'],
  ['lint', 'Hints', 'Probably mistakes; they stop nothing.'],
];

/** Users do not read more, and each takes time to draw. */
const mostShown = 200;

/** All findings of rules and lints, grouped by their effect. */
export function Problems({ editor }: OfEditor) {
  const { findings, layout } = editor;
  if (findings.length === 0) {
    return (
      <Empty icon="check" title="Nothing is wrong">
        <p>The draft breaks no rule, and can be published.</p>
      </Empty>
    );
  }
  return (
    <div class="form">
      {parts.map(([kind, title, hint]) => {
        const found = findings.filter((finding) => finding.kind === kind);
        if (found.length === 0) return null;
        return (
          <section key={kind} aria-label={title}>
            <h2>
              {title} <span class="muted">{found.length}</span>
            </h2>
            <p class="hint">{hint}</p>
            <FindingList
              findings={found.slice(0, mostShown)}
              nameOf={(id) => layout.scene.byId.get(id)?.title ?? id}
              onGo={({ blockId }) => blockId !== undefined && openBlock(editor, blockId)}
            />
            {found.length > mostShown && <p class="hint">And {found.length - mostShown} more.</p>}
          </section>
        );
      })}
    </div>
  );
}
