import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { AnyKind, Storage } from '@botwright/core/ports';
import { storageContract } from '@botwright/testing/contracts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { packageOptions } from '../../../scripts/built-for-tests.mjs';
import { jsonFileStorage } from '../src/json-file-storage.ts';

async function openFile(kinds?: readonly AnyKind[]) {
  const folder = await mkdtemp(join(tmpdir(), 'botwright-'));
  const file = join(folder, 'bots.json');
  return { folder, file, storage: await jsonFileStorage({ file, ...(kinds && { kinds }) }) };
}

describe('the contract', () => {
  const tests = storageContract({
    open: openFile,
    reopen: ({ file }, kinds) => jsonFileStorage({ file, kinds }),
    remove: ({ folder }) => rm(folder, { recursive: true }),
  });
  for (const { title, run } of tests) it(title, run);
});

async function open() {
  const opened = await openFile();
  onTestFinished(async () => {
    await opened.storage.close().catch(() => {});
    await rm(opened.folder, { recursive: true });
  });
  return opened;
}

async function putBrand(storage: Storage, name: string): Promise<void> {
  const record = { name, plan: 'starter', workspaces: [1], agents: [] };
  await storage.commit('store', { conditions: [], operations: [{ do: 'put', kind: 'brand', record, version: name }] });
}

it('acknowledged data is in the file, and no other file remains', async () => {
  const { folder, file, storage } = await open();
  await putBrand(storage, 'acme');
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ records: [{ record: { name: 'acme' } }] });
  await storage.close();
  expect(await readdir(folder)).toEqual(['bots.json']);
});

it('a file has one writer; the lock of a process that has ended is taken over', async () => {
  const { file, storage } = await open();
  await expect(jsonFileStorage({ file })).rejects.toThrow(`The process ${process.pid} has the file open.`);
  await storage.close();
  const gone = 2 ** 30;
  await writeFile(`${file}.lock`, `${gone}`);
  const next = await jsonFileStorage({ file });
  await next.close();
});

it('after a failed write no call is acknowledged, and earlier data stays', async () => {
  const { file, storage } = await open();
  await putBrand(storage, 'acme');
  const before = await readFile(file, 'utf8');
  await mkdir(`${file}.new`);
  await expect(putBrand(storage, 'globex')).rejects.toThrow('EISDIR');
  await expect(storage.read('store', [])).rejects.toThrow('EISDIR');
  expect(await readFile(file, 'utf8')).toBe(before);
});

it('the second run finds the data of the first', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'botwright-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
  const file = join(folder, 'bots.json');
  for (const number of [1, 2]) {
    const args = [...packageOptions, main, file];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toBe(`Created bot number ${number}; the file has ${number}.\n`);
  }
});
