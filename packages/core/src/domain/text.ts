import { faultMessages } from './inputs/fault-messages.ts';

/** Whether every store and every encoding can represent the text: it has no U+0000 and no lone surrogate. */
export function isPlainText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** @returns The text without white space around it; `undefined` if it is blank, longer than `max` code points, or cannot be stored. */
export function acceptName(text: string, max: number): string | undefined {
  const name = text.trim();
  return name === '' || !isPlainText(name) || countCodePoints(name) > max ? undefined : name;
}

/**
 * Measures a text in the unit of all its bounds.
 *
 * @returns The number of Unicode code points, close to the number of visible characters.
 */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Whether a text has more code points than `max`. Reads at most `2 * max` units. */
export function hasMoreCodePoints(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > 2 * max || countCodePoints(text) > max;
}

const mark = /^\p{M}$/u;

/** Code points below this are not combining marks. */
const firstMark = 0x300;

/**
 * Whether a text has more combining marks in a row than `max`. Such texts are refused, because normalising or drawing
 * them takes quadratic time. This check takes linear time.
 */
export function hasMoreMarksInRow(text: string, max: number): boolean {
  let inRow = 0;
  for (const character of text) {
    const isMark = (character.codePointAt(0) ?? 0) >= firstMark && mark.test(character);
    inRow = isMark ? inRow + 1 : 0;
    if (inRow > max) return true;
  }
  return false;
}

/**
 * Counts the UTF-8 bytes of a text without making them.
 *
 * @param most - Counting ends beyond this number.
 * @returns The number of bytes; beyond `most` any greater number.
 */
export function utf8Length(text: string, most: number = Number.POSITIVE_INFINITY): number {
  if (most < text.length) return text.length;
  if (text.length < longText || isMostlyAscii(text)) return mostlyAsciiLength(text, most);
  return encodedLength(text, most);
}

/** UTF-16 units from which a choice of the method pays. */
const longText = 16_384;

function isMostlyAscii(text: string): boolean {
  const sample = text.slice(0, longText / 4);
  return loopLength(sample, Number.POSITIVE_INFINITY) < sample.length * 1.02;
}

/**
 * Most long texts are JSON with few characters beyond ASCII, and a pattern finds these faster than an encoder counts.
 */
function mostlyAsciiLength(text: string, most: number): number {
  const others = /[^\0-\x7f]+/g;
  let bytes = text.length;
  for (let found = others.exec(text); found !== null && bytes <= most; found = others.exec(text)) {
    bytes += loopLength(found[0], most) - found[0].length;
  }
  return bytes;
}

const encoder = new TextEncoder();
const encoded = new Uint8Array(65_536);

/** Encodes other texts piece by piece, which takes a third of the time of a loop. */
function encodedLength(text: string, most: number): number {
  let bytes = 0;
  for (let rest = text; rest.length > 0 && bytes <= most; ) {
    const { read, written } = encoder.encodeInto(rest, encoded);
    bytes += written;
    rest = rest.slice(read);
  }
  return bytes;
}

function loopLength(text: string, most: number): number {
  let bytes = text.length;
  for (let index = 0; index < text.length && bytes <= most; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // A surrogate pair has 4 bytes for 2 units, any other unit above U+07FF has 3 bytes.
    const isSurrogate = unit >= 0xd800 && unit <= 0xdfff;
    bytes += unit < 0x800 || isSurrogate ? 1 : 2;
  }
  return bytes;
}

export interface TextBounds {
  /** In Unicode code points. Default: no bound. */
  readonly max?: number;
  /** Combining marks in a row. Default: any number. */
  readonly marks?: number;
  /** In UTF-8. Default: `max`. */
  readonly bytes?: number;
}

/**
 * Finds why a text cannot be stored. Checks its length first.
 *
 * @returns One sentence; `undefined` if the text can be stored.
 * @spec MS9
 */
export function textFault(text: string, { max, marks, bytes }: TextBounds = {}): string | undefined {
  if (max !== undefined && hasMoreCodePoints(text, max)) return faultMessages.moreThan(max, 'characters');
  if (bytes !== undefined && utf8Length(text, bytes) > bytes) return faultMessages.moreThan(bytes, 'bytes in UTF-8');
  if (!isPlainText(text)) return faultMessages.unstorable;
  if (marks !== undefined && hasMoreMarksInRow(text, marks))
    return faultMessages.moreThan(marks, 'combining marks in a row');
  return undefined;
}

/**
 * Orders strings by Unicode code point, which is also the order of their UTF-8 bytes.
 *
 * JavaScript's `<` compares UTF-16 units and puts U+10000 and above before U+E000 to U+FFFF.
 *
 * @spec RS31
 */
export function compareCodePoints(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let index = 0; index < shorter; index += 1) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Ranks surrogates, which are halves of a code point above U+FFFF, after all other units. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
