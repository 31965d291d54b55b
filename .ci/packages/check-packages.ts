import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finding } from '../finding.ts';
import { readText, readWorkspace } from '../source/repository.ts';
import { runTool } from '../source/run-tool.ts';

const judges: readonly { readonly tool: string; args(tarball: string): readonly string[] }[] = [
  { tool: 'publint', args: (tarball) => ['run', tarball, '--strict'] },
  { tool: 'attw', args: (tarball) => [tarball, '--profile', 'esm-only', '--no-color', '--no-emoji'] },
];

/** Packs every public package as it would be published, and has publint and attw judge what came out. */
export async function checkPackages(root: string): Promise<readonly Finding[]> {
  const target = mkdtempSync(join(tmpdir(), 'botwright-pack-'));
  try {
    const problem = await packAll(root, target);
    if (problem !== undefined) return [{ file: 'package.json', message: `pnpm pack failed:\n${problem}` }];
    return await judgeAll(root, target);
  } finally {
    rmSync(target, { recursive: true });
  }
}

/** @returns What pnpm printed, when it failed. */
async function packAll(root: string, target: string): Promise<string | undefined> {
  const { packageManager } = JSON.parse(readText(root, 'package.json')) as { readonly packageManager: string };
  const filters = readWorkspace(root)
    .filter(({ manifest }) => manifest.private !== true)
    .flatMap(({ manifest }) => ['--filter', manifest.name]);
  const args = ['-y', packageManager, ...filters, 'pack', '--pack-destination', target];
  const { exitCode, output } = await runTool(root, 'npx', args);
  return exitCode === 0 ? undefined : output;
}

/** Two judges at a time. */
async function judgeAll(root: string, target: string): Promise<readonly Finding[]> {
  const jobs = readdirSync(target).flatMap((tarball) => judges.map((judge) => ({ tarball, judge })));
  const findings: Finding[] = [];
  const work = async (): Promise<void> => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
      const { tool, args } = job.judge;
      const { exitCode, output } = await runTool(root, tool, args(join(target, job.tarball)));
      if (exitCode !== 0) findings.push({ file: job.tarball, message: `${tool}:\n${output}` });
    }
  };
  await Promise.all([work(), work()]);
  return findings;
}
