import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aesSecretBox, freshSecretBox } from './aes-secret-box.ts';

const oldKey = { id: 'k-2025', key: Buffer.alloc(32, 1) };
const newKey = { id: 'k_2026', key: Buffer.alloc(32, 2).toString('base64') };
const box = aesSecretBox({ keys: [oldKey] });
const context = 'hook-url:acme';
const secret = 'https://example.org/hook?secret=s3cret';

it('[SX1] what a box sealed, it opens, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, place) => {
      expect(box.open(box.seal(text, place), place)).toBe(text);
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
  const sealed = aesSecretBox({ keys: [newKey] }).seal(secret, context);
  expect(aesSecretBox({ keys: [{ id: newKey.id, key }] }).open(sealed, context)).toBe(secret);
});

const noKey = 'The key "k" is not 32 bytes, as they are or as base64.';
const badId = 'The id of a key has 1 to 64 of the characters A-Z a-z 0-9 _ -.';
it.for<readonly [string, unknown, string]>([
  ['no list', undefined, 'A secret box takes a list of keys.'],
  ['no key', [], 'A secret box needs one key at least.'],
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
])('[SX2] %s makes no box', ([, keys, message]) => {
  expect(() => aesSecretBox({ keys: keys as [] })).toThrow(new TypeError(message));
});

it('[SX3] a secret is sealed differently each time, and cannot be seen', () => {
  const sealed = Array.from({ length: 100 }, () => box.seal(secret, context));
  expect(new Set(sealed).size).toBe(100);
  for (const text of sealed) {
    expect(text).toMatch(/^v1\.k-2025\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{22}$/);
    expect(Buffer.from(text.split('.')[3] ?? '', 'base64url').toString()).not.toContain('example');
  }
});

const unopenedWith = (key: string) =>
  `A secret does not open with the key "${key}": it was changed, or sealed for something else or by another key of that id.`;
const unopened = unopenedWith('k-2025');

it.for(['', 'hook-url:other', 'hook-token:acme', `${context} `])('[SX4] it does not open under %j', (other) => {
  const sealed = box.seal(secret, context);
  expect(() => box.open(sealed, other)).toThrow(new Error(unopened));
});

it('[SX5] no byte of it can be changed', () => {
  const sealed = box.seal(secret, context);
  const [form, id, ...parts] = sealed.split('.');
  for (const [part, text] of parts.entries()) {
    const bytes = Buffer.from(text, 'base64url');
    for (const index of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      const forged = [form, id, ...parts.with(part, changed.toString('base64url'))].join('.');
      expect(() => box.open(forged, context)).toThrow(new Error(unopened));
    }
  }
});

it.for([
  ['a shorter tag', (parts: string[]) => parts.with(4, (parts[4] ?? '').slice(0, 8)), unopened],
  ['no tag', (parts: string[]) => parts.with(4, ''), unopened],
  ['no nonce', (parts: string[]) => parts.with(2, ''), unopened],
  ['a part less', (parts: string[]) => parts.slice(0, 4), 'no sealed secret'],
  ['a part more', (parts: string[]) => [...parts, 'x'], 'no sealed secret'],
  ['another form', (parts: string[]) => parts.with(0, 'v2'), 'no sealed secret'],
] as const)('[SX5] with %s it does not open', ([, change, message]) => {
  const sealed = change(box.seal(secret, context).split('.')).join('.');
  expect(() => box.open(sealed, context)).toThrow(message);
});

it('[SX5] nor under the name of another key, were it the same', () => {
  const twins = aesSecretBox({ keys: [oldKey, { ...oldKey, id: 'twin' }] });
  const sealed = twins.seal(secret, context).replace('k-2025', 'twin');
  expect(() => twins.open(sealed, context)).toThrow(unopenedWith('twin'));
});

it('[SX6] after a rotation the old key opens, and what it sealed is outdated', () => {
  const rotated = aesSecretBox({ keys: [newKey, oldKey] });
  const before = box.seal(secret, context);
  const after = rotated.seal(secret, context);
  expect([before, after].map((sealed) => rotated.open(sealed, context))).toEqual([secret, secret]);
  expect([before, after].map((sealed) => rotated.isOutdated(sealed))).toEqual([true, false]);
  expect(box.isOutdated(before)).toBe(false);
});

it('[SX7] a key that is not given is named', () => {
  const sealed = aesSecretBox({ keys: [newKey] }).seal(secret, context);
  expect(() => box.open(sealed, context)).toThrow(
    new Error('A secret was sealed with the key "k_2026", which is not given.'),
  );
  expect(box.isOutdated(sealed)).toBe(true);
});

it('[SX2] the box keeps its key when the bytes that were given are wiped', () => {
  const bytes = randomBytes(32);
  const own = aesSecretBox({ keys: [{ id: 'k', key: bytes }] });
  const sealed = own.seal(secret, context);
  bytes.fill(0);
  expect(own.open(sealed, context)).toBe(secret);
});

it('[SX8] two fresh boxes do not open each other’s secrets', () => {
  const sealed = freshSecretBox().seal(secret, context);
  expect(() => freshSecretBox().open(sealed, context)).toThrow('does not open with the key');
});
