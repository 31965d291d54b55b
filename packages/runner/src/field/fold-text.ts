import { costs } from '../work/costs.ts';
import type { Work } from '../work/work.ts';

/** Combining marks in a row that are still sorted: sorting them takes time by their square. */
const maxMarks = 64;

/**
 * The text without what people do not see as a difference: case, spaces around it, ways to compose a letter. Where
 * more than 64 combining marks follow each other, a letter counts as it is composed.
 *
 * @spec RN50
 */
export function foldText(text: string, work: Work): string {
  work.charge(text.length * costs.character);
  if (/^[\0-\x7f]*$/.test(text)) return text.trim().toLowerCase();
  work.charge(text.length * costs.foldedCharacter);
  return (hasLongRun(text) ? text : text.normalize('NFC')).trim().toLowerCase();
}

function hasLongRun(text: string): boolean {
  for (const [run] of text.matchAll(/\p{M}+/gu)) {
    if (run.length > maxMarks && (run.length > 2 * maxMarks || [...run].length > maxMarks)) return true;
  }
  return false;
}
