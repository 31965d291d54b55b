import { isJsonObject, type JsonValue } from '../../json/json-value.ts';
import { type CheckContext, excerpt, type Finding, type Rule } from '../rule.ts';

const documented = ['id', 'type', 'sourcePath', 'targetPath'] as const;

/** @spec RU14 */
export const connectionMalformed: Rule<CheckContext> = {
  codes: ['connection_malformed'],
  severity: 'error',
  looksAt: 'entries',
  check: ({ diagram, connections, links }, _facts, report) => {
    if (connections.length === links.length) return;
    for (const entry of connections) {
      if (entry.connection !== undefined) continue;
      const subject = { key: entry.key, value: diagram.connections[entry.key] };
      report({ code: 'connection_malformed', on: entry, describe, subject });
    }
  },
};

interface Subject {
  readonly key: string;
  readonly value: JsonValue | undefined;
}

function describe({ key, value }: Subject): Finding {
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
