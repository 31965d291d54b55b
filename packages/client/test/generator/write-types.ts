import type { Schema } from './documents.ts';

const indent = (text: string): string => text.replaceAll('\n', '\n  ');

/** Writes a TypeScript type of the JSON values that a schema allows. */
export function writeType(schema: Schema): string {
  const { $ref, const: only, enum: several, type, items, anyOf, oneOf } = schema;
  if ($ref !== undefined) return nameIn($ref);
  if (only !== undefined) return literal(only);
  if (several !== undefined) return several.map(literal).join(' | ');
  const options = anyOf ?? oneOf ?? (Array.isArray(type) ? type.map((one: string) => ({ type: one })) : undefined);
  if (options !== undefined) return [...new Set(options.map(writeType))].join(' | ');
  if (type === 'array') return `readonly ${inArray(writeType(items ?? {}))}[]`;
  if (type === 'object') return writeMembers(schema);
  if (type === 'integer') return 'number';
  return typeof type === 'string' ? type : 'unknown';
}

export function writeMembers({ properties = {}, required = [], additionalProperties: others }: Schema): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${comment(schema.description)}readonly ${name}${mark}: ${writeType(schema)};`;
  });
  const isOpen = others !== undefined && others !== false;
  // An index signature must also allow the types of the other members.
  const value = isOpen && members.length === 0 && others !== true ? writeType(others) : 'unknown';
  const all = isOpen ? [...members, `readonly [name: string]: ${value};`] : members;
  return all.length === 0 ? 'Readonly<Record<string, never>>' : `{\n  ${indent(all.join('\n'))}\n}`;
}

/** A docstring and the end of its line; nothing without a text. */
export function comment(text: string | undefined): string {
  if (text === undefined) return '';
  const lines = text.trim().split('\n');
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

export function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, String.raw`\$&`)}'` : JSON.stringify(value);
}

function inArray(type: string): string {
  return /^\w+$/.test(type) ? type : `(${type})`;
}
