import type { Cipher } from '../ports/cipher.ts';
import { aesGcm, tagBytes } from './aes-gcm.ts';
import { fromBase64, toBase64url } from './base64.ts';

/** A key of AES-256 with the id that each of its encrypted texts begins with. */
export interface SecretKey {
  /**
   * Part of each text that the key encrypts: 1 to 64 of `A-Z a-z 0-9 _ -`. Never give a new key the id of an old one.
   */
  readonly id: string;
  /** 32 bytes, or their base64 text. */
  readonly key: string | Uint8Array;
}

/** The keys of the cipher, at least one. */
export interface AesCipherOptions {
  /** The first key encrypts, all keys decrypt: to rotate, add a new key at the front and keep the old ones. */
  readonly keys: readonly SecretKey[];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const version = 'v1';
const keyBytes = 32;
const nonceBytes = 12;

/**
 * A cipher with AES-256-GCM. An encrypted text has a format name, the id of its key, a random nonce, the ciphertext and
 * the tag; format, key id and context are authenticated too.
 *
 * @throws {TypeError} Without a key, or for a key that is not 32 bytes, has a malformed id, or has the id of another
 *   key.
 * @spec SX1, SX2, SX3, SX4, SX5, SX6, SX7
 */
export function aesCipher(options: AesCipherOptions): Cipher {
  const keys = readKeys(options.keys);
  const [first] = keys;
  if (first === undefined) throw new TypeError('A cipher needs one key at least.');
  const [currentId, currentKey] = first;
  const keyById = new Map(keys);

  return {
    encrypt(secret, context) {
      const nonce = randomBytes(nonceBytes);
      const parameters = { key: currentKey, nonce, additionalData: boundTo(currentId, context) };
      const encrypted = aesGcm.encrypt(encoder.encode(secret), parameters);
      const parts = [nonce, encrypted.subarray(0, -tagBytes), encrypted.subarray(-tagBytes)];
      return [version, currentId, ...parts.map(toBase64url)].join('.');
    },
    decrypt(encrypted, context) {
      const { keyId, nonce, ciphertext, tag } = readParts(encrypted);
      const key = keyById.get(keyId);
      if (key === undefined) throw new Error(`A secret was encrypted with the key "${keyId}", which is not given.`);
      try {
        const parameters = { key, nonce: fromBase64(nonce), additionalData: boundTo(keyId, context) };
        return decoder.decode(aesGcm.decrypt(joinBytes(fromBase64(ciphertext), readTag(tag)), parameters));
      } catch (cause) {
        const reason = 'it was changed, or encrypted for something else or by another key of that id';
        throw new Error(`A secret does not open with the key "${keyId}": ${reason}.`, { cause });
      }
    },
    isOutdated: (encrypted) => readParts(encrypted).keyId !== currentId,
  };
}

/** A cipher with a random key: only this process can decrypt its texts. @spec SX8 */
export function freshCipher(): Cipher {
  return aesCipher({ keys: [{ id: 'process', key: randomBytes(keyBytes) }] });
}

function readKeys(given: readonly SecretKey[]): readonly (readonly [id: string, key: Uint8Array])[] {
  if (!Array.isArray(given)) throw new TypeError('A cipher takes a list of keys.');
  const keys = given.map(({ id, key }) => [readKeyId(id), readKey(id, key)] as const);
  for (const [index, [id]] of keys.entries()) {
    if (keys.findIndex(([other]) => other === id) < index) throw new TypeError(`Two keys have the id "${id}".`);
  }
  return keys;
}

function readKeyId(id: unknown): string {
  if (typeof id === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(id)) return id;
  throw new TypeError('The id of a key has 1 to 64 of the characters A-Z a-z 0-9 _ -.');
}

/** The message never shows the key. */
function readKey(id: string, key: unknown): Uint8Array {
  const bytes = typeof key === 'string' ? readBase64(key) : key;
  if (bytes instanceof Uint8Array && bytes.length === keyBytes) return Uint8Array.from(bytes);
  throw new TypeError(`The key "${id}" is not ${keyBytes} bytes, raw or in base64.`);
}

function readBase64(text: string): Uint8Array | undefined {
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? fromBase64(text) : undefined;
}

/** All but the id in base64url. */
interface EncryptedParts {
  readonly keyId: string;
  readonly nonce: string;
  readonly ciphertext: string;
  readonly tag: string;
}

function readParts(encrypted: string): EncryptedParts {
  const [form, keyId, nonce = '', ciphertext = '', tag, ...rest] = encrypted.split('.');
  if (form !== version || keyId === undefined || tag === undefined || rest.length > 0) {
    throw new Error('The text is not an encrypted secret, or has an unknown form.');
  }
  return { keyId, nonce, ciphertext, tag };
}

/** The additional authenticated data: the text decrypts only with the same format, key id and context. */
function boundTo(keyId: string, context: string): Uint8Array {
  return encoder.encode(`${version}.${keyId}.${context}`);
}

function joinBytes(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

/** A shorter tag would be easier to forge. */
function readTag(tag: string): Uint8Array {
  const bytes = fromBase64(tag);
  if (bytes.length !== tagBytes) throw new Error(`The tag is not ${tagBytes} bytes.`);
  return bytes;
}

function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}
