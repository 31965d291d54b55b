import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Finding } from '../finding.ts';
import { listTracked, type Manifest, readWorkspace } from '../source/repository.ts';

/** What a package builds: output path below `dist`, without its extension, to source file. */
export type Entries = Readonly<Record<string, string>>;

const conditions = ['@botwright/source', 'types', 'default'];
const nodeRanges = ['^22.19 || ^24.15 || >=26', '^24.15 || >=26'];

/** Holds the public packages' exports, build entries and index files to each other. */
export async function checkExports(root: string): Promise<readonly Finding[]> {
  const tracked = new Set(listTracked(root, 'packages'));
  const findings: Finding[] = [];
  for (const { folder, manifest } of readWorkspace(root)) {
    if (manifest.private === true) continue;
    const configFile = join(root, folder, 'tsup.config.ts');
    if (!existsSync(configFile)) {
      findings.push({ file: `${folder}/tsup.config.ts`, message: 'A public package is built by tsup.' });
      continue;
    }
    const { default: config } = (await import(pathToFileURL(configFile).href)) as { default: { entry?: Entries } };
    const sources = [...tracked].filter((file) => file.startsWith(`${folder}/`)).map((f) => f.slice(folder.length + 1));
    findings.push(...compareExports(`${folder}/package.json`, manifest, config.entry ?? {}, new Set(sources)));
  }
  return findings;
}

/** @param sources Files of the package, relative to its folder. */
export function compareExports(
  file: string,
  manifest: Manifest,
  entries: Entries,
  sources: ReadonlySet<string>,
): readonly Finding[] {
  const messages: string[] = [];
  const exported = new Map<string, string>();
  for (const [path, target] of Object.entries(manifest.exports ?? {})) {
    if (path === './package.json') continue;
    if (typeof target === 'string') {
      messages.push(`exports["${path}"] must give the conditions ${conditions.join(', ')}.`);
      continue;
    }
    if (Object.keys(target).join() !== conditions.join()) {
      messages.push(`exports["${path}"] must have the conditions ${conditions.join(', ')}, in this order.`);
    }
    const source = target['@botwright/source']?.replace(/^\.\//, '') ?? '';
    const output = source.replace(/^src\//, '').replace(/\.ts$/, '');
    exported.set(output, source);
    if (!sources.has(source)) messages.push(`exports["${path}"] names ${source}, which is not there.`);
    if (target['types'] !== `./dist/${output}.d.ts` || target['default'] !== `./dist/${output}.js`) {
      messages.push(`exports["${path}"] must name ./dist/${output}.d.ts and ./dist/${output}.js.`);
    }
  }

  for (const [output, source] of exported) {
    if (entries[output] !== source) messages.push(`tsup.config.ts has no entry "${output}": "${source}".`);
  }
  for (const source of sources) {
    const isEntry = [...exported.values()].includes(source);
    if (/^src\/(.*\/)?index\.ts$/.test(source) && !isEntry) {
      messages.push(`${source} is an index file, and package.json does not export it.`);
    }
  }
  const commands = new Set(Object.values(manifest.bin ?? {}));
  for (const [output, source] of Object.entries(entries)) {
    if (!exported.has(output) && commands.size === 0) {
      messages.push(`tsup.config.ts builds ${source}, which package.json does not export.`);
    }
  }
  if (manifest.exports?.['./package.json'] !== './package.json') messages.push('exports must show ./package.json.');
  if (!nodeRanges.includes(manifest.engines?.['node'] ?? '')) {
    messages.push(`engines.node must be one of: ${nodeRanges.join(', ')}.`);
  }
  if (manifest.license !== 'MIT') messages.push('license must be MIT.');
  if (manifest.sideEffects !== false && commands.size === 0) messages.push('sideEffects must be false.');
  return messages.map((message) => ({ file, message }));
}
