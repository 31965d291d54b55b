const longest = 40;

/** Shows a name or a value to people in few words, whatever its size. @spec RU7 */
export function excerpt(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shorten(value));
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}

/** Cuts by code points, so that no half of a pair is left, and looks at no more of the text than it may show. */
function shorten(text: string): string {
  const points = [...text.slice(0, longest * 2)];
  return points.length <= longest && text.length <= longest * 2 ? text : `${points.slice(0, longest).join('')}…`;
}
