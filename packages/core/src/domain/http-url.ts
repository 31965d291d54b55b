/** In characters. */
const maxLength = 8_192;

/**
 * Whether a text is a URL that can be stored and later requested: absolute, `http` or `https`, with a host, without
 * credentials, of at most 8,192 characters. Nothing in it has to be trimmed or repaired.
 *
 * @spec HK5, MS11
 */
export function isHttpUrl(text: string): boolean {
  if (text.length > maxLength || !/^https?:\/\/[^/?#\\]/i.test(text) || /[\s\p{Cc}]/u.test(text)) return false;
  const url = URL.canParse(text) && text.isWellFormed() ? new URL(text) : undefined;
  return url !== undefined && url.username === '' && url.password === '';
}
