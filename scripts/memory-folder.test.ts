import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { memoryFolder } from './memory-folder.mjs';

const module = new URL('./memory-folder.mjs', import.meta.url).href;
const program = `
  import { writeFileSync } from 'node:fs';
  import { join } from 'node:path';
  import { memoryFolder } from ${JSON.stringify(module)};
  const folder = memoryFolder();
  if (folder !== undefined) writeFileSync(join(folder, 'file'), 'x');
  console.log(folder ?? '');
`;

it('a folder in memory is gone with the process that made it, as are folders of killed processes', () => {
  const abandoned = `/dev/shm/botwright-${2 ** 30}-killed`;
  const hasMemory = existsSync('/dev/shm');
  if (hasMemory) mkdirSync(abandoned);
  try {
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    });
    const folder = stdout.trim();
    expect(status).toBe(0);
    if (folder === '') return;
    expect(folder).toMatch(/^\/dev\/shm\/botwright-\d+-/);
    expect([folder, abandoned].filter(existsSync)).toEqual([]);
  } finally {
    if (hasMemory) rmSync(abandoned, { recursive: true, force: true });
  }
});

it('a folder on a disk, or one that does not exist, is not memory', () => {
  expect(statSync(tmpdir()).isDirectory()).toBe(true);
  expect([import.meta.dirname, join(import.meta.dirname, 'gone')].map((place) => memoryFolder(place))).toEqual([
    undefined,
    undefined,
  ]);
});
