import type { JsonValue } from '@botwright/core/diagram';
import { codePointsOf, looksLike } from '@botwright/testing/files';
import { diffWordsWithSpace } from 'diff';
import type { ValueChange } from './value-changes.ts';

export interface WordPart {
  readonly text: string;
  readonly kind: 'same' | 'added' | 'removed';
  /** The code points of what nobody sees in it, or can tell from what it takes the place of; may be empty. */
  readonly names: string;
}

/** Longer texts are shown as a whole, before and after. In UTF-16 units. */
const longestCompared = 5000;

/** Texts of which less is the same have no words in common to speak of. */
const leastShared = 0.3;

/**
 * Compares two texts word by word.
 *
 * @returns `undefined` where that helps nobody: values that are no texts, are one word, or have little in common.
 * @spec DD5, DD13
 */
export function wordChanges({ before, after }: ValueChange): readonly WordPart[] | undefined {
  if (typeof before !== 'string' || typeof after !== 'string') return undefined;
  if (!/\s/.test(before.trim()) || before.length + after.length > longestCompared) return undefined;
  // Word by word they would be the same to the eye.
  if (looksLike(before, after)) return undefined;
  const changes = diffWordsWithSpace(before, after);
  const parts = changes.map(({ value, added, removed }, at): WordPart => {
    if (!added && !removed) return { text: value, kind: 'same', names: '' };
    const other = removed ? changes[at + 1] : changes[at - 1];
    const instead = removed ? other?.added : other?.removed;
    // Spaces beside words are marked with them.
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

/** How much is shown of what is before a difference, where a value is cut. */
const shownBefore = 40;

/**
 * A value in one line, cut where it is long, with the code points of what nobody sees in it, or can tell from what `other`
 * has.
 *
 * @spec DD5, DD13
 */
export function valueText(value: JsonValue | undefined, other?: JsonValue): string {
  if (value === undefined) return 'not set';
  const [text, otherText] = [JSON.stringify(value), other === undefined ? undefined : JSON.stringify(other)];
  const names = codePointsIn(value, other);
  return `${cut(text, otherText)}${names === '' ? '' : ` (${names})`}`;
}

/** The code points of what nobody sees in a value, or can tell from what `other` has; may be empty. @spec DD13 */
export function codePointsIn(value: JsonValue, other?: JsonValue): string {
  if (typeof value === 'string' && typeof other === 'string') return codePointsOf(value, other);
  return codePointsOf(JSON.stringify(value), other === undefined ? undefined : JSON.stringify(other));
}

/** Of two long texts that begin alike, what is shown has their difference. */
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

/** A name, with the code points of what nobody sees in it, or can tell from what `other` has. @spec DD13 */
export function withNames(name: string, other?: string): string {
  const names = namesOf(name, other);
  return names === '' ? name : `${name} ${names}`;
}
