import type { DiagramIndex } from './diagram-index.ts';
import type { Rule } from './rule.ts';
import type { CheckResult } from './violation.ts';
import { createViolationList } from './violation-list.ts';

type AnyRule<TFacts> = Pick<Rule<TFacts>, 'judge' | 'severity'>;

/** Asks every rule about an indexed diagram. @spec RU1 */
export function judge<TFacts>(index: DiagramIndex, facts: TFacts, rules: readonly AnyRule<TFacts>[]): CheckResult {
  const steps = judgeInSteps(index, facts, rules);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * The same, one rule a step, for who lets others in between.
 *
 * Each rule goes through the entries in a loop of its own: a loop that asked all rules about each entry in turn
 * was measured to take half as long again.
 */
export function* judgeInSteps<TFacts>(
  index: DiagramIndex,
  facts: TFacts,
  rules: readonly AnyRule<TFacts>[],
): Generator<undefined, CheckResult> {
  const list = createViolationList();
  for (const rule of rules) {
    rule.judge(index, facts, list.reportAs(rule.severity));
    yield;
  }
  return list.result();
}
