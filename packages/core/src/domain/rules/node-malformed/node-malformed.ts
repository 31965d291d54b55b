import { isJsonObject, type JsonValue } from '../../json/json-value.ts';
import type { NodeEntry } from '../diagram-index.ts';
import { excerpt, type Finding, rule } from '../rule.ts';

const documented = [
  { name: 'id', type: 'string', required: true },
  { name: 'template', type: 'string', required: true },
  { name: 'params', type: 'object', required: true },
  { name: 'path', type: 'string', required: false },
  { name: 'name', type: 'string', required: false },
  { name: 'top', type: 'number', required: false },
  { name: 'left', type: 'number', required: false },
  { name: 'isTarget', type: 'boolean', required: false },
] as const;

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
  const name = `Node ${excerpt(key)}`;
  if (!isJsonObject(value)) return { message: `${name} should be an object, not ${excerpt(value)}.` };

  for (const member of documented) {
    if (!Object.hasOwn(value, member.name)) {
      if (member.required) return { message: `${name} has no member "${member.name}".` };
      continue;
    }
    const found = value[member.name];
    const fits = member.type === 'object' ? isJsonObject(found) : typeof found === member.type;
    if (!fits) {
      const message = `${name}: "${member.name}" should be of type ${member.type}, not ${excerpt(found)}.`;
      return { message, at: [member.name] };
    }
  }
  return { message: `${name} is malformed.` };
}
