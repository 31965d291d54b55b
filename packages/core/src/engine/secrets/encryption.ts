import { freshCipher } from '../../node/aes-cipher.ts';
import type { Cipher } from '../../ports/cipher.ts';
import type { Storage } from '../../ports/storage.ts';

/** Kinds of secrets that the engine stores encrypted, except the tokens of accounts. */
export type SecretKind = 'hook-url' | 'hook-token' | 'channel-webhook';

/**
 * The context that a secret of a brand is encrypted for: it cannot be decrypted as another kind, or for another brand.
 *
 * @spec SX9
 */
export function secretContext(kind: SecretKind, brand: string): string {
  return `${kind}:${brand}`;
}

/**
 * Decrypts short-lived data, for which a removed key is not an error.
 *
 * @returns `undefined` when no key decrypts it.
 * @spec ID11, CA17
 */
export function decryptIfPossible(cipher: Cipher, encrypted: string, context: string): string | undefined {
  try {
    return cipher.decrypt(encrypted, context);
  } catch {
    return undefined;
  }
}

/**
 * The cipher of an engine without one. Its random key exists only in this process, so the secrets of a durable store
 * could not be decrypted later: with such a store each use throws instead.
 *
 * @spec SX8
 */
export function defaultCipher(storage: Pick<Storage, 'capabilities'>): Cipher {
  if (!storage.capabilities.durable) return freshCipher();
  const refuse = (): never => {
    throw new TypeError('This store keeps secrets for good: give the engine `cipher: aesCipher({ keys })`.');
  };
  return { encrypt: refuse, decrypt: refuse, isOutdated: refuse };
}
