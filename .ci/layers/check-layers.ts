import type { Finding } from '../finding.ts';
import { runTool } from '../source/run-tool.ts';

/** Has dependency-cruiser check every import, types included, against the layers of its configuration, and find circles. */
export async function checkLayers(root: string): Promise<readonly Finding[]> {
  const args = ['--config', 'dependency-cruiser.config.mjs', '--output-type', 'json', 'packages', 'examples'];
  const { exitCode, output } = await runTool(root, 'depcruise', args);
  if (!output.startsWith('{')) return [{ file: 'dependency-cruiser.config.mjs', message: output }];
  const { summary } = JSON.parse(output) as { readonly summary: { readonly violations: readonly Violation[] } };
  if (exitCode !== 0 && summary.violations.length === 0)
    return [{ file: 'dependency-cruiser.config.mjs', message: output }];
  return summary.violations.map(({ from, to, rule, cycle }) => ({
    file: from,
    message: `${rule.name}: ${cycle?.map(({ name }) => name).join(' → ') ?? to}`,
  }));
}

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
  readonly cycle?: readonly { readonly name: string }[];
}
