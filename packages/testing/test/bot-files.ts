import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

type Json = Readonly<Record<string, unknown>>;

/** A bot without findings, with additional nodes and connections. */
export function botWith(nodes: Readonly<Record<string, Json>> = {}, connections: Readonly<Record<string, Json>> = {}) {
  return {
    nodes: {
      hidden: { id: 'hidden', template: 'hidden', params: {} },
      welcome: { id: 'welcome', template: 'var_text', params: { text: 'Your name?', destination: 'name', version: 3 } },
      bye: { id: 'bye', template: 'chat', params: { text: 'Bye @{name}!' }, top: 100 },
      ...nodes,
    },
    connections: {
      'welcome.$success--bye': {
        id: 'welcome.$success--bye',
        type: '$success',
        sourcePath: 'welcome',
        targetPath: 'bye',
      },
      ...connections,
    },
  };
}

/** A folder with these files, until the test ends. Writes other values than texts as JSON. */
export function folderWith(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }
  return folder;
}
