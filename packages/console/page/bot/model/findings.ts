import type { Violation as WireViolation } from '@botwright/client';
import { type Diagram, inspectDiagram, lintIds, type Violation } from '@botwright/core/diagram';
import { camelCased } from './camel-cased.ts';

/** `error` prevents a publication, `warning` only a test deployment; `lint` is probably a mistake. */
export type FindingKind = 'error' | 'warning' | 'lint';

export interface Finding extends Violation {
  readonly kind: FindingKind;
}

/** A count with its word, such as `2 errors`; nothing for none. */
export function counted(count: number, word: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`];
}

const lints: ReadonlySet<string> = new Set(lintIds);

/** Checks a diagram by the server's rules and by the lints. @spec CO49 */
export function findingsOf(diagram: Diagram, context: Parameters<typeof inspectDiagram>[1]): readonly Finding[] {
  return inspectDiagram(diagram, context).violations.map((violation) => ({
    ...violation,
    kind: lints.has(violation.code) ? 'lint' : violation.severity,
  }));
}

/**
 * Adds findings that only the server can make, such as a missing linked bot. Leaves out findings in blocks edited
 * since.
 */
export function withServerFindings(
  found: readonly Finding[],
  diagram: Diagram,
  stored: { readonly diagram: Diagram; readonly violations: readonly WireViolation[] },
): readonly Finding[] {
  const known = new Set(found.map(({ code, pointer }) => `${code} ${pointer}`));
  const more = stored.violations.filter((violation) => {
    const { code, pointer, block_id } = violation;
    const isSame =
      block_id === undefined ? diagram === stored.diagram : diagram.nodes[block_id] === stored.diagram.nodes[block_id];
    // The page's own rules have checked the newer diagram.
    return isSame && isServerOnly(violation) && !known.has(`${code} ${pointer}`);
  });
  return [...found, ...more.map(findingOf)];
}

/** The codes of rules that need data of the server. */
const serverOnly: ReadonlySet<string> = new Set([
  'linked_bot_not_found',
  'linked_bot_unknown',
  'linked_bot_unpublished',
  'account_unknown',
  'model_unknown',
]);

/** Only the server knows blocks of other bots; the page knows the blocks of its bot. */
function isServerOnly({ code, severity }: WireViolation): boolean {
  return serverOnly.has(code) || (code === 'linked_node_unknown' && severity === 'warning');
}

function findingOf(violation: WireViolation): Finding {
  return { ...camelCased(violation), kind: violation.severity };
}
