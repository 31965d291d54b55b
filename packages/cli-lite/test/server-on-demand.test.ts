import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const source = fileURLToPath(new URL('..', import.meta.url));

/** The build decides what a command runs: without a current one there is nothing to test. */
const isBuilt = process.env['BOTWRIGHT_TEST_BUILT'] !== undefined;

it.skipIf(!isBuilt).for([['serve'], ['chat', '1'], ['import', 'typebot.json']])(
  '[SV78] %j names the package that it lacks',
  (args) => {
    // In a folder without the package, which the repository has.
    const folder = mkdtempSync(join(tmpdir(), 'botwright-lite-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const name of ['bin', 'dist', 'package.json'])
      cpSync(join(source, name), join(folder, name), { recursive: true });
    mkdirSync(join(folder, 'node_modules'));
    for (const name of ['@botwright', 'chokidar', 'diff', 'valibot']) {
      symlinkSync(join(source, 'node_modules', name), join(folder, 'node_modules', name));
    }

    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'bin/botwright.js'), ...args], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 20_000,
    });
    const message = `botwright: "botwright ${args[0]}" needs the package botwright: run "npm install botwright".\n`;
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: message });
  },
);
