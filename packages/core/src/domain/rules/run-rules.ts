import type { DiagramIndex } from './diagram-index.ts';
import type { Rule } from './rule.ts';
import { type CheckResult, createViolationList } from './violation.ts';

type AnyRule<TFacts> = Pick<Rule<TFacts>, 'check' | 'severity'>;

/** Runs every rule on an indexed diagram. @spec RU1 */
export function runRules<TFacts>(index: DiagramIndex, facts: TFacts, rules: readonly AnyRule<TFacts>[]): CheckResult {
  const steps = runRulesInSteps(index, facts, rules);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * The same with one rule per step, so that other work can run between them.
 *
 * Each rule has its own loop over the entries: one loop with all rules on each entry took 1.5 times as long.
 */
export function* runRulesInSteps<TFacts>(
  index: DiagramIndex,
  facts: TFacts,
  rules: readonly AnyRule<TFacts>[],
): Generator<undefined, CheckResult> {
  const list = createViolationList();
  for (const rule of rules) {
    rule.check(index, facts, list.reportAs(rule.severity));
    yield;
  }
  return list.result();
}
