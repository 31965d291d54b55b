import type { JsonValue } from '../../json/json-value.ts';
import { type DocumentedMember, describeMalformed } from '../describe-malformed.ts';
import type { ConnectionEntry } from '../diagram-index.ts';
import { excerpt, type Finding, rule } from '../rule.ts';

const documented = ['id', 'type', 'sourcePath', 'targetPath'].map(
  (member): DocumentedMember => ({ member, type: 'string', required: true }),
);

/** @spec RU14 */
export const connectionMalformed = rule(
  'connection_malformed',
  'error',
  'entries',
  ({ diagram, connections, links }, _facts, report) => {
    if (connections.length === links.length) return;
    for (const entry of connections) {
      if (entry.connection !== undefined) continue;
      report(entry, describe, diagram.connections[entry.key]);
    }
  },
);

function describe({ key }: ConnectionEntry, value: JsonValue | undefined): Finding {
  return describeMalformed(`Connection ${excerpt(key)}`, value, documented);
}
