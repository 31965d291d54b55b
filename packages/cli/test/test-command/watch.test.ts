import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { folderWith } from '../lint/run-lint.ts';
import { compileCache, program } from '../support/serve-process.ts';
import { files, good, wrong } from './files.ts';

/** Runs `botwright test --watch`. */
function watch(cwd: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, [...program, 'test', '--watch', ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', NODE_COMPILE_CACHE: compileCache },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  let invitations = 0;
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    invitations += text.split('Waiting for changes').length - 1;
  });
  let seen = 0;
  return {
    child,
    ended,
    /** The output of the next run, once it waits again. */
    async nextRun(): Promise<string> {
      seen += 1;
      // The two streams may arrive in any order.
      await expect.poll(() => invitations >= seen && printed.endsWith('.\n'), { timeout: 20_000 }).toBe(true);
      const run = printed;
      printed = '';
      return run;
    },
  };
}

it('[TC8] runs again when a file changes, even through a half-written state, and ends with q', async () => {
  const folder = folderWith(good);
  const file = join(folder, 'bots/shop.scenarios.yaml');
  const text = files['bots/shop.scenarios.yaml'];
  const { child, ended, nextRun } = watch(folder, '--coverage-file', 'bots/covered.json');
  expect(await nextRun()).toMatch(/3 scenarios in 1 file: 3 passed\.\n$/);
  writeFileSync(file, text.slice(0, text.indexOf('{ press')));
  expect(await nextRun()).toMatch(/0 scenarios in 1 file; 1 file cannot be read\.\n$/);
  writeFileSync(file, text);
  expect(await nextRun()).toMatch(/3 scenarios in 1 file: 3 passed\.\n$/);
  writeFileSync(join(folder, 'bots/wrong.scenarios.yaml'), wrong);
  expect(await nextRun()).toMatch(/4 scenarios in 2 files: 3 passed, 1 failed\.\n$/);
  writeFileSync(join(folder, 'bots/shop.json'), JSON.stringify(files['bots/shop.json']).replaceAll('Goodbye.', 'Bye.'));
  expect(await nextRun()).toMatch(/4 scenarios in 2 files: 2 passed, 2 failed\.\n$/);
  child.stdin.write('\n');
  expect(await nextRun()).toMatch(/4 scenarios in 2 files: 2 passed, 2 failed\.\n$/);
  child.stdin.write('q\n');
  expect(await ended).toEqual([0, null]);
});

it('[TC8] begins only with something to run, and ends with a signal', async () => {
  const { ended: refused } = watch(folderWith({}));
  expect(await refused).toEqual([2, null]);
  const { child, ended, nextRun } = watch(folderWith(good), 'bots/*.yaml');
  await nextRun();
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
