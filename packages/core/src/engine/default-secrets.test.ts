import { expect, it } from 'vitest';
import { memoryStorage } from '../memory/index.ts';
import { defaultSecrets } from './default-secrets.ts';

it('[SX8] on a store that forgets, secrets are sealed with a fresh key', () => {
  const [box, other] = [defaultSecrets(memoryStorage()), defaultSecrets(memoryStorage())];
  const sealed = box.seal('s3cret', 'hook-url:acme');
  expect(box.open(sealed, 'hook-url:acme')).toBe('s3cret');
  expect(() => other.open(sealed, 'hook-url:acme')).toThrow();
});

it('[SX8] on a store that lasts, the fault says what to give', () => {
  const box = defaultSecrets({ ...memoryStorage(), capabilities: { durable: true } });
  const fault = new TypeError('This store keeps secrets for good: give the engine `secrets: aesSecretBox({ keys })`.');
  expect(() => box.seal('s3cret', 'x')).toThrow(fault);
  expect(() => box.open('v1.k.a.b.c', 'x')).toThrow(fault);
  expect(() => box.isOutdated('v1.k.a.b.c')).toThrow(fault);
});
