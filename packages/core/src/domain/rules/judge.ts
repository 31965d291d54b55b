import { type ConnectionEntry, type DiagramIndex, isBlock, isLink } from './diagram-index.ts';
import type { Report, Rule, RuleHooks } from './rule.ts';
import type { CheckResult } from './violation.ts';
import { createViolationList } from './violation-list.ts';

type Hook<K extends keyof RuleHooks> = readonly [ask: NonNullable<RuleHooks[K]>, report: Report];

/**
 * Passes the diagram once and asks every rule about every entry, in the order of the violations.
 *
 * @spec RU1, RU5, RU15
 */
export function judge<TFacts>(
  index: DiagramIndex,
  facts: TFacts,
  rules: readonly Pick<Rule<TFacts>, 'begin' | 'severity'>[],
): CheckResult {
  const list = createViolationList();
  const begun = rules.flatMap(({ begin, severity }) => {
    const hooks = begin(index, facts);
    return hooks === undefined ? [] : [{ hooks, report: list.reportAs(severity) }];
  });
  const hooksFor = <K extends keyof RuleHooks>(kind: K): readonly Hook<K>[] =>
    begun.flatMap(({ hooks, report }): Hook<K>[] => {
      const ask = hooks[kind];
      return ask === undefined ? [] : [[ask as NonNullable<RuleHooks[K]>, report]];
    });
  const blockHooks = hooksFor('block');
  const linkHooks = hooksFor('link');
  const malformedNodeHooks = hooksFor('malformedNode');
  const malformedConnectionHooks = hooksFor('malformedConnection');

  const judgeConnection = (connection: ConnectionEntry) => {
    if (isLink(connection)) for (const [ask, report] of linkHooks) ask(connection, report);
    else for (const [ask, report] of malformedConnectionHooks) ask(connection, report);
    if (list.hasReports()) list.settle({ node: connection.source, connection });
  };

  for (const [ask, report] of hooksFor('diagram')) ask(report);
  list.settle({ node: undefined });
  for (const node of index.nodes) {
    if (isBlock(node)) for (const [ask, report] of blockHooks) ask(node, report);
    else for (const [ask, report] of malformedNodeHooks) ask(node, report);
    if (list.hasReports()) list.settle({ node });
    for (let leaving = node.leaving; leaving !== undefined; leaving = leaving.nextLeaving) judgeConnection(leaving);
  }
  for (const connection of index.connections) {
    if (connection.source === undefined) judgeConnection(connection);
  }
  return list.result();
}
