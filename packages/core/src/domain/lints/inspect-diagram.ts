import type { Diagram } from '../diagram/diagram.ts';
import { type OwnLints, type OwnRules, requireOwnRules } from '../own-rules/own-rule.ts';
import { asLint, asRule } from '../own-rules/run-own-rules.ts';
import { indexDiagram } from '../rules/diagram-index.ts';
import type { CheckContext, Report, ViolationSeverity } from '../rules/rule.ts';
import { shippedRules } from '../rules/shipped-rules.ts';
import { type CheckResult, createViolationList, type ViolationList } from '../rules/violation.ts';
import type { LintConfiguration, LintContext, LintLevel } from './lint.ts';
import { shippedLints } from './shipped-lints.ts';

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
  const { ownRules = [], ownLints = [] } = context;
  const index = indexDiagram(diagram, context);
  const list = createViolationList();
  for (const { codes, severity, check } of [...shippedRules, ...ownRules.map(asRule)])
    check(index, context, reportsOf(list, codes, severity, levels));
  for (const { id, level = 'warn', check } of [...shippedLints, ...ownLints.map(asLint)]) {
    const used = levels[id] ?? level;
    if (used !== 'off') check(index, context, list.reportAs(severityOf(used)));
  }
  return list.result();
}

function severityOf(level: Exclude<LintLevel, 'off'>): ViolationSeverity {
  return level === 'warn' ? 'warning' : level;
}

/** A rule may have several codes with different levels. */
function reportsOf(
  list: ViolationList,
  codes: readonly string[],
  severity: ViolationSeverity,
  levels: LintConfiguration,
): Report {
  const usual = list.reportAs(severity);
  if (codes.every((code) => levels[code] === undefined)) return usual;
  return (fault) => {
    const level = levels[fault.code];
    if (level === undefined) usual(fault);
    else if (level !== 'off') list.reportAs(severityOf(level))(fault);
  };
}
