import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

export function temporaryFile(): string {
  return join(temporaryFolder(), 'bots.db');
}
