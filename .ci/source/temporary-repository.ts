import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './repository.ts';

/** For tests of checks: a folder with these files and the tools of this repository, removed when `work` is done. */
export async function withRepository<T>(
  files: Readonly<Record<string, string | object>>,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'botwright-check-')));
  try {
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
