/** Bytes of a text in UTF-8. Where there is no `Buffer` to count them, they are made and counted. */
export function byteLength(text: string): number {
  return typeof Buffer === 'undefined' ? new TextEncoder().encode(text).byteLength : Buffer.byteLength(text);
}
