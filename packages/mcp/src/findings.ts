import type { Violation } from '@botwright/core/diagram';
import { rulePages } from './generated/rules.ts';

/** Names a finding for `fix_bot`. */
export function idOf({ code, pointer }: Pick<Violation, 'code' | 'pointer'>): string {
  return `${code} ${pointer}`;
}

/** A finding as tools answer it. Its hint is its own, or the one of its rule. @spec MC13 */
export function findingOf({
  code,
  message,
  pointer,
  severity,
  hint,
  blockId,
  param,
}: Violation): Readonly<Record<string, string>> {
  const page = Object.hasOwn(rulePages, code) ? rulePages[code] : undefined;
  const advice = hint ?? page?.mend;
  return {
    id: idOf({ code, pointer }),
    severity,
    code,
    message,
    pointer,
    ...(blockId !== undefined && { block: blockId }),
    ...(param !== undefined && { param }),
    ...(advice !== undefined && { hint: advice }),
    ...(page?.fix !== undefined && { fix: `fix_bot ${page.fix}` }),
  };
}

/** A finding of a refused write: no draft has it, so `fix_bot` cannot mend it. @spec MC13 */
export function refusedFindingOf(violation: Violation): Readonly<Record<string, string>> {
  const { id: _id, fix: _fix, ...finding } = findingOf(violation);
  if (violation.code !== 'block_type_unknown') return finding;
  const { hint } = finding;
  return { ...finding, hint: `${hint === undefined ? '' : `${hint} `}list_block_kinds lists the kinds.` };
}

/** Errors and warnings among findings. */
export function countOf(found: readonly Violation[]): { readonly errors: number; readonly warnings: number } {
  const errors = found.filter(({ severity }) => severity === 'error').length;
  return { errors, warnings: found.length - errors };
}
