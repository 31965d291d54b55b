import { isLostNumber } from '@botwright/core/files';

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const whole = /^[+-]?\d+$/;

/** Parses a number typed into a number field. A number that would lose digits is a problem. @spec CO66 */
export function readTypedNumber(
  typed: string,
  kind: 'whole' | 'any' = 'any',
): { readonly value: number } | { readonly problem: string } {
  const text = typed.trim();
  if (kind === 'whole' && !whole.test(text)) return { problem: 'Write a whole number, such as 12.' };
  if (!decimal.test(text)) return { problem: 'Write a number, such as 1.5.' };
  if (isLostNumber(text)) return { problem: 'This number is too large: it would lose digits.' };
  return { value: Number(text) };
}
