import type { Diagram } from '../diagram/diagram.ts';
import { type OwnLints, type OwnRules, requireOwnRules } from '../own-rules/own-rule.ts';
import { asRule } from '../own-rules/run-own-rules.ts';
import { indexDiagram } from '../rules/diagram-index.ts';
import type { CheckContext } from '../rules/rule.ts';
import { shippedRules } from '../rules/shipped-rules.ts';
import { type CheckResult, createViolationList } from '../rules/violation.ts';
import type { LintConfiguration, LintContext } from './lint.ts';
import { runLints, severityOf } from './lint-diagram.ts';

/**
 * Checks a diagram by every rule and every lint: the violations of `checkDiagram` and the findings of `lintDiagram` in
 * one sorted list.
 *
 * @param levels - Also by codes of rules, whose default is their severity.
 * @throws {TypeError} When a rule or a lint of the host is malformed.
 * @spec LI24, LI25
 */
export function inspectDiagram(
  diagram: Diagram,
  context: CheckContext & LintContext & OwnRules & OwnLints,
  levels: LintConfiguration = {},
): CheckResult {
  requireOwnRules(context);
  const index = indexDiagram(diagram, context);
  const list = createViolationList();
  for (const { severity, check } of [...shippedRules, ...(context.ownRules ?? []).map(asRule)]) {
    // A rule may have several codes with different levels.
    check(index, context, (code) => {
      const level = levels[code];
      if (level === 'off') return () => undefined;
      return list.reportAs(level === undefined ? severity : severityOf(level), code);
    });
  }
  runLints(index, context, levels, list);
  return list.result();
}
