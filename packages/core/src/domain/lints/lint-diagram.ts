import type { Diagram } from '../diagram/diagram.ts';
import { type OwnLints, requireOwnRules } from '../own-rules/own-rule.ts';
import { asLint } from '../own-rules/run-own-rules.ts';
import { indexDiagram } from '../rules/diagram-index.ts';
import { runRules } from '../rules/run-rules.ts';
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
  const chosen = readConfiguration(configuration, [...lintIds, ...ownLints.map(({ code }) => code)]);
  const lints = [...shippedLints, ...ownLints.map(asLint)].flatMap(
    ({ id, level: usual = 'warn', check: checkLint }) => {
      const level = chosen.get(id) ?? usual;
      return level === 'off' ? [] : [{ check: checkLint, severity: level === 'warn' ? 'warning' : level } as const];
    },
  );
  const { violations, total, errors } = runRules(indexDiagram(diagram, context), context, lints);
  return { findings: violations, total, errors };
}

function readConfiguration(configuration: LintConfiguration, ids: readonly string[]): ReadonlyMap<string, LintLevel> {
  const chosen = new Map<string, LintLevel>();
  for (const [id, level] of Object.entries(configuration)) {
    if (!ids.includes(id)) throw new TypeError(`There is no lint "${id}". There are: ${ids.join(', ')}.`);
    if (level === undefined) continue;
    if (!levels.includes(level)) {
      throw new TypeError(
        `The level of the lint "${id}" is one of ${levels.join(', ')}, not ${JSON.stringify(level)}.`,
      );
    }
    chosen.set(id, level);
  }
  return chosen;
}
