import { expect, it } from 'vitest';
import { memoryStorage } from '../../memory/index.ts';
import { defaultCipher } from './encryption.ts';

it('[SX8] with a store that is not durable, secrets are encrypted with a random key', () => {
  const [cipher, other] = [defaultCipher(memoryStorage()), defaultCipher(memoryStorage())];
  const encrypted = cipher.encrypt('s3cret', 'hook-url:acme');
  expect(cipher.decrypt(encrypted, 'hook-url:acme')).toBe('s3cret');
  expect(() => other.decrypt(encrypted, 'hook-url:acme')).toThrow();
});

it('[SX8] with a durable store, the error names the missing option', () => {
  const cipher = defaultCipher({ ...memoryStorage(), capabilities: { durable: true } });
  const fault = new TypeError('This store keeps secrets for good: give the engine `cipher: aesCipher({ keys })`.');
  expect(() => cipher.encrypt('s3cret', 'x')).toThrow(fault);
  expect(() => cipher.decrypt('v1.k.a.b.c', 'x')).toThrow(fault);
  expect(() => cipher.isOutdated('v1.k.a.b.c')).toThrow(fault);
});
