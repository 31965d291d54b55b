import type { Finding } from '../finding.ts';
import { runTool } from '../source/run-tool.ts';

/** Has knip look for files, exports and dependencies that nothing uses. */
export async function checkUnused(root: string): Promise<readonly Finding[]> {
  const { exitCode, output } = await runTool(root, 'knip', ['--no-progress', '--reporter', 'compact']);
  return exitCode === 0 ? [] : [{ file: 'knip.jsonc', message: output.trim() }];
}
