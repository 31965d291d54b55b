import { countCodePoints, isPlainText } from '../text/plain-text.ts';

/** In Unicode code points. */
export const maxChannelNameLength = 255;

/**
 * @returns The name as it is stored, or `undefined` when it is not accepted.
 * @spec CH5
 */
export function acceptChannelName(text: string): string | undefined {
  const name = text.trim();
  if (name === '' || !isPlainText(name) || countCodePoints(name) > maxChannelNameLength) return undefined;
  return name;
}
