import { gcm } from '@noble/ciphers/aes.js';
import { nativeCrypto } from './native-crypto.ts';

/** AES-256-GCM. The tag is the last 16 bytes of the encrypted bytes. */
export interface AesGcm {
  encrypt(secret: Uint8Array, parameters: GcmParameters): Uint8Array;
  /** @throws {Error} When the bytes, the nonce or the additional data are not those of the encryption. */
  decrypt(encrypted: Uint8Array, parameters: GcmParameters): Uint8Array;
}

interface GcmParameters {
  /** 32 bytes. */
  readonly key: Uint8Array;
  /** 12 bytes, never used twice with a key. */
  readonly nonce: Uint8Array;
  readonly additionalData: Uint8Array;
}

export const tagBytes = 16;

/** For each runtime: the library is several times slower than Node's crypto. */
export const portableAesGcm: AesGcm = {
  encrypt: (secret, { key, nonce, additionalData }) => gcm(key, nonce, additionalData).encrypt(secret),
  decrypt: (encrypted, { key, nonce, additionalData }) => gcm(key, nonce, additionalData).decrypt(encrypted),
};

const algorithm = 'aes-256-gcm';
const options = { authTagLength: tagBytes };

/** @spec SX14 */
export const aesGcm: AesGcm = nativeCrypto === undefined ? portableAesGcm : nativeAesGcm(nativeCrypto);

function nativeAesGcm({ createCipheriv, createDecipheriv }: NonNullable<typeof nativeCrypto>): AesGcm {
  return {
    encrypt(secret, { key, nonce, additionalData }) {
      const cipher = createCipheriv(algorithm, key, nonce, options).setAAD(additionalData);
      return Buffer.concat([cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt(encrypted, { key, nonce, additionalData }) {
      const decipher = createDecipheriv(algorithm, key, nonce, options).setAAD(additionalData);
      decipher.setAuthTag(encrypted.subarray(-tagBytes));
      return Buffer.concat([decipher.update(encrypted.subarray(0, -tagBytes)), decipher.final()]);
    },
  };
}
