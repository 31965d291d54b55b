import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { compileCache, program } from './serve-process.ts';

/** Runs `botwright …`. */
export function runCommand(
  cwd: string,
  args: readonly string[],
  { input = '', env = {} }: { readonly input?: string; readonly env?: Readonly<Record<string, string>> } = {},
): SpawnSyncReturns<string> {
  const { BOTWRIGHT_TOKEN: _token, BOTWRIGHT_URL: _url, ...inherited } = process.env;
  return spawnSync(process.execPath, [...program, ...args], {
    cwd,
    input,
    env: { ...inherited, NO_COLOR: '1', NODE_COMPILE_CACHE: compileCache, ...env },
    encoding: 'utf8',
  });
}
