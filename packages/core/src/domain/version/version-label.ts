import { countCodePoints, isPlainText } from '../text/plain-text.ts';

const maxLength = 255;

/**
 * @returns The label as it is stored, or `undefined` when it is not accepted.
 * @spec VE9
 */
export function acceptLabel(text: string): string | undefined {
  const label = text.trim();
  if (label === '' || !isPlainText(label) || countCodePoints(label) > maxLength) return undefined;
  return label;
}
