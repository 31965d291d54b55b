import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readFrozen } from './frozen-data.ts';
import { makeSqlite } from './sqlite-text.ts';

/** Makes a database file with the data of a version, which is removed when the test ends. */
export function frozenFile(version: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'bots.db');
  makeSqlite(file, readFrozen(version, 'sqlite.sql'));
  return file;
}
