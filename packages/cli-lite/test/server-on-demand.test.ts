import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('../bin/botwright.js', import.meta.url));

/** The build decides what a command runs: without a current one there is nothing to test. */
const isBuilt = process.env['BOTWRIGHT_TEST_BUILT'] !== undefined;

it.skipIf(!isBuilt).for([['serve'], ['chat', '1']])('[SV78] %j names the package that it lacks', (args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: tmpdir(),
    encoding: 'utf8',
  });
  const message = `botwright: "botwright ${args[0]}" needs the package botwright: run "npm install botwright".\n`;
  expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: message });
});
