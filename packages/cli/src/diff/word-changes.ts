import type { JsonValue } from '@botwright/core/diagram';
import { diffWordsWithSpace } from 'diff';
import type { ValueChange } from './value-changes.ts';

export interface WordPart {
  readonly text: string;
  readonly kind: 'same' | 'added' | 'removed';
}

/** Longer texts are shown as a whole, before and after. In UTF-16 units. */
const longestCompared = 5000;

/** Texts of which less is the same have no words in common to speak of. */
const leastShared = 0.3;

/**
 * Compares two texts word by word.
 *
 * @returns `undefined` where that helps nobody: values that are no texts, are one word, or have little in common.
 * @spec DD5
 */
export function wordChanges({ before, after }: ValueChange): readonly WordPart[] | undefined {
  if (typeof before !== 'string' || typeof after !== 'string') return undefined;
  if (!/\s/.test(before.trim()) || before.length + after.length > longestCompared) return undefined;
  const parts = diffWordsWithSpace(before, after).map(
    ({ value, added, removed }): WordPart => ({ text: value, kind: added ? 'added' : removed ? 'removed' : 'same' }),
  );
  const shared = parts.reduce((sum, { text, kind }) => sum + (kind === 'same' ? text.trim().length : 0), 0);
  return shared < leastShared * Math.min(before.length, after.length) ? undefined : parts;
}

const longestShown = 300;

/** A value in one line, cut where it is long. */
export function valueText(value: JsonValue | undefined): string {
  if (value === undefined) return 'not set';
  const text = JSON.stringify(value);
  return text.length <= longestShown ? text : `${text.slice(0, longestShown).toWellFormed()}…`;
}
