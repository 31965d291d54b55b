import type { JsonValue } from '@botwright/core/diagram';
import { codePointsOf, looksLike } from '@botwright/testing/files';
import { diffWordsWithSpace } from 'diff';
import type { ValueChange } from './value-changes.ts';

export interface WordPart {
  readonly text: string;
  readonly kind: 'same' | 'added' | 'removed';
  /** The code points of characters that are invisible or look like the other side's; may be empty. */
  readonly names: string;
}

/** Longer texts are shown whole, before and after. In UTF-16 units. */
const longestCompared = 5000;

/** Texts with a smaller common share have no useful common words. */
const leastShared = 0.3;

/**
 * Compares two texts word by word.
 *
 * @returns `undefined` if a comparison does not help: values that are not texts, are one word, or have little in
 *   common.
 * @spec DD5, DD13
 */
export function wordChanges({ before, after }: ValueChange): readonly WordPart[] | undefined {
  if (typeof before !== 'string' || typeof after !== 'string') return undefined;
  if (!/\s/.test(before.trim()) || before.length + after.length > longestCompared) return undefined;
  // Word by word they would look the same.
  if (looksLike(before, after)) return undefined;
  const changes = diffWordsWithSpace(before, after);
  const parts = changes.map(({ value, added, removed }, at): WordPart => {
    if (!added && !removed) return { text: value, kind: 'same', names: '' };
    const other = removed ? changes[at + 1] : changes[at - 1];
    const instead = removed ? other?.added : other?.removed;
    // Adjacent spaces are marked with the words.
    const words = value.replace(/^ +(?=\S)|(?<=\S) +$/g, '');
    const isSame = instead === true && other !== undefined && looksLike(value, other.value);
    return {
      text: value,
      kind: added ? 'added' : 'removed',
      names: isSame ? namesOf(value, other.value) : namesOf(words),
    };
  });
  const shared = parts.reduce((sum, { text, kind }) => sum + (kind === 'same' ? text.trim().length : 0), 0);
  return shared < leastShared * Math.min(before.length, after.length) ? undefined : parts;
}

const longestShown = 300;

/** Characters shown before a difference in a cut value. */
const shownBefore = 40;

/**
 * A value in one line, cut if long, with the code points of characters that are invisible or look like those of
 * `other`.
 *
 * @spec DD5, DD13
 */
export function valueText(value: JsonValue | undefined, other?: JsonValue): string {
  if (value === undefined) return 'not set';
  const [text, otherText] = [JSON.stringify(value), other === undefined ? undefined : JSON.stringify(other)];
  const names = codePointsIn(value, other);
  return `${cut(text, otherText)}${names === '' ? '' : ` (${names})`}`;
}

/**
 * The code points of a value's characters that are invisible or look like those of `other`; may be empty. @spec DD13
 */
export function codePointsIn(value: JsonValue, other?: JsonValue): string {
  if (typeof value === 'string' && typeof other === 'string') return codePointsOf(value, other);
  return codePointsOf(JSON.stringify(value), other === undefined ? undefined : JSON.stringify(other));
}

/** If two long texts begin alike, the shown part has their difference. */
function cut(text: string, other = ''): string {
  if (text.length <= longestShown) return text;
  let same = 0;
  while (same < text.length && text[same] === other[same]) same += 1;
  const start = same < longestShown - shownBefore ? 0 : Math.min(same, text.length) - shownBefore;
  const end = start + longestShown;
  const part = text.slice(start, end).toWellFormed();
  return `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`;
}

function namesOf(text: string, other?: string): string {
  const names = codePointsOf(text, other);
  return names === '' ? '' : `(${names})`;
}

/** A name, with the code points of characters that are invisible or look like those of `other`. @spec DD13 */
export function withNames(name: string, other?: string): string {
  const names = namesOf(name, other);
  return names === '' ? name : `${name} ${names}`;
}
