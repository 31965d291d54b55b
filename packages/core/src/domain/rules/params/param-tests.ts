import type { ParamDefinition, ParamType } from '../../blocks/block-definition.ts';
import { isJsonObject, type JsonValue } from '../../json/json-value.ts';
import { countCodePoints } from '../../text.ts';

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

/** Tests of numbers in the rules. A value of another type passes. */
const bounds: readonly {
  readonly rule: 'minLength' | 'maxLength' | 'min' | 'max' | 'minItems' | 'maxItems';
  readonly code: string;
  readonly accepts: (value: JsonValue, bound: number) => boolean;
  readonly expected: (bound: number) => string;
}[] = [
  {
    rule: 'minLength',
    code: 'param_min_length',
    accepts: (value, least) =>
      typeof value !== 'string' || value.length >= least * 2 || countCodePoints(value) >= least,
    expected: (least) => `have at least ${least} characters`,
  },
  {
    rule: 'maxLength',
    code: 'param_max_length',
    accepts: (value, most) => typeof value !== 'string' || value.length <= most || countCodePoints(value) <= most,
    expected: (most) => `have at most ${most} characters`,
  },
  {
    rule: 'min',
    code: 'param_min',
    accepts: (value, min) => typeof value !== 'number' || value >= min,
    expected: (min) => `be at least ${min}`,
  },
  {
    rule: 'max',
    code: 'param_max',
    accepts: (value, max) => typeof value !== 'number' || value <= max,
    expected: (max) => `be at most ${max}`,
  },
  {
    rule: 'minItems',
    code: 'param_min_items',
    accepts: (value, least) => !Array.isArray(value) || value.length >= least,
    expected: (least) => `have at least ${least} ${least === 1 ? 'entry' : 'entries'}`,
  },
  {
    rule: 'maxItems',
    code: 'param_max_items',
    accepts: (value, most) => !Array.isArray(value) || value.length <= most,
    expected: (most) => `have at most ${most} ${most === 1 ? 'entry' : 'entries'}`,
  },
];

/**
 * Makes the tests of a param, in running order.
 *
 * @param pattern - The compiled pattern of the rules.
 * @spec RU34, RU35, RU36, RU37, RU38, RU39, RU40
 */
export function paramTests({ type, rules }: ParamDefinition, pattern: RegExp | undefined): readonly ParamTest[] {
  const { nonEmpty, enum: values } = rules;
  const tests: ParamTest[] = [];
  if (type !== 'any') {
    const accepts = type === 'string' ? isText : (value: JsonValue) => hasType(value, type);
    tests.push({ code: 'param_type', accepts, expected: `be of type ${type}`, isLast: true });
  }
  if (nonEmpty === true) {
    tests.push({
      code: 'param_non_empty',
      accepts: (value) => !isEmpty(value),
      expected: 'not be empty',
      isLast: true,
    });
  }
  if (values !== undefined) {
    const accepts = (value: JsonValue) => (values as readonly JsonValue[]).includes(value);
    tests.push({ code: 'param_enum', accepts, expected: `be one of ${values.join(', ')}` });
  }
  if (pattern !== undefined) {
    const accepts = (value: JsonValue) => typeof value !== 'string' || pattern.test(value);
    tests.push({ code: 'param_pattern', accepts, expected: `match ${pattern.source}` });
  }
  for (const { rule, code, accepts, expected } of bounds) {
    const bound = rules[rule];
    if (bound !== undefined) {
      tests.push({ code, accepts: (value) => accepts(value, bound), expected: expected(bound) });
    }
  }
  return tests;
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
