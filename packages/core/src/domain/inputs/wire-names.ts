import * as v from 'valibot';
import { type InputObject, type InputObjectOptions, inputList, inputObject } from './input-object.ts';
import { checked } from './members.ts';

type SnakeCase<T extends string> = T extends `${infer TFirst}${infer TRest}`
  ? TFirst extends Uppercase<TFirst>
    ? TFirst extends Lowercase<TFirst>
      ? `${TFirst}${SnakeCase<TRest>}`
      : `_${Lowercase<TFirst>}${SnakeCase<TRest>}`
    : `${TFirst}${SnakeCase<TRest>}`
  : T;

/** An input with the member names of the wire format, at every depth. */
export type WireNames<T> = T extends readonly (infer TItem)[]
  ? readonly WireNames<TItem>[]
  : T extends object
    ? { readonly [K in keyof T as K extends string ? SnakeCase<K> : K]: WireNames<T[K]> }
    : T;

/** Converts a name, or a path of names, to the wire format: `pageSize` is `page_size`. */
export function wireName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Converts a schema so that it reads the same input with the names of the wire format: it reads `channel_family`, uses
 * that name in faults and in its JSON Schema, and returns `channelFamily`.
 *
 * @param schema - May consist of `inputObject`, `inputList`, and valibot's optional members, unions and pipes.
 * @param own - Wire names that do not follow from the member's name, at any depth.
 * @example
 * const read = readInput(wireNames(botCreationSchema), { name: 'Sales', channel_family: 'native' });
 * // { ok: true, value: { name: 'Sales', channelFamily: 'native' } }
 */
export function wireNames<const TSchema extends v.GenericSchema>(
  schema: TSchema,
  own: OwnNames = {},
): v.GenericSchema<WireNames<v.InferInput<TSchema>>, v.InferOutput<TSchema>> {
  return renamed(schema as unknown as AnySchema, own) as never;
}

type PipeItem = v.BaseValidation<unknown, unknown, v.BaseIssue<unknown>> | v.BaseMetadata<unknown>;

type OwnNames = Readonly<Record<string, string>>;

/** The members of valibot's schemas that contain other schemas. */
interface AnySchema extends v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>> {
  readonly pipe?: readonly [AnySchema, ...PipeItem[]];
  readonly entries?: Readonly<Record<string, AnySchema>>;
  readonly options?: InputObjectOptions | readonly AnySchema[];
  readonly item?: AnySchema;
  readonly wrapped?: AnySchema;
}

/** Converts a schema; returns it unchanged if no name differs on the wire. */
function renamed(schema: AnySchema, own: OwnNames): AnySchema {
  const { pipe, item, wrapped, options } = schema;
  if (pipe !== undefined) {
    const [first, ...rest] = pipe;
    const inner = renamed(first, own);
    return inner === first
      ? schema
      : (v.pipe(inner, ...(rest.map((each) => renamedFaults(each, own)) as never[])) as AnySchema);
  }
  if (isInputObject(schema)) return renamedObject(schema, own);
  if (item !== undefined) return inputList(renamed(item, own)) as unknown as AnySchema;
  if (wrapped !== undefined) return copyOf(schema, { wrapped: renamed(wrapped, own) });
  if (schema.type === 'union') {
    return copyOf(schema, { options: (options as readonly AnySchema[]).map((each) => renamed(each, own)) });
  }
  return schema;
}

function isInputObject(schema: AnySchema): schema is AnySchema & InputObject<v.ObjectEntries, object> {
  return schema.reference === inputObject;
}

function renamedObject({ entries, options }: InputObject<v.ObjectEntries, object>, own: OwnNames): AnySchema {
  const nameOf = wireNamesBy(own);
  const members = Object.entries(entries).map(
    ([name, schema]) => [nameOf(name), renamed(schema as AnySchema, own)] as const,
  );
  const names = Object.keys(entries).map((name) => [nameOf(name), options.names?.[name] ?? name] as const);
  const wired = inputObject(Object.fromEntries(members), { ...options, names: Object.fromEntries(names) });
  return wired as unknown as AnySchema;
}

/** Checks run on values with the names of this library; faults need the names of the wire. */
function renamedFaults(item: PipeItem, own: OwnNames): PipeItem {
  if (item.kind !== 'validation' || item.reference !== (checked as unknown)) return item;
  const nameOf = wireNamesBy(own);
  return {
    ...item,
    '~run'(dataset, config) {
      const ran = item['~run'](dataset, config);
      const before = dataset.issues?.length ?? 0;
      const issues = ran.issues?.map((issue, at) => {
        if (at < before) return issue;
        const path = issue.path?.map((each) => ({ ...each, key: `${each.key}`.split('.').map(nameOf).join('.') }));
        return { ...issue, ...(path !== undefined && { path }) };
      });
      return { ...ran, ...(issues !== undefined && { issues }) } as typeof ran;
    },
  };
}

function wireNamesBy(own: OwnNames): (name: string) => string {
  return (name) => own[name] ?? wireName(name);
}

function copyOf(schema: AnySchema, changes: Partial<AnySchema>): AnySchema {
  return v._standardSchema<AnySchema>({ ...schema, ...changes });
}
