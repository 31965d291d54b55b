import type { Diagram } from '../diagram/diagram.ts';
import type { DiagramEntries } from '../diagram/diagram-entries.ts';
import { type OwnRules, requireOwnRules } from '../own-rules/own-rule.ts';
import { asRule } from '../own-rules/run-own-rules.ts';
import type { BlockKinds } from './block-kind.ts';
import { type DiagramIndex, indexDiagram } from './diagram-index.ts';
import { formulasOf } from './formula-malformed/formula-malformed.ts';
import type { CheckContext, Rule } from './rule.ts';
import { shippedRules } from './shipped-rules.ts';
import { type CheckResult, createViolationList } from './violation.ts';

/** The facts that rules need, and the rules of the host. */
export type DiagramContext = CheckContext & OwnRules;

/**
 * Checks a diagram by every rule. Only reads the diagram, whose entries may have any JSON type.
 *
 * @param kinds - Made from the context's catalog with `createBlockKinds`. Default: the kinds shared by all checks with
 *   this catalog.
 * @param entries - The entries of the diagram, if they are listed.
 * @returns The violations in this order: the diagram, each entry of `nodes` in diagram order with its outgoing
 *   connections, connections without a source. Within one entry or connection by code, then in the order of the params
 *   in the catalog.
 * @throws {TypeError} When a rule of the host is malformed.
 * @spec RU1, RU5, RU59
 */
export function checkDiagram(
  diagram: Diagram,
  context: DiagramContext,
  kinds?: BlockKinds,
  entries?: DiagramEntries,
): CheckResult {
  return finish(runRules(indexDiagram(diagram, context, kinds, entries), context));
}

/** @throws {TypeError} When a rule of the host is malformed. */
export function rulesOf(context: DiagramContext): readonly Rule<CheckContext>[] {
  const { ownRules = [] } = context;
  requireOwnRules(context);
  return ownRules.length === 0 ? shippedRules : [...shippedRules, ...ownRules.map(asRule)];
}

/**
 * The same in small steps, so that other work can run between them. Do not change the diagram before the last step.
 *
 * @spec RU58
 */
export function* checkDiagramInSteps(
  diagram: Diagram,
  context: DiagramContext,
  kinds?: BlockKinds,
  entries?: DiagramEntries,
): Generator<undefined, CheckResult> {
  const index = indexDiagram(diagram, context, kinds, entries);
  yield;
  yield* readFormulas(index);
  return yield* runRules(index, context);
}

/** Each rule has its own loop over the entries: one loop with all rules on each entry took 1.5 times as long. */
function* runRules(index: DiagramIndex, context: DiagramContext): Generator<undefined, CheckResult> {
  const list = createViolationList();
  for (const { severity, check } of rulesOf(context)) {
    check(index, context, (code) => list.reportAs(severity, code));
    yield;
  }
  return list.result();
}

/** Runs all steps without a pause. */
export function finish<T>(steps: Iterator<undefined, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Parses each uncached formula, one per step, so that the rules find all in the cache. */
export function* readFormulas({ blocks, formulas }: DiagramIndex): Generator<undefined, void> {
  for (const block of blocks) {
    for (const { expression } of formulasOf(block)) {
      if (formulas.isKnown(expression)) continue;
      formulas.faultOf(expression);
      yield;
    }
  }
}
