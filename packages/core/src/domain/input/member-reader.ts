import { type JsonObject, type JsonValue, ownMember } from '../json/json-value.ts';
import { hasMoreMarksInRow } from '../text/combining-marks.ts';
import { hasMoreCodePoints, isPlainText } from '../text/plain-text.ts';
import { utf8Length } from '../text/utf8-length.ts';
import type { InputFault, InputRead } from './input-fault.ts';
import { isHttpUrl } from './is-http-url.ts';

export interface TextBounds {
  /** In Unicode code points. Default: none but what the body of a request may hold. */
  readonly max?: number;
  /** Combining marks in a row. Default: any number. */
  readonly marks?: number;
  /** In UTF-8. Default: as `max`. */
  readonly bytes?: number;
}

/** How many faults one refusal names: whoever sends thousands learns no more of them, and costs no more. */
export const maxFaults = 100;

/** Characters of a path that a fault tells: names of members are the sender's too. */
const maxPathLength = 512;

/**
 * Reads members of an object from outside, and gathers what is wrong with them. What is left out or `null` is
 * absent. A reader of a wanted member answers a stand-in after a fault: `finish` then refuses the whole.
 */
export interface MemberReader {
  /** A text of one character at least. */
  text(name: string, bounds?: TextBounds): string;
  /** A text, perhaps an empty one. */
  optionalText(name: string, bounds?: TextBounds): string | undefined;
  httpUrl(name: string): string;
  optionalHttpUrl(name: string): string | undefined;
  /** A finite number within the range, both ends included, or text that spells one in decimal. */
  numeric(name: string, range: { readonly min: number; readonly max: number }): number;
  optionalFlag(name: string): boolean | undefined;
  refuse(name: string, message: string): void;
  finish<T>(value: T): InputRead<T>;
}

/**
 * @param prefix - Path of the object, with the dot behind it; empty for the whole input.
 * @spec MS6, MS7, MS8, MS9, MS45
 */
export function memberReader(input: JsonObject, prefix = ''): MemberReader {
  const faults: InputFault[] = [];

  const refuse = (name: string, message: string): void => {
    if (faults.length < maxFaults) faults.push({ field: clipPath(`${prefix}${name}`), message });
  };
  const member = (name: string): JsonValue | undefined => ownMember(input, name) ?? undefined;
  const wanted = (name: string): JsonValue | undefined => {
    const value = member(name);
    if (value === undefined) refuse(name, 'It is required.');
    return value;
  };
  const asText = (name: string, value: JsonValue, bounds: TextBounds): string => {
    const fault = textFault(value, bounds);
    if (fault !== undefined) refuse(name, fault);
    return typeof value === 'string' ? value : '';
  };
  const asHttpUrl = (name: string, value: JsonValue): string => {
    if (typeof value === 'string' && isHttpUrl(value)) return value;
    refuse(name, 'Expected an absolute http or https address without credentials.');
    return '';
  };

  return {
    text(name, bounds = {}) {
      const value = wanted(name);
      if (value === '') refuse(name, 'It is empty.');
      return value === undefined ? '' : asText(name, value, bounds);
    },
    optionalText(name, bounds = {}) {
      const value = member(name);
      return value === undefined ? undefined : asText(name, value, bounds);
    },
    httpUrl(name) {
      const value = wanted(name);
      return value === undefined ? '' : asHttpUrl(name, value);
    },
    optionalHttpUrl(name) {
      const value = member(name);
      return value === undefined ? undefined : asHttpUrl(name, value);
    },
    numeric(name, { min, max }) {
      const value = wanted(name);
      if (value === undefined) return 0;
      const number = spelledNumber(value);
      if (number !== undefined && number >= min && number <= max) return number;
      refuse(name, `Expected a number from ${min} to ${max}.`);
      return 0;
    },
    optionalFlag(name) {
      const value = member(name);
      if (value === undefined || typeof value === 'boolean') return value;
      refuse(name, 'Expected true or false.');
      return undefined;
    },
    refuse,
    finish: (value) => (faults.length === 0 ? { ok: true, value } : { ok: false, faults }),
  };
}

/** Beyond this, no text is a number that anybody means. In UTF-16 units. */
const longestNumber = 64;
const numberForm = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

function spelledNumber(value: JsonValue): number | undefined {
  if (typeof value === 'number') return value;
  const isNumber = typeof value === 'string' && value.length <= longestNumber && numberForm.test(value);
  return isNumber ? Number(value) : undefined;
}

/** What keeps a value from being a text that can be kept. Its length is counted before anything else is done with it. */
export function textFault(value: JsonValue, { max, marks, bytes }: TextBounds = {}): string | undefined {
  if (typeof value !== 'string') return 'Expected a text.';
  if (max !== undefined && hasMoreCodePoints(value, max)) return `It has more than ${max} characters.`;
  if (bytes !== undefined && utf8Length(value, bytes) > bytes) return `It has more than ${bytes} bytes in UTF-8.`;
  if (!isPlainText(value)) return 'It has a character that cannot be kept: U+0000, or half of one.';
  if (marks !== undefined && hasMoreMarksInRow(value, marks))
    return `It has more than ${marks} combining marks in a row.`;
  return undefined;
}

function clipPath(path: string): string {
  return path.length > maxPathLength ? `${path.slice(0, maxPathLength).toWellFormed()}…` : path;
}
