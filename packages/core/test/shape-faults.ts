import type { Catalog } from '../src/domain/blocks/catalog.ts';
import type { Diagram } from '../src/domain/diagram/diagram.ts';
import { connectionMalformed } from '../src/domain/rules/connection-malformed/connection-malformed.ts';
import { indexDiagram } from '../src/domain/rules/diagram-index.ts';
import { nodeMalformed } from '../src/domain/rules/node-malformed/node-malformed.ts';
import { paramRules } from '../src/domain/rules/params/params.ts';
import { createViolationList } from '../src/domain/rules/violation.ts';

/** Counts the violations of the rules that decide the shape of nodes, connections and params. */
export function countShapeFaults(diagram: Diagram, catalog: Catalog): number {
  const context = { catalog, channelFamily: 'native', linkedBots: new Map() };
  const list = createViolationList();
  const index = indexDiagram(diagram, context);
  for (const { severity, check } of [nodeMalformed, connectionMalformed, paramRules]) {
    check(index, context, (code) => list.reportAs(severity, code));
  }
  return list.result().total;
}
