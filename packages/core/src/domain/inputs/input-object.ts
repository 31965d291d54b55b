import * as v from 'valibot';
import { closestName } from '../closest-name.ts';
import { isJsonObject, type JsonObject, ownMember } from '../json/json-value.ts';
import { faultMessages } from './fault-messages.ts';
import {
  addInner,
  datasetOf,
  emptyInput,
  type Issue,
  issueOf,
  itemPath,
  maxFaults,
  memberPath,
  notDescribed,
  schemaLike,
} from './schema-issue.ts';

type Flat<T> = { readonly [K in keyof T]: T[K] };

/** Makes members with possible `undefined` optional. */
type Defined<T> = Flat<
  { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
    [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
  }
>;

type EntriesOutput<TEntries extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<TEntries, undefined>>;

type WithoutNull<T> = { [K in keyof T]: Exclude<T[K], null> };

export interface InputObjectOptions {
  /** Undescribed members are `field_not_described` (default) or `invalid_parameters`, or ignored. */
  readonly others?: 'refused' | 'invalid' | 'ignored';
  /** `null` is an ordinary value (default), or counts as missing. */
  readonly nulls?: 'values' | 'absent';
  /** Refuses an object without described members. */
  readonly whenEmpty?: 'empty_body' | 'invalid_parameters';
  /** Names of members in the output by their names in the input, if different. */
  readonly names?: Readonly<Record<string, string>>;
}

/** A schema of valibot for an object, with JSON Schema by `toJsonSchema` of `@valibot/to-json-schema`. */
export interface InputObject<TEntries extends v.ObjectEntries, TOutput>
  extends v.BaseSchema<Flat<v.InferInput<v.ObjectSchema<TEntries, undefined>>>, TOutput, Issue> {
  /** `strict_object`: an undescribed member is a fault; `object`: it is ignored. */
  readonly type: 'strict_object' | 'object';
  /** The schemas of its members, by name. */
  readonly entries: TEntries;
  /** How it treats undescribed members, `null` and empty objects. */
  readonly options: InputObjectOptions;
}

/**
 * Describes an object from outside. Reads only own members of the object, and `undefined` counts as missing. Ends at
 * 100 faults.
 *
 * @spec MS7, MS8, MS45, HT37
 */
export function inputObject<const TEntries extends v.ObjectEntries>(
  entries: TEntries,
  options: InputObjectOptions & { readonly nulls: 'absent' },
): InputObject<TEntries, Defined<WithoutNull<EntriesOutput<TEntries>>>>;
/**
 * Makes a schema of valibot for an object from outside, with all of its faults at their JSON pointers.
 *
 * @param entries - A schema for each described member.
 */
export function inputObject<const TEntries extends v.ObjectEntries>(
  entries: TEntries,
  options?: InputObjectOptions,
): InputObject<TEntries, Defined<EntriesOutput<TEntries>>>;
export function inputObject(
  entries: v.ObjectEntries,
  options: InputObjectOptions = {},
): InputObject<v.ObjectEntries, object> {
  const { others = 'refused', whenEmpty } = options;
  const members = Object.entries(entries).map(([name, schema]) => ({
    name,
    outputName: options.names?.[name] ?? name,
    schema: schema as v.GenericSchema,
    isRequired: !['optional', 'exact_optional', 'nullish'].includes(schema.type),
  }));
  const described = new Set(Object.keys(entries));
  const isEmpty = (input: JsonObject) => members.every(({ name }) => memberOf(input, name, options) === undefined);

  return v._standardSchema<InputObject<v.ObjectEntries, object>>({
    kind: 'schema',
    type: others === 'ignored' ? 'object' : 'strict_object',
    reference: inputObject,
    expects: 'Object',
    async: false,
    entries,
    options,
    '~run'({ value: input }, config) {
      if (!isJsonObject(input)) return datasetOf(input, [issueOf(input, { expected: 'Object' })], false);
      const issues = others === 'ignored' ? [] : issuesOfOthers(input, described, others);
      if (whenEmpty !== undefined && issues.length === 0 && isEmpty(input)) {
        const message = faultMessages.noneOf([...described]);
        const details = { message, ...(whenEmpty === 'empty_body' && { expected: emptyInput }) };
        return datasetOf(input, [issueOf(input, details)], false);
      }
      const output: Record<string, unknown> = {};
      let isTyped = true;
      for (const { name, outputName, schema, isRequired } of members) {
        if (issues.length >= maxFaults) return datasetOf(input, issues, false);
        const value = memberOf(input, name, options);
        if (value === undefined && isRequired) {
          issues.push(issueOf(undefined, { message: faultMessages.required, path: [memberPath(input, name)] }));
          isTyped = false;
          continue;
        }
        if (value === undefined && schema.type === 'exact_optional') continue;
        const each = schema['~run']({ value }, config);
        isTyped &&= each.typed;
        if (each.issues !== undefined) addInner(issues, each.issues, memberPath(input, name));
        if (each.value !== undefined) output[outputName] = each.value;
      }
      return datasetOf(output, issues, isTyped);
    },
  });
}

/** A list from outside. Ends at 100 faults. @spec MS45 */
export function inputList<const TItem extends v.GenericSchema>(
  item: TItem,
): v.GenericSchema<readonly v.InferInput<TItem>[], v.InferOutput<TItem>[]> {
  return schemaLike<readonly v.InferInput<TItem>[], v.InferOutput<TItem>[]>(
    v.array(item),
    ({ value: input }, config) => {
      if (!Array.isArray(input)) return datasetOf(input, [issueOf(input, { expected: 'Array' })], false);
      const issues: Issue[] = [];
      const output: unknown[] = [];
      let isTyped = true;
      for (const [index, value] of input.entries()) {
        const each = item['~run']({ value }, config);
        isTyped &&= each.typed;
        if (each.issues !== undefined) addInner(issues, each.issues, itemPath(input, index));
        if (issues.length >= maxFaults) return datasetOf(input, issues, false);
        output.push(each.value);
      }
      return datasetOf(output, issues, isTyped);
    },
  );
}

function memberOf(input: JsonObject, name: string, { nulls }: InputObjectOptions): unknown {
  const value = ownMember(input, name);
  return value === null && nulls === 'absent' ? undefined : value;
}

function issuesOfOthers(input: JsonObject, described: ReadonlySet<string>, others: 'refused' | 'invalid'): Issue[] {
  const issues: Issue[] = [];
  for (const key of Object.keys(input)) {
    if (described.has(key)) continue;
    const closest = closestName(key, described);
    const message = closest === undefined ? faultMessages.notDescribed : faultMessages.notDescribedBut(closest);
    const details = { message, ...(others === 'refused' && { expected: notDescribed }) };
    issues.push(issueOf(key, { ...details, path: [memberPath(input, key)] }));
    if (issues.length >= maxFaults) break;
  }
  return issues;
}
