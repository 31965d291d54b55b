/**
 * Reads `Authorization: Token <token>`, whatever the case of the scheme.
 *
 * @returns `undefined` for any other scheme, and for no token.
 * @spec TK2
 */
export function readToken(header: string | null | undefined): string | undefined {
  const [, token] = /^token +(.*)$/i.exec(header ?? '') ?? [];
  const value = token?.trim() ?? '';
  return value === '' ? undefined : value;
}
