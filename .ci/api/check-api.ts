import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../finding.ts';
import { readText, readWorkspace } from '../source/repository.ts';
import { type EntryApi, readApi } from './read-api.ts';

/**
 * Compares the API report of each public package with its build, so that a review shows every name that is added,
 * removed or changed.
 *
 * @param write Writes the reports instead of comparing them.
 */
export function checkApi(root: string, write = false): readonly Finding[] {
  const packages = readWorkspace(root).filter(({ manifest }) => manifest.private !== true);
  const apis = readApi(root, packages);
  return packages.flatMap(({ folder, manifest }) => {
    const entries = apis.get(folder) ?? [];
    const file = `${folder}/api-report.md`;
    if (entries.length === 0) return [];
    const report = renderReport(manifest.name, entries);
    if (write) writeFileSync(join(root, file), report);
    const isCurrent = write || (existsSync(join(root, file)) && readText(root, file) === report);
    return isCurrent ? [] : [{ file, message: 'The public API is another one: run `npm run api` and review it.' }];
  });
}

export function renderReport(name: string, entries: readonly EntryApi[]): string {
  const rows = entries.map((entry) => `| \`${entry.name}\` | ${entry.exportedNames.length} |`);
  const sections = entries.map((entry) => `## ${entry.name}\n\n\`\`\`ts\n${entry.declarations}\n\`\`\`\n`);
  const head = `# The public API of ${name}\n\nWritten by \`npm run api\` from what was built.`;
  return [head, ['| Entry | Names |', '|---|---|', ...rows].join('\n'), ...sections]
    .join('\n\n')
    .replaceAll('\n\n\n', '\n\n');
}
