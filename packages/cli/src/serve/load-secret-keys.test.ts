import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadSecretKeys, readGivenKeys } from './load-secret-keys.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'botwright-keys-'));
  file = join(folder, 'secret-keys.json');
});

afterEach(() => rmSync(folder, { recursive: true }));

const configured = [{ id: 'mine', key: Buffer.alloc(32, 7).toString('base64') }];

it('[SV24] the server makes a key once, readable only by its owner, and finds it again', async () => {
  const first = await loadSecretKeys({ keysFile: file, isNew: true });
  expect(first).toEqual([{ id: 'first', key: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/) }]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await loadSecretKeys({ keysFile: file, isNew: true })).toEqual(first);
});

it('[SV24] the server makes a new key at each start without a file', async () => {
  const [first, second] = [await loadSecretKeys({ isNew: true }), await loadSecretKeys({ isNew: true })];
  expect(first).not.toEqual(second);
});

it('[SV25] the server encrypts with the key of the config, and also decrypts with the key of the folder', async () => {
  const kept = await loadSecretKeys({ keysFile: file, isNew: true });
  expect(await loadSecretKeys({ keysFile: file, isNew: true }, configured)).toEqual([...configured, ...kept]);
});

it('[SV25] the server prefers the key of the config to one of the same id in the folder', async () => {
  const kept = [{ id: 'mine', key: Buffer.alloc(32, 8).toString('base64') }];
  writeFileSync(file, JSON.stringify(kept));
  expect(await loadSecretKeys({ keysFile: file, isNew: true }, configured)).toEqual(configured);
});

it('[SV25] the server makes no key if the config has one', async () => {
  await loadSecretKeys({ keysFile: file, isNew: true }, configured);
  expect(() => readFileSync(file)).toThrow('ENOENT');
});

it('[SV36] the server makes no key for a folder with a database, which was encrypted with other keys', async () => {
  const used = { keysFile: file, isNew: false };
  await expect(loadSecretKeys(used)).rejects.toMatchObject({
    exitCode: 1,
    message: `The secret keys in ${file} cannot be used (they are missing; new keys could not decrypt the stored data).`,
  });
  expect(() => readFileSync(file)).toThrow('ENOENT');
  expect(await loadSecretKeys(used, configured)).toEqual(configured);
});

it.for(['', '[]', '{"keys": 1}', '[{"id": "a", "key": "short-and-secret"}]'])(
  '[SV24] does not serve on a file that holds %j, and does not quote it',
  async (text) => {
    writeFileSync(file, text);
    await expect(loadSecretKeys({ keysFile: file, isNew: true })).rejects.toMatchObject({
      exitCode: 1,
      message: `The secret keys in ${file} cannot be used (it holds no keys).`,
      cause: undefined,
    });
  },
);

it('[SV52] keys of the config come before keys of the named file, and replace equal ids', async () => {
  const other = { id: 'other', key: Buffer.alloc(32, 9).toString('base64') };
  writeFileSync(file, JSON.stringify([{ id: 'mine', key: Buffer.alloc(32, 8).toString('base64') }, other]));
  expect(await readGivenKeys(configured, file)).toEqual([...configured, other]);
  expect(await readGivenKeys(configured)).toEqual(configured);
  expect(await readGivenKeys()).toEqual([]);
});

it.for([
  ['no file', undefined, 'ENOENT'],
  ['an empty list', '[]', 'it holds no keys'],
  ['something else', 'key', 'it holds no keys'],
] as const)('[SV52] where the named file is %s, the server does not start', async ([, text, reason]) => {
  if (text !== undefined) writeFileSync(file, text);
  await expect(readGivenKeys(configured, file)).rejects.toThrow(
    `The secret keys in ${file} cannot be used (${reason}).`,
  );
});
