import { isJsonObject, type JsonValue } from '../../json/json-value.ts';
import type { ConnectionEntry } from '../diagram-index.ts';
import { excerpt, type Finding, rule } from '../rule.ts';

const documented = ['id', 'type', 'sourcePath', 'targetPath'] as const;

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
  const name = `Connection ${excerpt(key)}`;
  if (!isJsonObject(value)) return { message: `${name} should be an object, not ${excerpt(value)}.` };

  for (const member of documented) {
    if (!Object.hasOwn(value, member)) return { message: `${name} has no member "${member}".` };
    const found = value[member];
    if (typeof found !== 'string') {
      return { message: `${name}: "${member}" should be of type string, not ${excerpt(found)}.`, at: [member] };
    }
  }
  return { message: `${name} is malformed.` };
}
