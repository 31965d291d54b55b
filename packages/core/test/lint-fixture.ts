import type { Diagram } from '../src/domain/diagram/diagram.ts';
import type { LintContext, LintFinding } from '../src/domain/lints/lint.ts';
import { lintDiagram } from '../src/domain/lints/lint-diagram.ts';
import { lintIds } from '../src/domain/lints/shipped-lints.ts';
import { catalog } from './check-fixture.ts';

/** The findings of one lint, as warnings, by default on a native bot. */
export function findingsOf(id: string, diagram: Diagram, context: Partial<LintContext> = {}): readonly LintFinding[] {
  const configuration = Object.fromEntries(lintIds.map((one) => [one, one === id ? 'warn' : 'off'] as const));
  return lintDiagram(diagram, { catalog, channelFamily: 'native', ...context }, configuration).findings;
}

/** Where one lint finds something. */
export function pointersOf(id: string, diagram: Diagram, context: Partial<LintContext> = {}): readonly string[] {
  return findingsOf(id, diagram, context).map(({ pointer }) => pointer);
}
