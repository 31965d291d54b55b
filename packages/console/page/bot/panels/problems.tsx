import { Empty } from '../../parts/list.tsx';
import type { Finding, FindingKind } from '../model/findings.ts';
import { FindingList } from './finding-list.tsx';

const parts: readonly (readonly [FindingKind, string, string])[] = [
  ['error', 'Errors', 'They stop a publication.'],
  ['warning', 'Warnings', 'They stop a test deployment, but not a publication.'],
  ['lint', 'Hints', 'Probably mistakes; they stop nothing.'],
];

/** Users do not read more, and each takes time to draw. */
const mostShown = 200;

/** All findings of rules and lints, grouped by their effect. */
export function Problems({
  findings,
  nameOf,
  onGo,
}: {
  readonly findings: readonly Finding[];
  readonly nameOf: (block: string) => string;
  readonly onGo: (finding: Finding) => void;
}) {
  if (findings.length === 0) {
    return (
      <Empty icon="check" title="Nothing is wrong">
        <p>The draft breaks no rule, and can be published.</p>
      </Empty>
    );
  }
  return (
    <div class="form">
      {parts.map(([kind, title, what]) => {
        const found = findings.filter((finding) => finding.kind === kind);
        if (found.length === 0) return null;
        return (
          <section key={kind} aria-label={title}>
            <h2>
              {title} <span class="muted">{found.length}</span>
            </h2>
            <p class="hint">{what}</p>
            <FindingList findings={found.slice(0, mostShown)} nameOf={nameOf} onGo={onGo} />
            {found.length > mostShown && <p class="hint">And {found.length - mostShown} more.</p>}
          </section>
        );
      })}
    </div>
  );
}
