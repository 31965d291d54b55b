/** In characters. */
const maxLength = 8_192;

/**
 * Whether a text is a URL for storage and requests: absolute, `http` or `https`, with a host, without credentials, of
 * at most 8,192 characters, and without need of repair.
 *
 * @spec HK5, MS11
 */
export function isHttpUrl(text: string): boolean {
  if (text.length > maxLength || !/^https?:\/\/[^/?#\\]/i.test(text) || /[\s\p{Cc}]/u.test(text)) return false;
  const url = URL.canParse(text) && text.isWellFormed() ? new URL(text) : undefined;
  return url !== undefined && url.username === '' && url.password === '';
}
