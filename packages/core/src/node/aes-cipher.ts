import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Cipher } from '../ports/cipher.ts';

export interface SecretKey {
  /**
   * Part of each text that the key encrypts: 1 to 64 of `A-Z a-z 0-9 _ -`. Never give a new key the id of an old one.
   */
  readonly id: string;
  /** 32 bytes, or their base64 text. */
  readonly key: string | Uint8Array;
}

export interface AesCipherOptions {
  /** The first key encrypts, all keys decrypt: to rotate, add a new key at the front and keep the old ones. */
  readonly keys: readonly SecretKey[];
}

const algorithm = 'aes-256-gcm';
const version = 'v1';
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

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
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, currentKey, iv, { authTagLength: tagBytes });
      cipher.setAAD(boundTo(currentId, context));
      const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return [version, currentId, ...[iv, ciphertext, cipher.getAuthTag()].map(encode)].join('.');
    },
    decrypt(encrypted, context) {
      const { keyId, iv, ciphertext, tag } = readParts(encrypted);
      const key = keyById.get(keyId);
      if (key === undefined) throw new Error(`A secret was encrypted with the key "${keyId}", which is not given.`);
      try {
        const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes });
        decipher.setAAD(boundTo(keyId, context)).setAuthTag(tag);
        return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
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
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}

interface EncryptedParts {
  readonly keyId: string;
  readonly iv: Uint8Array;
  readonly ciphertext: Uint8Array;
  readonly tag: Uint8Array;
}

function readParts(encrypted: string): EncryptedParts {
  const [form, keyId, iv, ciphertext, tag, ...rest] = encrypted.split('.');
  if (form !== version || keyId === undefined || tag === undefined || rest.length > 0) {
    throw new Error('The text is not an encrypted secret, or has an unknown form.');
  }
  return { keyId, iv: decode(iv), ciphertext: decode(ciphertext), tag: decode(tag) };
}

/** The additional authenticated data: the text decrypts only with the same format, key id and context. */
function boundTo(keyId: string, context: string): Uint8Array {
  return Buffer.from(`${version}.${keyId}.${context}`, 'utf8');
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

function decode(text = ''): Uint8Array {
  return Buffer.from(text, 'base64url');
}
