import * as v from 'valibot';
import { faultMessages } from './fault-messages.ts';

/** A fault, as valibot represents it. */
export type Issue = v.BaseIssue<unknown>;

type PathItem = NonNullable<Issue['path']>[number];

/** How many faults are reported at once: reporting thousands would cost time and help nobody. */
export const maxFaults = 100;

/** `expected` of an issue about a member that is not described, also in the schemas of valibot. */
export const notDescribed = 'never';

/** `expected` of an issue about an input that has no member to act on. */
export const emptyInput = 'something to do';

const typeMessages: ReadonlyMap<string | null, string> = new Map([
  ['string', faultMessages.text],
  ['number', faultMessages.number],
  ['boolean', faultMessages.boolean],
  ['Array', faultMessages.list],
  ['Object', faultMessages.object],
  [notDescribed, faultMessages.notDescribed],
]);

/** What is said of a value of another type, by what valibot expects. */
export function typeMessage(expected: string | null): string {
  return typeMessages.get(expected) ?? (expected === null ? faultMessages.anotherValue : `Expected ${expected}.`);
}

interface IssueDetails {
  readonly expected?: string;
  /** Default: the message for a value of the wrong type. */
  readonly message?: string;
  readonly path?: readonly PathItem[];
}

export function issueOf(input: unknown, { expected, message, path }: IssueDetails): Issue {
  return {
    kind: 'validation',
    type: 'input',
    input,
    expected: expected ?? null,
    received: typeof input,
    message: message ?? typeMessage(expected ?? null),
    ...(path !== undefined && { path: [...path] as [PathItem, ...PathItem[]] }),
  };
}

export function memberPath(input: object, key: string): PathItem {
  return { type: 'object', origin: 'value', input: input as Record<string, unknown>, key, value: undefined };
}

export function itemPath(input: unknown[], key: number): PathItem {
  return { type: 'array', origin: 'value', input, key, value: undefined };
}

/** Adds the issues of a member or an item to those of its object or list. */
export function addInner(issues: Issue[], inner: readonly Issue[], at: PathItem): void {
  for (const issue of inner) issues.push({ ...issue, path: [at, ...(issue.path ?? [])] });
}

/** The result of a schema's run. If it is not `typed` the value is the input as it was sent. */
export function datasetOf<T>(value: unknown, issues: Issue[], typed: boolean): v.OutputDataset<T, Issue> {
  const dataset = { typed, value, ...(issues.length > 0 && { issues }) };
  return dataset as unknown as v.OutputDataset<T, Issue>;
}

type Run<TOutput> = (dataset: v.UnknownDataset, config: v.Config<Issue>) => v.OutputDataset<TOutput, Issue>;

/** Makes a schema that is read by `run` and has the JSON Schema of another one. */
export function schemaLike<TInput, TOutput>(described: object, run: Run<TOutput>): v.GenericSchema<TInput, TOutput> {
  return v._standardSchema<v.GenericSchema<TInput, TOutput>>({ ...described, '~run': run } as never);
}
