import type { ParamDefinition, ParamRules, ParamType } from '../../blocks/block-definition.ts';
import { isJsonObject, type JsonValue } from '../../json/json-value.ts';

/** @spec RU34 */
export function hasType(value: JsonValue, type: ParamType): boolean {
  switch (type) {
    case 'any':
      return true;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    case 'integer':
      return Number.isInteger(value);
    case 'string':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
  }
}

const isText = (value: JsonValue): boolean => typeof value === 'string';

/** A rule of the catalog on the value of a param. */
export interface ParamTest {
  readonly code: string;
  readonly accepts: (value: JsonValue) => boolean;
  /** The end of a sentence after "should". */
  readonly expected: string;
  /** A value that fails this test skips the later ones. */
  readonly isLast?: true;
}

type TestOf = (rules: ParamRules, pattern: RegExp | undefined) => ParamTest | undefined;

const nonEmpty: TestOf = (rules) =>
  rules.nonEmpty === true
    ? { code: 'param_non_empty', accepts: (value) => !isEmpty(value), expected: 'not be empty', isLast: true }
    : undefined;

const oneOf: TestOf = ({ enum: values }) =>
  values && {
    code: 'param_enum',
    accepts: (value) => (values as readonly JsonValue[]).includes(value),
    expected: `be one of ${values.join(', ')}`,
  };

const matching: TestOf = (_rules, pattern) =>
  pattern && {
    code: 'param_pattern',
    accepts: (value) => typeof value !== 'string' || pattern.test(value),
    expected: `match ${pattern.source}`,
  };

const longEnough: TestOf = ({ minLength: least }) =>
  least === undefined
    ? undefined
    : {
        code: 'param_min_length',
        accepts: (value) => typeof value !== 'string' || value.length >= least * 2 || codePoints(value) >= least,
        expected: `have at least ${least} characters`,
      };

const shortEnough: TestOf = ({ maxLength: most }) =>
  most === undefined
    ? undefined
    : {
        code: 'param_max_length',
        accepts: (value) => typeof value !== 'string' || value.length <= most || codePoints(value) <= most,
        expected: `have at most ${most} characters`,
      };

const highEnough: TestOf = ({ min }) =>
  min === undefined
    ? undefined
    : {
        code: 'param_min',
        accepts: (value) => typeof value !== 'number' || value >= min,
        expected: `be at least ${min}`,
      };

const lowEnough: TestOf = ({ max }) =>
  max === undefined
    ? undefined
    : {
        code: 'param_max',
        accepts: (value) => typeof value !== 'number' || value <= max,
        expected: `be at most ${max}`,
      };

const enoughItems: TestOf = ({ minItems: least }) =>
  least === undefined
    ? undefined
    : {
        code: 'param_min_items',
        accepts: (value) => !Array.isArray(value) || value.length >= least,
        expected: `have at least ${least} ${least === 1 ? 'entry' : 'entries'}`,
      };

const fewItems: TestOf = ({ maxItems: most }) =>
  most === undefined
    ? undefined
    : {
        code: 'param_max_items',
        accepts: (value) => !Array.isArray(value) || value.length <= most,
        expected: `have at most ${most} ${most === 1 ? 'entry' : 'entries'}`,
      };

const all = [nonEmpty, oneOf, matching, longEnough, shortEnough, highEnough, lowEnough, enoughItems, fewItems] as const;

/**
 * Makes the tests of a param, in running order.
 *
 * @param pattern - The compiled pattern of the rules.
 * @spec RU34, RU35, RU36, RU37, RU38, RU39, RU40
 */
export function paramTests({ type, rules }: ParamDefinition, pattern: RegExp | undefined): readonly ParamTest[] {
  const typed: ParamTest = {
    code: 'param_type',
    accepts: type === 'string' ? isText : (value) => hasType(value, type),
    expected: `be of type ${type}`,
    isLast: true,
  };
  const others = all.map((make) => make(rules, pattern)).filter((test) => test !== undefined);
  return type === 'any' ? others : [typed, ...others];
}

/** One function for all tests of a param: most params have one or two. */
export function acceptsAll(tests: readonly ParamTest[]): ParamTest['accepts'] {
  const [first, second, third, fourth] = tests;
  if (first === undefined) return () => true;
  if (second === undefined) return first.accepts;
  if (third === undefined) return (value) => first.accepts(value) && second.accepts(value);
  if (fourth === undefined) return (value) => first.accepts(value) && second.accepts(value) && third.accepts(value);
  return (value) => tests.every(({ accepts }) => accepts(value));
}

/** @spec RU35 */
export function isEmpty(value: JsonValue): boolean {
  if (typeof value === 'string') return isBlank(value);
  if (Array.isArray(value)) return value.length === 0;
  return value === null || (isJsonObject(value) && Object.keys(value).length === 0);
}

/** Reads up to the first character that is not white space. */
export function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  // A fast path: most texts begin with a printable ASCII character.
  return !(first > 0x20 && first < 0x7f) && !/\S/.test(text);
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
