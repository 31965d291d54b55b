import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith } from '../../test/bot-files.ts';
import { projectFolderOf } from './project-folder.ts';
import { createTextReader, decodeText, type FileBounds, readTextFile } from './text-file.ts';

it.for([0, 1, 262_143, 262_144, 262_145, 524_288, 1_000_003])('[BF1] a file of %i bytes is read whole', (length) => {
  const text = `${'é'.repeat(length / 2)}${'a'.repeat(length % 2)}`;
  const folder = folderWith({ 'a.json': text });
  expect(readTextFile(join(folder, 'a.json'))).toEqual({ text, mark: '' });
});

it('[BF1] nothing of a longer file is left in a shorter one', () => {
  const folder = folderWith({ 'long.json': 'x'.repeat(300_000), 'short.json': '{}' });
  const read = createTextReader();
  expect(['long.json', 'short.json'].map((name) => read(join(folder, name)))).toEqual([
    { text: 'x'.repeat(300_000), mark: '' },
    { text: '{}', mark: '' },
  ]);
});

function folderWithOddFiles(): string {
  const folder = folderWith({ 'a/b.json': '{}', 'large.json': '', 'outside/secret.json': 's3cret' });
  truncateSync(join(folder, 'large.json'), 32 * 1_048_576 + 1);
  execFileSync('mkfifo', [join(folder, 'pipe.json')]);
  symlinkSync('/dev/zero', join(folder, 'a/zero.json'));
  symlinkSync('../outside/secret.json', join(folder, 'a/secret.json'));
  symlinkSync('../outside', join(folder, 'a/out'));
  symlinkSync('b.json', join(folder, 'a/same.json'));
  return folder;
}

it.for<readonly [string, FileBounds, string]>([
  ['none.json', {}, 'ENOENT'],
  ['a', {}, 'EISDIR'],
  ['/dev/null', { takesPipes: true }, 'it is not a regular file'],
  ['a/zero.json', { takesPipes: true }, 'it is not a regular file'],
  ['pipe.json', {}, 'it is not a regular file'],
  ['large.json', {}, 'it is larger than 32 MiB'],
  ['large.json', { maxBytes: 1_048_576 }, 'it is larger than 1 MiB'],
])('[BF19][BF21] %s with %j is refused: %s', ([name, bounds, failed]) => {
  const folder = folderWithOddFiles();
  expect(readTextFile(name.startsWith('/') ? name : join(folder, name), bounds)).toEqual({ failed });
});

it('[BF19] a pipe that a person names is read, and one that nobody writes into is not waited for', () => {
  const folder = folderWithOddFiles();
  const pipe = join(folder, 'pipe.json');
  expect(readTextFile(pipe, { takesPipes: true })).toEqual({ text: '', mark: '' });
  const writer = spawn('sh', ['-c', `printf '{"a": ' > "${pipe}"; exec 3> "${pipe}"; sleep 0.2; printf '1}' >&3`]);
  const read = readTextFile(pipe, { takesPipes: true });
  writer.kill();
  expect(read).toEqual({ text: expect.stringMatching(/^\{"a": (1\})?$/), mark: '' });
});

it.for(['a/secret.json', 'a/out/secret.json', 'a/../outside/secret.json'])('[BF20] %s is outside of a', (name) => {
  const folder = folderWithOddFiles();
  const within = join(folder, 'a');
  expect(readTextFile(join(folder, name), { within })).toEqual({ failed: `it is outside ${within}` });
  expect(readTextFile(join(folder, name))).toEqual({ text: 's3cret', mark: '' });
  expect(readTextFile(join(within, 'same.json'), { within })).toEqual({ text: '{}', mark: '' });
});

it.for<readonly [string, readonly number[], object]>([
  ['UTF-8', [0x7b, 0x7d], { text: '{}', mark: '' }],
  ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0x7b, 0x7d], { text: '{}', mark: '\uFEFF' }],
  ['UTF-16, little endian', [0xff, 0xfe, 0x7b, 0], { failed: 'it is UTF-16: save it as UTF-8' }],
  ['UTF-16, big endian', [0xfe, 0xff, 0, 0x7b], { failed: 'it is UTF-16: save it as UTF-8' }],
  ['Latin-1', [0x7b, 0x0a, 0x0a, 0xe9, 0x0a], { failed: 'it is not UTF-8: see line 3' }],
  ['half of a pair', [0x0a, 0xed, 0xa0, 0x80], { failed: 'it is not UTF-8: see line 2' }],
])('[BF4][BF21] %s', ([, bytes, read]) => {
  expect(decodeText(Uint8Array.from(bytes))).toEqual(read);
});

it.for<readonly [string, readonly string[], string, string]>([
  ['its repository', ['.git/', 'p/package.json', 'p/bots/'], '.', '.'],
  ['its repository, whatever the working folder', ['.git/', 'p/bots/', 'other/'], 'other', '.'],
  ['the working folder', ['p/package.json', 'p/bots/'], '.', '.'],
  ['the package above the working folder', ['p/package.json', 'p/bots/'], 'p/bots', 'p'],
  ['the package, seen from elsewhere', ['p/package.json', 'p/bots/', 'other/'], 'other', 'p'],
  ['itself', ['p/bots/', 'other/'], 'other', 'p/bots'],
])('[BF20] the project of a folder is %s', ([, entries, working, project]) => {
  const folder = folderWith({});
  for (const entry of entries) {
    mkdirSync(join(folder, entry.endsWith('/') ? entry : join(entry, '..')), { recursive: true });
    if (!entry.endsWith('/')) writeFileSync(join(folder, entry), '{}');
  }
  expect(projectFolderOf(join(folder, 'p/bots'), join(folder, working))).toBe(join(folder, project));
});
