import { expect, it } from 'vitest';
import { listTracked, readText, root } from '../source/repository.ts';
import { runTool } from '../source/run-tool.ts';
import { withRepository } from '../source/temporary-repository.ts';

const untyped = 'An exported function says its return type';
const state = 'State at module level';
const time = 'Time comes';
const chance = 'Randomness comes';
const global = (name: string): string => `global variable ${name}`;

/** The file, the code, and the beginning of the complaint, if there is one. */
const cases: readonly (readonly [string, string, string | undefined])[] = [
  ['core/src/engine', 'export function f(): void {}', undefined],
  ['core/src/engine', 'export async function f<T>(x: T) { return x; }', untyped],
  ['core/src/engine', 'export const f = () => 1;', untyped],
  ['core/src/engine', 'export const f = (): number => [1].map((x) => x).length;', undefined],
  ['core/src/engine', 'export const f: Fold = () => 1;', undefined],
  ['core/src/engine', 'export let count = 0;', state],
  ['core/src/engine', 'export const t = new Date();', time],
  ['core/src/engine', 'export const t = new Date(5);', undefined],
  ['core/src/engine', 'export const { now } = performance;', global('performance')],
  ['core/src/engine', 'setTimeout(f, 1);', global('setTimeout')],
  ['core/src/engine', 'export function f(process: string): string { return process; }', undefined],
  ['core/src/engine', 'export const { env } = process;', global('process')],
  ['core/src/engine', 'export const b = Buffer.from(x);', undefined],
  ['core/src/domain', 'export const b = Buffer.from(x);', global('Buffer')],
  ['core/src/node', 'export const t = Date.now();', undefined],
  ['storage/src/sqlite', 'setTimeout(f, 1);', undefined],
  ['storage/src/sqlite', 'export const t = Date.now();', time],
  ['sender-undici/src', 'export const t = Date.now();', undefined],
  ['sender-undici/src', 'export const r = Math.random();', chance],
  ['core/src/runner', 'export const r = crypto.randomUUID();', global('crypto')],
];

it('the linter knows who may use the clock, timers, randomness and the process, and what is exported', async () => {
  const settings = ['biome.json', ...listTracked(root, '.ci/lint/*.grit')].map((file) => [file, readText(root, file)]);
  const files = cases.map(([folder, text], at) => [`packages/${folder}/case-${at}.ts`, text]);
  const found = await withRepository(Object.fromEntries([...settings, ...files]), async (folder) => {
    const { output } = await runTool(folder, 'biome', ['lint', '--vcs-enabled=false', '--reporter=github', 'packages']);
    const lines = output.split('\n').filter((line) => /title=(plugin|lint\/style\/noRestrictedGlobals)/.test(line));
    return files.map(([file = '']) => lines.filter((line) => line.includes(file)));
  });
  for (const [at, [folder, text, message]] of cases.entries()) {
    const expected = message === undefined ? [] : [expect.stringContaining(message)];
    expect(found[at], `${folder}: ${text}`).toEqual(expected);
  }
});
