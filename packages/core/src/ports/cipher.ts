/**
 * Encrypts secrets that must be sent again: hook tokens, webhook URLs, tokens of providers. Another cipher with the
 * same keys decrypts the results.
 */
export interface Cipher {
  /**
   * Encrypts with the current key.
   *
   * @param context - The owner of the secret, such as `hook-url:acme`. It decrypts with the same context only, so that
   *   an encrypted text cannot be used in another place.
   */
  encrypt(secret: string, context: string): string;
  /**
   * Decrypts with any of the keys.
   *
   * @throws {Error} When the context differs, the key is not given, or the text was changed.
   */
  decrypt(encrypted: string, context: string): string;
  /** Whether another key than the current one encrypted it. */
  isOutdated(encrypted: string): boolean;
}
