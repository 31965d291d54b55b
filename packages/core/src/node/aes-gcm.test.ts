import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aesGcm, portableAesGcm } from './aes-gcm.ts';

const sizes = { key: 32, nonce: 12, additionalData: 8 };
const bytes = (length?: number) =>
  fc.uint8Array(length === undefined ? { maxLength: 100 } : { minLength: length, maxLength: length });

it('[SX14] each runtime encrypts and decrypts the same', () => {
  expect(aesGcm).not.toBe(portableAesGcm);
  fc.assert(
    fc.property(bytes(), bytes(32), bytes(12), bytes(), (secret, key, nonce, additionalData) => {
      const parameters = { key, nonce, additionalData };
      const encrypted = Uint8Array.from(aesGcm.encrypt(secret, parameters));
      expect(portableAesGcm.encrypt(secret, parameters)).toEqual(encrypted);
      expect(portableAesGcm.decrypt(encrypted, parameters)).toEqual(secret);
      expect(Uint8Array.from(aesGcm.decrypt(encrypted, parameters))).toEqual(secret);
    }),
    { seed: 20261128 },
  );
});

it.for<keyof typeof sizes>(['key', 'nonce', 'additionalData'])('[SX14] no runtime decrypts with another %s', (name) => {
  const parameters = {
    key: randomBytes(sizes.key),
    nonce: randomBytes(sizes.nonce),
    additionalData: randomBytes(sizes.additionalData),
  };
  const encrypted = aesGcm.encrypt(randomBytes(20), parameters);
  for (const { decrypt } of [aesGcm, portableAesGcm]) {
    expect(() => decrypt(encrypted, { ...parameters, [name]: randomBytes(sizes[name]) })).toThrow();
  }
});
