import { isLostNumber } from '@botwright/core/files';

/** Where in a JSON text its values are, by RFC 6901 pointers, or where it stops being JSON. */
export interface JsonPlaces {
  /** The offset of each value, or of its name where it is a member, until the error. */
  readonly offsets: ReadonlyMap<string, number>;
  readonly error?: { readonly offset: number; readonly message: string };
}

/** Reads the places of all values down to this depth; no diagram is deeper. */
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

/**
 * What would be lost in silence is an error: one of two keys that an object has twice, digits of a number.
 *
 * @spec CO64, CO66
 */
export function jsonPlaces(text: string): JsonPlaces {
  const offsets = new Map<string, number>();
  let at = 0;

  const skipSpace = () => {
    while (at < text.length && ' \t\n\r'.includes(text[at] as string)) at += 1;
  };
  const refuse = (wanted: string): never => {
    const found = at >= text.length ? 'the end of the text' : JSON.stringify(text[at]);
    throw new Malformed(at, `Expected ${wanted}, found ${found}.`);
  };

  const readString = (): string => {
    const start = at;
    at += 1;
    for (;;) {
      const character = text[at];
      if (character === undefined || character === '\n') throw new Malformed(start, 'The text in quotes has no end.');
      if (character === '"') break;
      at += character === '\\' ? 2 : 1;
    }
    at += 1;
    try {
      return JSON.parse(text.slice(start, at)) as string;
    } catch {
      throw new Malformed(start, 'The text in quotes has a character or an escape that JSON does not allow.');
    }
  };

  const readValue = (pointer: string, depth: number): void => {
    skipSpace();
    if (!offsets.has(pointer)) offsets.set(pointer, at);
    if (depth > deepest) throw new Malformed(at, 'The text is nested too deeply.');
    const character = text[at];
    if (character === '{') readMembers(pointer, depth);
    else if (character === '[') readItems(pointer, depth);
    else if (character === '"') readString();
    else {
      const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y;
      scalar.lastIndex = at;
      const found = scalar.exec(text);
      if (found === null) refuse('a value');
      else if (isLostNumber(found[0])) throw new Malformed(offsets.get(pointer) ?? at, tooLarge(found[0]));
      else at += found[0].length;
    }
  };

  /** After an entry: whether another one follows. */
  const hasNext = (close: string): boolean => {
    skipSpace();
    if (text[at] === ',') {
      at += 1;
      skipSpace();
      if (text[at] === close) refuse('another entry after the comma');
      return true;
    }
    if (text[at] !== close) refuse(`"," or "${close}"`);
    at += 1;
    return false;
  };

  const readMembers = (pointer: string, depth: number): void => {
    at += 1;
    skipSpace();
    if (text[at] === '}') {
      at += 1;
      return;
    }
    do {
      skipSpace();
      if (text[at] !== '"') refuse('a name in double quotes');
      const start = at;
      const name = readString();
      const inner = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (offsets.has(inner)) throw new Malformed(start, `The key ${JSON.stringify(name)} is in this object twice.`);
      offsets.set(inner, start);
      skipSpace();
      if (text[at] !== ':') refuse('":"');
      at += 1;
      readValue(inner, depth + 1);
    } while (hasNext('}'));
  };

  const readItems = (pointer: string, depth: number): void => {
    at += 1;
    skipSpace();
    if (text[at] === ']') {
      at += 1;
      return;
    }
    let index = 0;
    do {
      readValue(`${pointer}/${index}`, depth + 1);
      index += 1;
    } while (hasNext(']'));
  };

  try {
    readValue('', 0);
    skipSpace();
    if (at < text.length) refuse('the end of the text');
    return { offsets };
  } catch (problem) {
    if (!(problem instanceof Malformed)) throw problem;
    return { offsets, error: { offset: problem.offset, message: problem.message } };
  }
}

/** The place of what a pointer names, or of the nearest thing around it that is there. */
export function offsetOf({ offsets }: JsonPlaces, pointer: string): number {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const offset = offsets.get(at);
    if (offset !== undefined) return offset;
    if (!at.includes('/')) return 0;
  }
}

/** Where lines begin. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** A place as people name it. */
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
