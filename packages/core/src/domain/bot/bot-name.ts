import { foldText } from '../text/fold-text.ts';
import { countCodePoints, isPlainText } from '../text/plain-text.ts';

const maxLength = 50;
const copyMark = ' (copy)';

/**
 * @returns The name as it is stored, or `undefined` when it is not accepted.
 * @spec BO10
 */
export function acceptBotName(text: string): string | undefined {
  const name = text.trim();
  if (name === '' || !isPlainText(name) || countCodePoints(name) > maxLength) return undefined;
  return name;
}

/** Folds a name for search and order. @spec BO18 */
export function foldName(name: string): string {
  return foldText(name);
}

/**
 * Marks the name as a copy; a long name loses its end, not the mark.
 *
 * @spec BO37
 */
export function nameOfCopy(name: string): string {
  const room = maxLength - copyMark.length;
  return `${[...name].slice(0, room).join('').trimEnd()}${copyMark}`;
}
