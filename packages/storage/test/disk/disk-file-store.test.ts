import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryFileStore } from '@botwright/core/memory';
import { diskFileStore } from '@botwright/storage/disk';
import { fileStoreContract } from '@botwright/testing/contracts';
import { describe, expect, it, onTestFinished } from 'vitest';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'files');
}

describe('files on disk', () => {
  for (const { title, run } of fileStoreContract({ open: () => diskFileStore({ folder: newFolder() }) }))
    it(title, run);
});

describe('files in memory', () => {
  for (const { title, run } of fileStoreContract({ open: () => memoryFileStore() })) it(title, run);
});

const fileOf = (nth: number, brand = 'acme') => ({
  ...{ brand, customer: 1, name: 'a.png', type: 'image/png' },
  id: `id-of-a-stored-file-${nth}`,
});

async function* bytesOf(count: number): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < count; sent += 100) yield new Uint8Array(Math.min(100, count - sent));
}

const full = { name: 'StorageUnavailableError', message: 'The folder of files is full.' };

it('[FS13] a brand takes no more than is free afterwards, also after a restart', async () => {
  const folder = newFolder();
  const open = () => diskFileStore({ folder, maxBytes: 10_000 });
  const store = open();
  await store.put(fileOf(1), bytesOf(4_000));
  await expect(store.put(fileOf(2), bytesOf(2_000))).rejects.toMatchObject(full);
  await store.put(fileOf(3, 'other'), bytesOf(2_000));
  const again = open();
  await expect(again.put(fileOf(4), bytesOf(2_000))).rejects.toMatchObject(full);
  await again.put(fileOf(5, 'other'), bytesOf(500));
  await again.erase(fileOf(1));
  await again.put(fileOf(6), bytesOf(3_000));
  expect(readdirSync(join(folder, 'content'))).toHaveLength(3);
});

it('[FS11] a file that does not fit, or breaks off, leaves nothing on the disk', async () => {
  const folder = newFolder();
  const store = diskFileStore({ folder, maxBytes: 1_000 });
  await expect(store.put(fileOf(1), bytesOf(5_000))).rejects.toMatchObject(full);
  expect(readdirSync(join(folder, 'content'))).toEqual([]);
  await store.put(fileOf(2), bytesOf(400));
});

it('[FS10] others on the machine cannot read the files', async () => {
  const folder = newFolder();
  await diskFileStore({ folder }).put(fileOf(1), bytesOf(10));
  const modes = ['', 'content', join('content', fileOf(1).id)].map((path) => statSync(join(folder, path)).mode & 0o077);
  expect(modes).toEqual([0, 0, 0]);
});

it('[FS13] the bound is an integer from 1', () => {
  expect(() => diskFileStore({ folder: 'x', maxBytes: 0 })).toThrow('The option maxBytes is an integer from 1.');
});
