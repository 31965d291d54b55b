import { isLostNumber } from '@botwright/core/files';

/** The places of values in a JSON text by RFC 6901 pointers, and the place of its first error. */
export interface JsonPlaces {
  /** The offset of each value, or of its name if it is a member, until the error. */
  readonly offsets: ReadonlyMap<string, number>;
  readonly error?: { readonly offset: number; readonly message: string };
}

/** Maximum depth of the text; no diagram is deeper. */
const deepest = 128;

function tooLarge(written: string): string {
  return Number.isFinite(Number(written))
    ? `The whole number ${written} would lose digits: write it as a text, in quotes.`
    : `The number ${written} is too large to store.`;
}

class Malformed extends Error {
  readonly offset: number;
  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

interface Reader {
  readonly text: string;
  readonly offsets: Map<string, number>;
  at: number;
}

/**
 * Reports values that `JSON.parse` loses silently as errors: the first of two equal keys, digits of a large number.
 *
 * @spec CO64, CO66
 */
export function jsonPlaces(text: string): JsonPlaces {
  const offsets = new Map<string, number>();
  const reader: Reader = { text, offsets, at: 0 };
  try {
    readValue(reader, '', 0);
    skipSpace(reader);
    if (reader.at < text.length) refuse(reader, 'the end of the text');
    return { offsets };
  } catch (problem) {
    if (!(problem instanceof Malformed)) throw problem;
    return { offsets, error: { offset: problem.offset, message: problem.message } };
  }
}

function skipSpace(reader: Reader): void {
  while (reader.at < reader.text.length && ' \t\n\r'.includes(reader.text[reader.at] as string)) reader.at += 1;
}

function refuse({ text, at }: Reader, wanted: string): never {
  const found = at >= text.length ? 'the end of the text' : JSON.stringify(text[at]);
  throw new Malformed(at, `Expected ${wanted}, found ${found}.`);
}

function readValue(reader: Reader, pointer: string, depth: number): void {
  skipSpace(reader);
  const { text, offsets, at } = reader;
  if (!offsets.has(pointer)) offsets.set(pointer, at);
  if (depth > deepest) throw new Malformed(at, 'The text is nested too deeply.');
  const character = text[at];
  if (character === '{') readMembers(reader, pointer, depth);
  else if (character === '[') readItems(reader, pointer, depth);
  else if (character === '"') readString(reader);
  else readScalar(reader, pointer);
}

function readScalar(reader: Reader, pointer: string): void {
  const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y;
  scalar.lastIndex = reader.at;
  const [written] = scalar.exec(reader.text) ?? refuse(reader, 'a value');
  if (isLostNumber(written)) throw new Malformed(reader.offsets.get(pointer) ?? reader.at, tooLarge(written));
  reader.at += written.length;
}

function readString(reader: Reader): string {
  const { text, at: start } = reader;
  reader.at += 1;
  for (;;) {
    const character = text[reader.at];
    if (character === undefined || character === '\n') throw new Malformed(start, 'The text in quotes has no end.');
    if (character === '"') break;
    reader.at += character === '\\' ? 2 : 1;
  }
  reader.at += 1;
  try {
    return JSON.parse(text.slice(start, reader.at)) as string;
  } catch {
    throw new Malformed(start, 'The text in quotes has a character or an escape that JSON does not allow.');
  }
}

function readMembers(reader: Reader, pointer: string, depth: number): void {
  const { text, offsets } = reader;
  if (isEmpty(reader, '}')) return;
  do {
    skipSpace(reader);
    if (text[reader.at] !== '"') refuse(reader, 'a name in double quotes');
    const start = reader.at;
    const name = readString(reader);
    const inner = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (offsets.has(inner)) throw new Malformed(start, `The key ${JSON.stringify(name)} is in this object twice.`);
    offsets.set(inner, start);
    skipSpace(reader);
    if (text[reader.at] !== ':') refuse(reader, '":"');
    reader.at += 1;
    readValue(reader, inner, depth + 1);
  } while (hasNext(reader, '}'));
}

function readItems(reader: Reader, pointer: string, depth: number): void {
  if (isEmpty(reader, ']')) return;
  let index = 0;
  do {
    readValue(reader, `${pointer}/${index}`, depth + 1);
    index += 1;
  } while (hasNext(reader, ']'));
}

/** Reads the opening bracket, and the closing one if it follows. */
function isEmpty(reader: Reader, close: string): boolean {
  reader.at += 1;
  skipSpace(reader);
  if (reader.text[reader.at] !== close) return false;
  reader.at += 1;
  return true;
}

/** Reads the comma or the closing bracket after an entry. */
function hasNext(reader: Reader, close: string): boolean {
  skipSpace(reader);
  const character = reader.text[reader.at];
  if (character !== ',' && character !== close) refuse(reader, `"," or "${close}"`);
  reader.at += 1;
  if (character === close) return false;
  skipSpace(reader);
  if (reader.text[reader.at] === close) refuse(reader, 'another entry after the comma');
  return true;
}

/** The offset of a pointer's value, or of its nearest existing ancestor. */
export function offsetOf({ offsets }: JsonPlaces, pointer: string): number {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const offset = offsets.get(at);
    if (offset !== undefined) return offset;
    if (!at.includes('/')) return 0;
  }
}

/** Offsets of the lines. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** A place for people. */
export function placeName(text: string, offset: number): string {
  const starts = lineStarts(text);
  const line = lineOf(starts, offset);
  return `line ${line}, column ${offset - (starts[line - 1] as number) + 1}`;
}

/** The line of a place, counted from 1. */
export function lineOf(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}
