/** Replaces `removed` UTF-16 units of a text, from `at` on, by `added`. */
export type TextSplice = readonly [at: number, removed: number, added: string];

/** Replaces `removed` items of a list, from index `at` on, by `added`. */
export type ListSplice<T> = readonly [at: number, removed: number, added: readonly T[]];

/** A part of one of the source texts of a result. */
interface Piece {
  readonly of: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Applies splices in order, each to the result of the earlier ones. Copies the text once for any number of splices.
 *
 * @throws {RangeError} When a splice is not within the text: it was made for another text.
 * @spec ED36
 */
export function spliceText(text: string, splices: readonly TextSplice[]): string {
  const pieces: Piece[] = [{ of: text, from: 0, to: text.length }];
  for (const splice of splices) splicePieces(pieces, splice);
  return pieces.map(({ of, from, to }) => of.slice(from, to)).join('');
}

function splicePieces(pieces: Piece[], [at, removed, added]: TextSplice): void {
  const [first, before] = findPiece(pieces, 0, at);
  const [last, after] = findPiece(pieces, first, before + removed);
  const [head, tail] = [pieces[first] as Piece, pieces[last]];
  if (tail === undefined) throw new RangeError('A splice lies outside the text.');
  const middle = { of: added, from: 0, to: added.length };
  const parts = [{ ...head, to: head.from + before }, middle, { ...tail, from: tail.from + after }];
  // Many splices of one place leave few pieces. An empty text needs a piece for insertions.
  const used = parts.filter((part) => part === middle || part.from < part.to);
  pieces.splice(first, last - first + 1, ...used);
}

/** @returns The piece that contains the unit `offset` after the start of piece `start`, and the offset in it. */
function findPiece(pieces: readonly Piece[], start: number, offset: number): readonly [index: number, offset: number] {
  let left = offset;
  for (let index = start; index < pieces.length; index += 1) {
    const { from, to } = pieces[index] as Piece;
    if (left <= to - from) return [index, left];
    left -= to - from;
  }
  return [pieces.length, left];
}

/** Common beginnings and ends are compared in blocks of this many units. */
const comparedAtOnce = 4_096;

/**
 * Finds the splice from the first text to the second, if they differ, without their common beginning and end. Splits no
 * surrogate pair, so that each part can be encoded separately.
 *
 * @spec ED36
 */
export function textSplices(before: string, after: string): readonly TextSplice[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSameFrom(before, after, start, start)) start += comparedAtOnce;
  start = Math.min(start, shorter);
  while (start < shorter && before[start] === after[start]) start += 1;
  if (start === before.length && start === after.length) return [];
  if (/[\ud800-\udbff]/.test(before.charAt(start - 1))) start -= 1;

  const most = shorter - start;
  const offset = after.length - before.length;
  let end = 0;
  for (;;) {
    const from = before.length - end - comparedAtOnce;
    if (end + comparedAtOnce > most || !isSameFrom(before, after, from, from + offset)) break;
    end += comparedAtOnce;
  }
  while (end < most && before[before.length - end - 1] === after[after.length - end - 1]) end += 1;
  if (end > 0 && /[\udc00-\udfff]/.test(before.charAt(before.length - end))) end -= 1;
  return [[start, before.length - end - start, copyOf(after.slice(start, after.length - end))]];
}

/** A slice would hold the whole text in memory. */
function copyOf(slice: string): string {
  return JSON.parse(JSON.stringify(slice)) as string;
}

function isSameFrom(before: string, after: string, inBefore: number, inAfter: number): boolean {
  return before.slice(inBefore, inBefore + comparedAtOnce) === after.slice(inAfter, inAfter + comparedAtOnce);
}

/** Applies splices to a list, like `spliceText` to a text. */
export function spliceList<T>(list: readonly T[], splices: readonly ListSplice<T>[]): readonly T[] {
  if (splices.length === 0) return list;
  const result = [...list];
  for (const [at, removed, added] of splices) {
    if (at + removed > result.length) throw new RangeError('A splice lies outside the list.');
    result.splice(at, removed, ...added);
  }
  return result;
}

/**
 * Finds splices from the first list to the second. They leave out all items that stay in the same order.
 *
 * @param keyOf - Equal for items that are equal.
 */
export function listSplices<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (item: T) => string,
): readonly ListSplice<T>[] {
  const isSame = (a: T, b: T): boolean => a === b || keyOf(a) === keyOf(b);
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSame(before[start] as T, after[start] as T)) start += 1;
  let [oldEnd, end] = [before.length, after.length];
  while (Math.min(oldEnd, end) > start && isSame(before[oldEnd - 1] as T, after[end - 1] as T)) {
    oldEnd -= 1;
    end -= 1;
  }
  const [old, now] = [before.slice(start, oldEnd), after.slice(start, end)];
  // A key may be the whole JSON text of an item.
  if (old.length > 0 && now.length > 0) return alignedSplices(start, old, now, keyOf);
  return old.length === now.length ? [] : [[start, old.length, now]];
}

/** Walks both lists, and removes an item when the other list contains no more of it. */
function alignedSplices<T>(
  start: number,
  before: readonly T[],
  after: readonly T[],
  keyOf: (item: T) => string,
): readonly ListSplice<T>[] {
  const [old, now] = [before.map(keyOf), after.map(keyOf)];
  const ahead = new Map<string, number>();
  for (const key of now) ahead.set(key, (ahead.get(key) ?? 0) + 1);
  const splices: ListSplice<T>[] = [];
  let [at, i, j] = [start, 0, 0];
  while (i < old.length || j < now.length) {
    if (old[i] === now[j]) {
      take(ahead, now[j] as string);
      [at, i, j] = [at + 1, i + 1, j + 1];
      continue;
    }
    let removed = 0;
    const added: T[] = [];
    while ((i < old.length || j < now.length) && old[i] !== now[j]) {
      const isGone = i < old.length && !ahead.get(old[i] as string);
      if (isGone) {
        removed += 1;
        i += 1;
      } else {
        take(ahead, now[j] as string);
        added.push(after[j] as T);
        j += 1;
      }
    }
    splices.push([at, removed, added]);
    at += added.length;
  }
  return splices;
}

function take(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) as number) - 1);
}
