import type { Finding } from '../finding.ts';
import { runTool } from '../source/run-tool.ts';

/** Has remark look for links to files and headings that are not there. */
export async function checkLinks(root: string, pages: readonly string[]): Promise<readonly Finding[]> {
  const args = [
    '--no-color',
    '--frail',
    '--quiet',
    '--no-stdout',
    '--use',
    'remark-validate-links=repository:false',
    ...pages,
  ];
  const { exitCode, output } = await runTool(root, 'remark', args);
  return exitCode === 0 ? [] : [{ file: '.', message: output.trim() }];
}
