const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // Parsers read a bare one as a line feed.
  '\r': '&#13;',
};

/** Writes a text for an element or an attribute of XML. */
export function escapeXml(value: string): string {
  return legalXml(value).replace(/[&<>"'\r]/g, (character) => entities[character] ?? '');
}

/** Replaces characters that XML 1.0 cannot contain in any way of writing. */
export function legalXml(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are the ones to be replaced.
  return value.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
}
