import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretBox } from '../ports/secret-box.ts';

export interface SecretKey {
  /** Names the key in what it sealed: 1 to 64 of `A-Z a-z 0-9 _ -`. Never give a new key an old name. */
  readonly id: string;
  /** 32 bytes, as they are or as base64. */
  readonly key: string | Uint8Array;
}

export interface AesSecretBoxOptions {
  /** The first one seals, all of them open: to rotate, put a new key in front and keep the old ones. */
  readonly keys: readonly SecretKey[];
}

const algorithm = 'aes-256-gcm';
const version = 'v1';
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;

/**
 * Makes a box that seals with AES-256-GCM. A sealed text tells its form, the id of its key, the random nonce, the
 * ciphertext and the tag; form, key id and context are authenticated with it.
 *
 * @throws {TypeError} When there is no key, or one is not 32 bytes, has no proper id, or the id of another.
 * @spec SX1, SX2, SX3, SX4, SX5, SX6, SX7
 */
export function aesSecretBox(options: AesSecretBoxOptions): SecretBox {
  const keys = readKeys(options.keys);
  const [first] = keys;
  if (first === undefined) throw new TypeError('A secret box needs one key at least.');
  const [sealingId, sealingKey] = first;
  const keyById = new Map(keys);

  return {
    seal(secret, context) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, sealingKey, iv, { authTagLength: tagBytes });
      cipher.setAAD(boundTo(sealingId, context));
      const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return [version, sealingId, ...[iv, ciphertext, cipher.getAuthTag()].map(encode)].join('.');
    },
    open(sealed, context) {
      const { keyId, iv, ciphertext, tag } = readSealed(sealed);
      const key = keyById.get(keyId);
      if (key === undefined) throw new Error(`A secret was sealed with the key "${keyId}", which is not given.`);
      try {
        const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes });
        decipher.setAAD(boundTo(keyId, context)).setAuthTag(tag);
        return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
      } catch (cause) {
        const reason = 'it was changed, or sealed for something else or by another key of that id';
        throw new Error(`A secret does not open with the key "${keyId}": ${reason}.`, { cause });
      }
    },
    isOutdated: (sealed) => readSealed(sealed).keyId !== sealingId,
  };
}

/** A box with a key of its own: what it seals opens in this process alone. @spec SX8 */
export function freshSecretBox(): SecretBox {
  return aesSecretBox({ keys: [{ id: 'process', key: randomBytes(keyBytes) }] });
}

function readKeys(given: readonly SecretKey[]): readonly (readonly [id: string, key: Uint8Array])[] {
  if (!Array.isArray(given)) throw new TypeError('A secret box takes a list of keys.');
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
  throw new TypeError(`The key "${id}" is not ${keyBytes} bytes, as they are or as base64.`);
}

function readBase64(text: string): Uint8Array | undefined {
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}

interface Sealed {
  readonly keyId: string;
  readonly iv: Uint8Array;
  readonly ciphertext: Uint8Array;
  readonly tag: Uint8Array;
}

function readSealed(sealed: string): Sealed {
  const [form, keyId, iv, ciphertext, tag, ...rest] = sealed.split('.');
  if (form !== version || keyId === undefined || tag === undefined || rest.length > 0) {
    throw new Error('This is no sealed secret, or one of a form that is not known here.');
  }
  return { keyId, iv: decode(iv), ciphertext: decode(ciphertext), tag: decode(tag) };
}

/** What is sealed opens only as what it was sealed as. */
function boundTo(keyId: string, context: string): Uint8Array {
  return Buffer.from(`${version}.${keyId}.${context}`, 'utf8');
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

function decode(text = ''): Uint8Array {
  return Buffer.from(text, 'base64url');
}
