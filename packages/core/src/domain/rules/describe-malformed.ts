import { isJsonObject, type JsonValue } from '../json/json-value.ts';
import { excerpt, type Finding } from './rule.ts';

/** A documented member of an entry. */
export interface DocumentedMember {
  readonly member: string;
  readonly type: 'string' | 'number' | 'boolean' | 'object';
  readonly required: boolean;
}

/** Describes the first fault of a malformed entry. @param name - Of the entry, for people. */
export function describeMalformed(
  name: string,
  value: JsonValue | undefined,
  documented: readonly DocumentedMember[],
): Finding {
  if (!isJsonObject(value)) return { message: `${name} should be an object, not ${excerpt(value)}.` };
  for (const { member, type, required } of documented) {
    const found = Object.hasOwn(value, member) ? value[member] : undefined;
    if (found === undefined && required) return { message: `${name} has no member "${member}".` };
    const fits = type === 'object' ? isJsonObject(found) : typeof found === type;
    if (found === undefined || fits) continue;
    return { message: `${name}: "${member}" should be of type ${type}, not ${excerpt(found)}.`, at: [member] };
  }
  return { message: `${name} is malformed.` };
}
