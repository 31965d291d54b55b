import type { Diagram } from '../diagram/diagram.ts';
import { type OwnLints, requireOwnRules } from '../own-rules/own-rule.ts';
import { asLint } from '../own-rules/run-own-rules.ts';
import { type DiagramIndex, indexDiagram } from '../rules/diagram-index.ts';
import type { ViolationSeverity } from '../rules/rule.ts';
import { createViolationList, type ViolationList } from '../rules/violation.ts';
import type { LintConfiguration, LintContext, LintLevel, LintResult } from './lint.ts';
import { lintIds, shippedLints } from './shipped-lints.ts';

const levels: readonly LintLevel[] = ['off', 'warn', 'error'];

/**
 * Lists probable mistakes in a diagram that do not prevent it from running.
 *
 * @throws {TypeError} When the configuration names an unknown lint or level; the message lists the known ones. When a
 *   lint of the host is malformed.
 * @spec LI1, LI2, LI3, LI25
 * @example
 * const { findings } = lintDiagram(diagram, { catalog, channelFamily: 'native' }, { 'dead-end': 'off' });
 *
 */
export function lintDiagram(
  diagram: Diagram,
  context: LintContext & OwnLints,
  configuration: LintConfiguration = {},
): LintResult {
  const { ownLints = [] } = context;
  requireOwnRules({ ownLints });
  requireConfiguration(configuration, [...lintIds, ...ownLints.map(({ code }) => code)]);
  const list = createViolationList();
  runLints(indexDiagram(diagram, context), context, configuration, list);
  const { violations, total, errors } = list.result();
  return { findings: violations, total, errors };
}

/** Runs the lints that are not off. */
export function runLints(
  index: DiagramIndex,
  context: LintContext & OwnLints,
  levels: LintConfiguration,
  list: ViolationList,
): void {
  for (const { id, level, check } of [...shippedLints, ...(context.ownLints ?? []).map(asLint)]) {
    const used = levels[id] ?? level;
    if (used !== 'off') check(index, context, list.reportAs(severityOf(used), id));
  }
}

export function severityOf(level: Exclude<LintLevel, 'off'>): ViolationSeverity {
  return level === 'warn' ? 'warning' : level;
}

function requireConfiguration(configuration: LintConfiguration, ids: readonly string[]): void {
  for (const [id, level] of Object.entries(configuration)) {
    if (!ids.includes(id)) throw new TypeError(`There is no lint "${id}". There are: ${ids.join(', ')}.`);
    if (level === undefined || levels.includes(level)) continue;
    throw new TypeError(`The level of the lint "${id}" is one of ${levels.join(', ')}, not ${JSON.stringify(level)}.`);
  }
}
