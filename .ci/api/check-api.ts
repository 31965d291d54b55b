import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../finding.ts';
import { readText, readWorkspace } from '../source/repository.ts';
import { type EntryApi, readApi } from './read-api.ts';

/** How many names the entries may export: of the core's root, and of all packages together. */
const mostNames = { ofRoot: 60, ofAll: 870 };

/**
 * Compares the API report of each public package with its build, so that a review shows every name that is added,
 * removed or changed, bounds the names, and finds names and members without a comment.
 *
 * @param write Writes the reports instead of comparing them.
 */
export function checkApi(root: string, write = false): readonly Finding[] {
  const packages = readWorkspace(root).filter(({ manifest }) => manifest.private !== true);
  const apis = readApi(root, packages);
  return [
    ...compareReports(root, { packages, apis, write }),
    ...countNames([...apis.values()].flat()),
    ...Array.from(apis, ([folder, entries]) => findUndocumented(folder, entries)).flat(),
  ];
}

interface ReadPackages {
  readonly packages: ReturnType<typeof readWorkspace>;
  readonly apis: ReturnType<typeof readApi>;
  readonly write: boolean;
}

function compareReports(root: string, { packages, apis, write }: ReadPackages): readonly Finding[] {
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

/** Every exported name and every member of an exported interface or class has a comment, wherever it is declared. */
function findUndocumented(folder: string, entries: readonly EntryApi[]): readonly Finding[] {
  const members = entries.flatMap(({ undocumentedMembers }) => undocumentedMembers);
  return [
    ...entries.flatMap(({ name: entry, undocumentedNames }) =>
      undocumentedNames.map((name) => ({ file: folder, message: `${name} of ${entry} has no comment.` })),
    ),
    // An interface of several entries counts once.
    ...new Map(
      members.map(({ name, file, line }) => [`${file}:${line}`, { file, line, message: `${name} has no comment.` }]),
    ).values(),
  ];
}

/** Finds entries with more names than their readers need. */
export function countNames(entries: readonly Pick<EntryApi, 'name' | 'exportedNames'>[]): readonly Finding[] {
  const counted = (names: number, most: number, of: string): readonly Finding[] => {
    const message = `${of} has ${names} names, at most ${most}: leave out those that no reader imports.`;
    return names > most ? [{ file: 'packages', message }] : [];
  };
  const root = entries.find(({ name }) => name === '@botwright/core');
  const all = entries.reduce((sum, { exportedNames }) => sum + exportedNames.length, 0);
  return [
    ...counted(root?.exportedNames.length ?? 0, mostNames.ofRoot, 'The root of the core'),
    ...counted(all, mostNames.ofAll, 'The public API of all packages'),
  ];
}

export function renderReport(name: string, entries: readonly EntryApi[]): string {
  const rows = entries.map((entry) => `| \`${entry.name}\` | ${entry.exportedNames.length} |`);
  const sections = entries.map((entry) => `## ${entry.name}\n\n\`\`\`ts\n${entry.declarations}\n\`\`\`\n`);
  const head = `# The public API of ${name}\n\nWritten by \`npm run api\` from what was built.`;
  return [head, ['| Entry | Names |', '|---|---|', ...rows].join('\n'), ...sections]
    .join('\n\n')
    .replaceAll('\n\n\n', '\n\n');
}
