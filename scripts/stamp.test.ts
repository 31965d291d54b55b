import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { digestContents, digestTimes, isStamped, listFiles, removeStamp, writeStamp } from './stamp.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'botwright-stamp-'));
  mkdirSync(join(folder, 'src/deep'), { recursive: true });
  writeFileSync(join(folder, 'src/a.ts'), 'a');
  writeFileSync(join(folder, 'src/deep/b.ts'), 'b');
  writeFileSync(join(folder, 'src/deep/b.test.ts'), 'test');
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('listFiles', () => {
  it('lists files of all depths in order, without what is skipped', () => {
    expect(listFiles(folder, (name) => name.endsWith('.test.ts'))).toEqual([
      join(folder, 'src/a.ts'),
      join(folder, 'src/deep/b.ts'),
    ]);
  });

  it('lists nothing of a folder that is not there', () => {
    expect(listFiles(join(folder, 'absent'))).toEqual([]);
  });
});

const touches = {
  edit: () => writeFileSync(join(folder, 'src/a.ts'), 'A'),
  addition: () => writeFileSync(join(folder, 'src/c.ts'), ''),
  removal: () => rmSync(join(folder, 'src/deep/b.ts')),
  renaming: () => renameSync(join(folder, 'src/a.ts'), join(folder, 'src/z.ts')),
  'move of text from one file to the next': () => {
    writeFileSync(join(folder, 'src/a.ts'), 'ab');
    writeFileSync(join(folder, 'src/deep/b.ts'), '');
  },
};

describe('digestContents', () => {
  const digest = (): string => digestContents(folder, listFiles(folder));

  it.for(Object.keys(touches) as (keyof typeof touches)[])('changes with an %s', (kind) => {
    const before = digest();
    touches[kind]();
    expect(digest()).not.toBe(before);
  });

  it('stays when a file is only touched', () => {
    const before = digest();
    utimesSync(join(folder, 'src/a.ts'), 1, 1);
    expect(digest()).toBe(before);
  });
});

describe('digestTimes', () => {
  const digest = (): string => digestTimes(folder, listFiles(folder));

  it('changes when a file was made again', () => {
    const before = digest();
    utimesSync(join(folder, 'src/a.ts'), 1, 1);
    expect(digest()).not.toBe(before);
  });

  it('changes when a file is gone', () => {
    const before = digest();
    touches.removal();
    expect(digest()).not.toBe(before);
  });
});

describe('stamps', () => {
  it('are used for the state they were written for, until removed', () => {
    const file = join(folder, 'cache/built');
    expect(isStamped(file, 'x')).toBe(false);
    writeStamp(file, 'x');
    expect([isStamped(file, 'x'), isStamped(file, 'y')]).toEqual([true, false]);
    removeStamp(file);
    expect(isStamped(file, 'x')).toBe(false);
  });
});
