import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aesCipher, freshCipher } from './aes-cipher.ts';

const oldKey = { id: 'k-2025', key: Buffer.alloc(32, 1) };
const newKey = { id: 'k_2026', key: Buffer.alloc(32, 2).toString('base64') };
const cipher = aesCipher({ keys: [oldKey] });
const context = 'hook-url:acme';
const secret = 'https://example.org/hook?secret=s3cret';

it('[SX1] a cipher decrypts any text that it encrypted', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, place) => {
      expect(cipher.decrypt(cipher.encrypt(text, place), place)).toBe(text);
    }),
    { seed: 20261121 },
  );
});

it.for([
  ['bytes', Buffer.alloc(32, 2)],
  ['plain bytes', new Uint8Array(32).fill(2)],
  ['base64', Buffer.alloc(32, 2).toString('base64')],
  ['base64 without padding', Buffer.alloc(32, 2).toString('base64').replaceAll('=', '')],
  ['base64url', Buffer.alloc(32, 2).toString('base64url')],
] as const)('[SX1][SX2] a key as %s is the same key', ([, key]) => {
  const encrypted = aesCipher({ keys: [newKey] }).encrypt(secret, context);
  expect(aesCipher({ keys: [{ id: newKey.id, key }] }).decrypt(encrypted, context)).toBe(secret);
});

const noKey = 'The key "k" is not 32 bytes, raw or in base64.';
const badId = 'The id of a key has 1 to 64 of the characters A-Z a-z 0-9 _ -.';
it.for<readonly [string, unknown, string]>([
  ['no list', undefined, 'A cipher takes a list of keys.'],
  ['no key', [], 'A cipher needs one key at least.'],
  ['a short key', [{ id: 'k', key: Buffer.alloc(31) }], noKey],
  ['a long key', [{ id: 'k', key: Buffer.alloc(33).toString('base64') }], noKey],
  ['a key that is no base64', [{ id: 'k', key: '!'.repeat(44) }], noKey],
  ['an empty key', [{ id: 'k', key: '' }], noKey],
  ['a key of another kind', [{ id: 'k', key: 32 }], noKey],
  ['an empty id', [{ ...oldKey, id: '' }], badId],
  ['an id with a dot', [{ ...oldKey, id: 'a.b' }], badId],
  ['an id that is too long', [{ ...oldKey, id: 'x'.repeat(65) }], badId],
  ['no id', [{ key: oldKey.key }], badId],
  ['an id twice', [oldKey, newKey, { ...oldKey, key: newKey.key }], 'Two keys have the id "k-2025".'],
])('[SX2] %s makes no cipher', ([, keys, message]) => {
  expect(() => aesCipher({ keys: keys as [] })).toThrow(new TypeError(message));
});

it('[SX3] a secret is encrypted differently each time, and cannot be seen', () => {
  const encrypted = Array.from({ length: 100 }, () => cipher.encrypt(secret, context));
  expect(new Set(encrypted).size).toBe(100);
  for (const text of encrypted) {
    expect(text).toMatch(/^v1\.k-2025\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{22}$/);
    expect(Buffer.from(text.split('.')[3] ?? '', 'base64url').toString()).not.toContain('example');
  }
});

const failureWith = (key: string) =>
  `A secret does not open with the key "${key}": it was changed, or encrypted for something else or by another key of that id.`;
const failure = failureWith('k-2025');

it.for(['', 'hook-url:other', 'hook-token:acme', `${context} `])(
  '[SX4] a secret does not decrypt in the context %j',
  (other) => {
    const encrypted = cipher.encrypt(secret, context);
    expect(() => cipher.decrypt(encrypted, other)).toThrow(new Error(failure));
  },
);

it('[SX5] an encrypted text with any byte changed does not decrypt', () => {
  const encrypted = cipher.encrypt(secret, context);
  const [form, id, ...parts] = encrypted.split('.');
  for (const [part, text] of parts.entries()) {
    const bytes = Buffer.from(text, 'base64url');
    for (const index of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      const forged = [form, id, ...parts.with(part, changed.toString('base64url'))].join('.');
      expect(() => cipher.decrypt(forged, context)).toThrow(new Error(failure));
    }
  }
});

it.for([
  ['a shorter tag', (parts: string[]) => parts.with(4, (parts[4] ?? '').slice(0, 8)), failure],
  ['no tag', (parts: string[]) => parts.with(4, ''), failure],
  ['no nonce', (parts: string[]) => parts.with(2, ''), failure],
  ['a part less', (parts: string[]) => parts.slice(0, 4), 'not an encrypted secret'],
  ['a part more', (parts: string[]) => [...parts, 'x'], 'not an encrypted secret'],
  ['another form', (parts: string[]) => parts.with(0, 'v2'), 'not an encrypted secret'],
] as const)('[SX5] with %s it does not decrypt', ([, change, message]) => {
  const encrypted = change(cipher.encrypt(secret, context).split('.')).join('.');
  expect(() => cipher.decrypt(encrypted, context)).toThrow(message);
});

it('[SX5] an encrypted text with another key id does not decrypt, even if the key is the same', () => {
  const twins = aesCipher({ keys: [oldKey, { ...oldKey, id: 'twin' }] });
  const encrypted = twins.encrypt(secret, context).replace('k-2025', 'twin');
  expect(() => twins.decrypt(encrypted, context)).toThrow(failureWith('twin'));
});

it('[SX6] after a rotation the old key still decrypts, and its texts are outdated', () => {
  const rotated = aesCipher({ keys: [newKey, oldKey] });
  const before = cipher.encrypt(secret, context);
  const after = rotated.encrypt(secret, context);
  expect([before, after].map((encrypted) => rotated.decrypt(encrypted, context))).toEqual([secret, secret]);
  expect([before, after].map((encrypted) => rotated.isOutdated(encrypted))).toEqual([true, false]);
  expect(cipher.isOutdated(before)).toBe(false);
});

it('[SX7] the error names a missing key', () => {
  const encrypted = aesCipher({ keys: [newKey] }).encrypt(secret, context);
  expect(() => cipher.decrypt(encrypted, context)).toThrow(
    new Error('A secret was encrypted with the key "k_2026", which is not given.'),
  );
  expect(cipher.isOutdated(encrypted)).toBe(true);
});

it('[SX2] the cipher works when the host wipes the bytes of the key', () => {
  const bytes = randomBytes(32);
  const own = aesCipher({ keys: [{ id: 'k', key: bytes }] });
  const encrypted = own.encrypt(secret, context);
  bytes.fill(0);
  expect(own.decrypt(encrypted, context)).toBe(secret);
});

it('[SX8] two ciphers with random keys do not decrypt each other’s secrets', () => {
  const encrypted = freshCipher().encrypt(secret, context);
  expect(() => freshCipher().decrypt(encrypted, context)).toThrow('does not open with the key');
});
