import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { CommandFailed, mustRun, mustRunQuietly, run } from './run.mjs';

const cwd = import.meta.dirname;
const node = (code: string): readonly [string, readonly string[]] => [process.execPath, ['-e', code]];

it.for([
  ['process.exit(0)', 0],
  ['process.exit(3)', 3],
  ['process.kill(process.pid, "SIGTERM"); setTimeout(() => {}, 9_000)', 143],
] as const)('%s ends with %i', async ([code, exitCode]) => {
  expect(await run(...node(code), { cwd })).toEqual({ exitCode, signalled: false });
});

it('a command that must run fails with any exit code but 0', async () => {
  await expect(mustRun(...node('process.exit(3)'), { cwd })).rejects.toThrow(CommandFailed);
  await expect(mustRunQuietly(...node('process.exit(0)'), { cwd })).resolves.toBeUndefined();
});

it('a command that does not exist is not started', async () => {
  await expect(run('no-such-command', [], { cwd })).rejects.toThrow('ENOENT');
});

it.for(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('the script passes %s on, and ends with its child', async (signal) => {
  const child = `process.on('${signal}', () => process.exit(7)); setInterval(() => {}, 1e6); console.log('up')`;
  const parent = `
    import { run } from ${JSON.stringify(new URL('./run.mjs', import.meta.url).href)};
    const { exitCode } = await run(process.execPath, ['-e', ${JSON.stringify(child)}], { cwd: ${JSON.stringify(cwd)} });
    process.exitCode = exitCode;
  `;
  const started = spawn(process.execPath, ['--input-type=module', '-e', parent], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(started.stdout, 'data');
  started.kill(signal);
  expect(await once(started, 'close')).toEqual([7, null]);
});
