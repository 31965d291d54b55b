/**
 * Keeps secrets that must be sent again: hook tokens, webhook URLs, tokens of providers. What a box sealed, another
 * one with the same keys opens.
 */
export interface SecretBox {
  /**
   * @param context - What the secret belongs to, such as `hook-url:acme`: it opens under the same one alone, so
   *   that a sealed text is worth nothing in another place.
   */
  seal(secret: string, context: string): string;
  /** @throws {Error} When it was sealed under another context or a key that is not there, or was changed. */
  open(sealed: string, context: string): string;
  /** Whether it was sealed with another key than the one that seals now. */
  isOutdated(sealed: string): boolean;
}
