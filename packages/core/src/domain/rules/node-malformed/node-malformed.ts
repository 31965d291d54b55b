import type { JsonValue } from '../../json/json-value.ts';
import { type DocumentedMember, describeMalformed } from '../describe-malformed.ts';
import type { NodeEntry } from '../diagram-index.ts';
import { excerpt, type Finding, rule } from '../rule.ts';

const documented: readonly DocumentedMember[] = [
  { member: 'id', type: 'string', required: true },
  { member: 'template', type: 'string', required: true },
  { member: 'params', type: 'object', required: true },
  { member: 'path', type: 'string', required: false },
  { member: 'name', type: 'string', required: false },
  { member: 'top', type: 'number', required: false },
  { member: 'left', type: 'number', required: false },
  { member: 'isTarget', type: 'boolean', required: false },
];

/** @spec RU13 */
export const nodeMalformed = rule(
  'node_malformed',
  'error',
  'entries',
  ({ diagram, nodes, blocks }, _facts, report) => {
    if (nodes.length === blocks.length) return;
    for (const entry of nodes) {
      if (entry.node !== undefined) continue;
      report(entry, describe, diagram.nodes[entry.key]);
    }
  },
);

function describe({ key }: NodeEntry, value: JsonValue | undefined): Finding {
  return describeMalformed(`Node ${excerpt(key)}`, value, documented);
}
