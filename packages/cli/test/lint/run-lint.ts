import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Ended, runCommand } from '../support/run-command.ts';

/** A bot file without findings, unless its last text is empty. */
export function bot(text = 'Bye @{name}!'): object {
  const welcome = { text: 'Your name?', destination: 'name', version: 3 };
  const ends = { id: 'welcome.$success--bye', type: '$success', sourcePath: 'welcome', targetPath: 'bye' };
  return {
    nodes: {
      hidden: { id: 'hidden', template: 'hidden', params: {} },
      welcome: { id: 'welcome', template: 'var_text', params: welcome },
      bye: { id: 'bye', template: 'chat', params: { text }, top: 100 },
    },
    connections: { [ends.id]: ends },
  };
}

/** The place of the last text. */
export const silentPlace = { line: 21, column: 9 };

/** A folder with these files, until the test ends. Writes values that are not texts as JSON. */
export function folderWith(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-lint-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }
  return folder;
}

/** Runs `botwright lint …`. */
export function runLint(cwd: string, args: readonly string[], options?: Parameters<typeof runCommand>[2]): Ended {
  return runCommand(cwd, ['lint', ...args], options);
}
