import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../finding.ts';
import { type Manifest, readText, readWorkspace } from '../source/repository.ts';

const rootFile = 'README.md';
const tableRow = /^\| (?:Package \| )?Node 22 /;

/**
 * Compares the READMEs with the manifests: each public package shows its installation and its platforms, names its
 * entries, and links only to files in its tarball; the root's README has the table of all. Bundled software has its
 * license.
 *
 * @param write Writes the tables instead of comparing them.
 */
export function checkReadmes(root: string, write = false): readonly Finding[] {
  const published = readWorkspace(root).filter(({ manifest }) => manifest.private !== true);
  const wanted = [
    {
      file: rootFile,
      table: renderTable(published.map(({ manifest }) => manifest)),
      install: undefined,
      entries: [],
    },
    ...published.map(({ folder, manifest }) => ({
      file: `${folder}/README.md`,
      table: renderTable([manifest]),
      install: manifest.name,
      entries: Object.keys(manifest.exports ?? {}).filter((entry) => entry !== './package.json'),
    })),
  ];
  const notices = published.flatMap(({ folder, manifest: { builtIn = [] } }) => {
    const file = `${folder}/NOTICE.md`;
    const text = existsSync(join(root, file)) ? readText(root, file) : '';
    const missing = builtIn.filter((library) => !text.includes(`\n## ${library}\n`));
    return missing.map((library) => ({ file, message: `${library} is built in, and its license is not here.` }));
  });
  const readmes = wanted.flatMap(({ file, table, install, entries }) => {
    if (!existsSync(join(root, file))) return [{ file, message: 'A public package has a README.' }];
    if (write) writeFileSync(join(root, file), replaceTable(readText(root, file), table));
    const text = readText(root, file);
    return [
      ...(text.includes(`\n${table}\n`) ? [] : [{ file, message: 'Where it runs: run `npm run readmes`.' }]),
      ...(install === undefined || installs(text, install)
        ? []
        : [{ file, message: `It lacks "npm install ${install}".` }]),
      ...entries
        .map((entry) => join(install ?? '', entry))
        .filter((entry) => !text.includes(entry))
        .map((entry) => ({ file, message: `It does not say what ${entry} is.` })),
      ...(file === rootFile ? [] : findRelativeLinks(file, text)),
    ];
  });
  return [...readmes, ...notices];
}

/** npm runs a package that creates something without an installation. */
function installs(text: string, name: string): boolean {
  const command = name.startsWith('create-')
    ? `npm create ${name.slice('create-'.length)}`
    : `npm install (--save-dev )?${name}`;
  return new RegExp(`^${command}$`, 'm').test(text);
}

/** One row for all packages with the same platforms; a single package needs no column for its name. */
export function renderTable(manifests: readonly Manifest[]): string {
  const names = new Map<string, string[]>();
  for (const manifest of manifests) {
    const { name, engines } = manifest;
    const nodes = [22, 24, 26].map((major) => supportOf(engines?.['node'] ?? '', major));
    const { browsers, otherRuntimes } = manifest;
    const others = [describeEntries(manifest, browsers, 'no'), describeEntries(manifest, otherRuntimes, 'not tested')];
    const places = [...nodes, ...others].join(' | ');
    names.set(places, [...(names.get(places) ?? []), `\`${name}\``]);
  }
  const isOne = manifests.length === 1;
  const rows = [...names].map(([places, list]) => (isOne ? `| ${places} |` : `| ${list.join(', ')} | ${places} |`));
  const head = isOne ? '| Node 22 | Node 24 ' : '| Package | Node 22 | Node 24 ';
  const line = `${'|---'.repeat(isOne ? 5 : 6)}|`;
  return [`${head}| Node 26 | Browsers | Bun, Deno, workerd |`, line, ...rows].join('\n');
}

/** The listed entries, or the other entries if they are fewer. @param none - Without a list. */
function describeEntries(
  { name, exports = {} }: Manifest,
  listed: readonly string[] | undefined,
  none: string,
): string {
  if (listed === undefined) return none;
  const others = Object.keys(exports).filter((entry) => entry !== './package.json' && !listed.includes(entry));
  const list = (entries: readonly string[]): string => entries.map((entry) => `\`${join(name, entry)}\``).join(', ');
  return others.length > 0 && others.length < listed.length ? `all but ${list(others)}` : list(listed);
}

/** Describes whether a range such as `^22.19 || >=26` includes a major version, and from which minor one. */
export function supportOf(range: string, major: number): string {
  for (const part of range.split('||').map((each) => each.trim())) {
    const [, sign, from = '', minor] = /^(\^|>=)(\d+)(?:\.(\d+))?/.exec(part) ?? [];
    if (Number(from) === major) return minor === undefined ? 'yes' : `from ${from}.${minor}`;
    if (sign === '>=' && Number(from) < major) return 'yes';
  }
  return 'no';
}

/** Replaces the present table, or adds one after the first paragraph. */
function replaceTable(text: string, table: string): string {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => tableRow.test(line));
  if (start === -1) return text.replace(/^(# .*\n\n[^\n]+\n)/, (first) => `${first}\n${table}\n`);
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  return lines.toSpliced(start, length, table).join('\n');
}

/** A registry shows a README without the repository around it. */
function findRelativeLinks(file: string, text: string): readonly Finding[] {
  return text.split('\n').flatMap((line, index) =>
    Array.from(line.matchAll(/\]\((?!https?:|#)([^)]*)\)/g), ([, target = '']) => ({
      file,
      line: index + 1,
      message: `The link "${target}" leads out of the tarball: write the path as text.`,
    })),
  );
}
