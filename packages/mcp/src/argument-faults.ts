import { countCodePoints } from '@botwright/core/conversation';
import { shortened } from './answer.ts';

/** The part of JSON Schema that arguments of tools use. */
interface Schema {
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: { readonly enum: readonly string[] };
  readonly items?: Schema;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/**
 * Says which argument does not fit its schema, and which names, types or sizes it may have.
 *
 * @returns `undefined` if it fits.
 * @spec MC21
 */
export function argumentFault(schema: Schema, value: unknown, path = ''): string | undefined {
  const named = path === '' ? 'The call' : path;
  if (schema.anyOf !== undefined) {
    const fitting = schema.anyOf.filter((each) => each.type === undefined || each.type === typeOf(value, each.type));
    const [first] = fitting;
    if (first === undefined)
      return `${named} must be ${schema.anyOf.map(({ type = 'a value' }) => type).join(' or ')}.`;
    const faults = fitting.map((each) => argumentFault(each, value, path));
    if (faults.includes(undefined)) return undefined;
    return fitting.length === 1 ? faults[0] : `${named} must be ${shapesOf(fitting)}.`;
  }
  if (schema.type !== undefined && typeOf(value, schema.type) !== schema.type) {
    return `${named} must be of the type ${schema.type}.`;
  }
  if (schema.enum !== undefined && !schema.enum.includes(value)) {
    return `${named} must be one of ${schema.enum.join(', ')}.`;
  }
  const size = sizeFault(schema, value);
  if (size !== undefined) return `${named} must ${size}.`;
  if (Array.isArray(value)) {
    return firstOf(value.map((item, at) => () => schema.items && argumentFault(schema.items, item, `${path}[${at}]`)));
  }
  return typeof value === 'object' && value !== null ? memberFault(schema, value, path, named) : undefined;
}

function sizeFault(
  { minLength, maxLength, minItems, maxItems, minimum, maximum }: Schema,
  value: unknown,
): string | undefined {
  if (typeof value === 'number') return outside(value, minimum, maximum, 'be', '');
  if (Array.isArray(value)) return outside(value.length, minItems, maxItems, 'have', ' entries');
  if (typeof value !== 'string') return undefined;
  return outside(countCodePoints(value), minLength, maxLength, 'have', ' characters');
}

function outside(
  size: number,
  least: number | undefined,
  most: number | undefined,
  verb: string,
  nouns: string,
): string | undefined {
  if (least !== undefined && size < least) return `${verb} at least ${least}${nouns}`;
  return most !== undefined && size > most ? `${verb} at most ${most}${nouns}` : undefined;
}

function memberFault(schema: Schema, value: object, path: string, named: string): string | undefined {
  const { properties = {}, required = [], additionalProperties: others, propertyNames } = schema;
  const missing = required.find((name) => !Object.hasOwn(value, name));
  const allowed = propertyNames?.enum ?? (others === false ? Object.keys(properties) : undefined);
  const strange = Object.keys(value).find((name) => allowed?.includes(name) === false);
  if (strange !== undefined && allowed !== undefined) {
    return `${named} has no member ${JSON.stringify(shortened(strange, 40))}: it may have ${allowed.join(', ')}.`;
  }
  if (missing !== undefined) return `${named} needs the member ${missing}.`;
  return firstOf(
    Object.entries(value).map(([name, member]) => () => {
      const given = Object.hasOwn(properties, name) ? properties[name] : others;
      const at = `${path === '' ? '' : `${path}.`}${shortened(name, 40)}`;
      return typeof given === 'object' ? argumentFault(given, member, at) : undefined;
    }),
  );
}

function firstOf(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const fault = check();
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function shapesOf(schemas: readonly Schema[]): string {
  return schemas
    .map(({ type, properties }) => (properties ? `{ ${Object.keys(properties).join(', ')} }` : `${type}`))
    .join(' or ');
}

/** @returns The wanted type where a value has several: 1 is an integer and a number. */
function typeOf(value: unknown, wanted: string): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return wanted === 'integer' && Number.isInteger(value) ? 'integer' : typeof value;
}
