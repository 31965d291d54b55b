import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import type { Finding } from '../finding.ts';

/**
 * Runs a tool of the repository, or any command on the PATH, on the pinned Node, and collects its output.
 *
 * @param root The repository of the tool.
 */
export function runTool(
  root: string,
  command: string,
  args: readonly string[],
  cwd = root,
): Promise<{ readonly exitCode: number; readonly output: string }> {
  const path = [join(root, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter);
  const { FORCE_COLOR: _, ...inherited } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...inherited, PATH: path, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ exitCode: code ?? 1, output: Buffer.concat(chunks).toString('utf8') }));
  });
}

export interface Trial {
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** Runs several tools, two at a time, and finds the failed ones. */
export async function runAll(root: string, trials: readonly Trial[], cwd = root): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const waiting = [...trials];
  const work = async (): Promise<void> => {
    for (let trial = waiting.shift(); trial !== undefined; trial = waiting.shift()) {
      const { exitCode, output } = await runTool(root, trial.command, trial.args, cwd);
      if (exitCode !== 0) findings.push({ file: trial.title, message: output.trim() });
    }
  };
  await Promise.all([work(), work()]);
  return findings;
}
