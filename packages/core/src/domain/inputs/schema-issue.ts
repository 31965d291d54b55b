import * as v from 'valibot';
import { faultMessages } from './fault-messages.ts';

/** A fault in the form of valibot. */
export type Issue = v.BaseIssue<unknown>;

type PathItem = NonNullable<Issue['path']>[number];

/** The most reported faults: thousands would cost time and help nobody. */
export const maxFaults = 100;

/** `expected` of an issue about an undescribed member, also in the schemas of valibot. */
export const notDescribed = 'never';

/** `expected` of an issue about an input without an effective member. */
export const emptyInput = 'something to do';

/**
 * Descriptions of expected values, by valibot's `expected`; by the type of the issue if `expected` is missing or
 * notation.
 */
const expectations: ReadonlyMap<string | null, string> = new Map([
  ['string', 'a text'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
  ['Array', 'a list'],
  ['Object', 'an object'],
  ['integer', 'an integer'],
  ['safe_integer', 'an integer'],
  ['finite', 'a finite number'],
  ['digits', 'digits only'],
  ['regex', 'a text of another form'],
  ['email', 'an email address'],
  ['url', 'a URL'],
  ['uuid', 'a uuid'],
  ['ip', 'an IP address'],
  ['iso_date', 'a date such as 2026-01-31'],
  ['iso_time', 'a time such as 09:30'],
  ['iso_date_time', 'a date and time such as 2026-01-31T09:30'],
  ['iso_timestamp', 'a moment such as 2026-01-31T09:30:00Z'],
]);

const comparisons: ReadonlyMap<string | undefined, string> = new Map([
  ['>=', 'at least'],
  ['>', 'more than'],
  ['<=', 'at most'],
  ['<', 'less than'],
  ['%', 'a multiple of'],
  ['!', 'anything but'],
]);

const textParts: ReadonlyMap<string, string> = new Map([
  ['starts_with', 'a text that starts with'],
  ['ends_with', 'a text that ends with'],
  ['includes', 'a value that contains'],
]);

/**
 * The message of an issue without one.
 *
 * @param issue - `type`: the type of the schema or action that found it.
 */
export function plainMessage({ type, expected, input }: Pick<Issue, 'type' | 'expected' | 'input'>): string {
  if (expected === notDescribed) return faultMessages.notDescribed;
  if (type === 'non_empty') return faultMessages.empty;
  const known =
    expectations.get(type) ?? expectations.get(expected) ?? (expected && readNotation(expected, type, input));
  return known ? `Expected ${known}.` : faultMessages.anotherValue;
}

/** Reads valibot's notation of bounds, parts of texts, literals and unions; `undefined` for other texts. */
function readNotation(expected: string, type: string, input: unknown): string | undefined {
  const part = textParts.get(type);
  if (part !== undefined) return `${part} ${unquoted(expected)}`;
  const [, sign, bound = ''] = /^(>=|>|<=|<|%|!)?([^(].*)$/s.exec(expected) ?? [];
  const unit = unitOf(type, input);
  if (sign !== undefined || unit !== undefined) {
    return [comparisons.get(sign) ?? 'exactly', unquoted(bound), unit].filter(Boolean).join(' ');
  }
  const names = expected.split(' | ').map((name) => name.replace(/^\(+|\)+$/g, ''));
  const words = names.map((name) => expectations.get(name) ?? (isLiteral(name) ? unquoted(name) : undefined));
  if (words.includes(undefined)) return undefined;
  return words.length > 1 && names.every(isLiteral) ? `one of ${words.join(', ')}` : words.join(' or ');
}

function unitOf(type: string, input: unknown): string | undefined {
  if (type.endsWith('length')) return Array.isArray(input) ? 'entries' : 'characters';
  return /(bytes|entries|words)$/.exec(type)?.[0];
}

function isLiteral(name: string): boolean {
  return /^(".*"|-?\d.*|true|false|null)$/s.test(name);
}

function unquoted(literal: string): string {
  return literal.replace(/^"(.*)"$/s, '$1');
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
    message: message ?? plainMessage({ type: 'input', expected: expected ?? null, input }),
    ...(path !== undefined && { path: [...path] as [PathItem, ...PathItem[]] }),
  };
}

export function memberPath(input: object, key: string): PathItem {
  return { type: 'object', origin: 'value', input: input as Record<string, unknown>, key, value: undefined };
}

export function itemPath(input: unknown[], key: number): PathItem {
  return { type: 'array', origin: 'value', input, key, value: undefined };
}

/** Adds the issues of a member or an item to the issues of its object or list. */
export function addInner(issues: Issue[], inner: readonly Issue[], at: PathItem): void {
  for (const issue of inner) issues.push({ ...issue, path: [at, ...(issue.path ?? [])] });
}

/** The result of a schema's run. If it is not `typed`, the value is the unchanged input. */
export function datasetOf<T>(value: unknown, issues: Issue[], typed: boolean): v.OutputDataset<T, Issue> {
  const dataset = { typed, value, ...(issues.length > 0 && { issues }) };
  return dataset as unknown as v.OutputDataset<T, Issue>;
}

type Run<TOutput> = (dataset: v.UnknownDataset, config: v.Config<Issue>) => v.OutputDataset<TOutput, Issue>;

/** Makes a schema with this `run` and the JSON Schema of another one. */
export function schemaLike<TInput, TOutput>(described: object, run: Run<TOutput>): v.GenericSchema<TInput, TOutput> {
  return v._standardSchema<v.GenericSchema<TInput, TOutput>>({ ...described, '~run': run } as never);
}
