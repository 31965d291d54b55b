import type { Diagram } from '../../domain/diagram/diagram.ts';
import { formulaTexts } from '../../domain/diagram/formula-texts.ts';
import type { Scope } from '../scope.ts';

/** UTF-16 units, or bytes, of the text. A smaller diagram is checked in a few milliseconds. */
export const largeText = 262_144;

/** UTF-16 units of formulas that have to be read: as dear as a hundred times as much of other text. */
const manyFormulas = 4_000;

export function isLargeText(diagramJson: string): boolean {
  return diagramJson.length >= largeText;
}

/** Whether a diagram of little text takes long to check. */
export function isLargeDiagram(diagram: Diagram, { catalog, kinds }: Pick<Scope, 'catalog' | 'kinds'>): boolean {
  let unread = 0;
  for (const expression of formulaTexts(diagram, catalog)) {
    if (!kinds.formulas.isKnown(expression)) unread += expression.length;
    if (unread > manyFormulas) return true;
  }
  return false;
}
