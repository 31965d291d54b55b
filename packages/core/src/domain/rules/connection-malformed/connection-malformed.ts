import { isJsonObject, type JsonValue } from '../../json/json-value.ts';
import type { CheckContext } from '../check-context.ts';
import { excerpt } from '../excerpt.ts';
import type { Finding, Rule } from '../rule.ts';

const documented = ['id', 'type', 'sourcePath', 'targetPath'] as const;

/** @spec RU14 */
export const connectionMalformed: Rule<CheckContext> = {
  codes: ['connection_malformed'],
  severity: 'error',
  begin: () => ({
    malformedConnection: (entry, report) => report('connection_malformed', () => describe(entry.key, entry.value)),
  }),
};

function describe(key: string, value: JsonValue): Finding {
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
