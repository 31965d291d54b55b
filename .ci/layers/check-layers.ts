import { posix } from 'node:path';
import type { Finding } from '../finding.ts';
import { type ParsedSource, parseSource } from '../source/parse-source.ts';
import { listTracked, type Manifest, readText, readWorkspace, type WorkspacePackage } from '../source/repository.ts';
import { checkImport, checkReach } from './check-imports.ts';
import { findCycles } from './find-cycles.ts';
import { findPowers } from './find-powers.ts';
import { type Zone, zoneOf } from './zones.ts';

/** Holds every source file of the workspace to the layers: what it imports, and which powers it uses. */
export function checkLayers(root: string): readonly Finding[] {
  const packages = readWorkspace(root);
  const byName = new Map(packages.map((one) => [one.manifest.name, one]));
  const rootManifest = JSON.parse(readText(root, 'package.json')) as Manifest;
  const toolbox = new Set(Object.keys(rootManifest.devDependencies ?? {}));
  const sources = listTracked(root, 'packages/*.ts', 'examples/*.ts')
    .filter((file) => /^(packages|examples)\/[^/]+\/(src|test|bench)\//.test(file))
    .map((file) => parseSource(file, readText(root, file)));

  return [...sources.flatMap((source) => checkSource(source, packages, byName, toolbox)), ...checkCycles(sources)];
}

function checkSource(
  source: ParsedSource,
  packages: readonly WorkspacePackage[],
  byName: ReadonlyMap<string, WorkspacePackage>,
  toolbox: ReadonlySet<string>,
): readonly Finding[] {
  const zone = zoneOf(source.file);
  const own = packages.find(({ folder }) => source.file.startsWith(`${folder}/`));
  if (zone === undefined || own === undefined) {
    return [{ file: source.file, message: 'This file lies in no layer: say in .ci/layers/zones.ts where it belongs.' }];
  }
  const isTest = zone.name === 'tests';
  return [
    ...source.imports.flatMap((use) => checkImport(source, use, zone)),
    ...source.imports.flatMap((use) => checkReach(source, use, { own, others: byName, toolbox, isTest })),
    ...checkPowers(source, zone),
  ];
}

function checkPowers(source: ParsedSource, zone: Zone): readonly Finding[] {
  return findPowers(source)
    .filter(({ power }) => (power === 'node' ? zone.isBrowser : !zone.powers.includes(power)))
    .map(({ power, name, line }) => ({
      file: source.file,
      line,
      message: `The layer "${zone.name}" may not use ${name} (${power}): take it as an argument or through a port.`,
    }));
}

/** Cycles of imports that are there at run time; types may refer to each other. */
function checkCycles(sources: readonly ParsedSource[]): readonly Finding[] {
  const graph = new Map(
    sources.map(({ file, imports }) => [
      file,
      imports
        .filter(({ specifier, isType }) => specifier.startsWith('.') && !isType)
        .map(({ specifier }) => posix.join(posix.dirname(file), specifier)),
    ]),
  );
  return findCycles(graph).map((group) => ({
    file: group[0] ?? '',
    message: `Import cycle: ${group.join(', ')}.`,
  }));
}
