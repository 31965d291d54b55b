/** Writes an RFC 6901 pointer. `jsonPointer('nodes', 'a/b')` is `/nodes/a~1b`. */
export function jsonPointer(...segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
