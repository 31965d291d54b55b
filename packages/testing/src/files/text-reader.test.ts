import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createTextReader } from './text-reader.ts';

const folder = mkdtempSync(join(tmpdir(), 'botwright-text-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

it.for([0, 1, 262_143, 262_144, 262_145, 524_288, 1_000_003])('[BF1] a file of %i bytes is read whole', (length) => {
  const read = createTextReader();
  const text = `${'é'.repeat(length / 2)}${'a'.repeat(length % 2)}`;
  const path = write(`${length}.json`, text);
  expect(read(path) === text).toBe(true);
});

it('[BF1] nothing of a longer file is left in a shorter one', () => {
  const read = createTextReader();
  expect(read(write('long.json', 'x'.repeat(300_000)))).toHaveLength(300_000);
  expect(read(write('short.json', '{}'))).toBe('{}');
});

it('[BF7] a folder is no file', () => {
  expect(() => createTextReader()(folder)).toThrow(expect.objectContaining({ code: 'EISDIR' }));
});
