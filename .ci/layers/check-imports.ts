import { posix } from 'node:path';
import type { Finding } from '../finding.ts';
import type { ImportUse, ParsedSource } from '../source/parse-source.ts';
import type { WorkspacePackage } from '../source/repository.ts';
import type { Zone } from './zones.ts';

/** Judges one import by the layer that the file lies in. */
export function checkImport(source: ParsedSource, use: ImportUse, zone: Zone): readonly Finding[] {
  const refuse = (message: string): readonly Finding[] => [{ file: source.file, line: use.line, message }];

  const target = targetOf(source.file, use.specifier);
  if (zone.imports !== 'any' && !zone.imports.some((allowed) => isWithin(target, allowed))) {
    return refuse(`The layer "${zone.name}" may not import "${use.specifier}".`);
  }
  if (!use.isType && zone.typesOnly?.some((name) => isWithin(target, name))) {
    return refuse(`The layer "${zone.name}" may import only types of "${use.specifier}".`);
  }
  return [];
}

export interface Reach {
  readonly own: WorkspacePackage;
  /** By the names that imports use. */
  readonly others: ReadonlyMap<string, WorkspacePackage>;
  /** Development dependencies of the root, there for tests. */
  readonly toolbox: ReadonlySet<string>;
  readonly isTest?: boolean;
}

/** Judges one import by what packages promise each other: public entries, declared dependencies, explicit files. */
export function checkReach(
  source: ParsedSource,
  use: ImportUse,
  { own, others, toolbox, isTest = false }: Reach,
): readonly Finding[] {
  const { specifier, line } = use;
  const refuse = (message: string): readonly Finding[] => [{ file: source.file, line, message }];

  if (specifier.startsWith('.')) {
    const target = targetOf(source.file, specifier);
    // What tests share is published by no package, so it has no other name than its place.
    const isHelperOfTests = isTest && /^(packages|examples)\/[^/]+\/test\//.test(target);
    if (!target.startsWith(`${own.folder}/`) && !isHelperOfTests) {
      return refuse(`"${specifier}" leaves the package: import the other one by its name.`);
    }
    return /\.(ts|mjs|js|json)$/.test(specifier) ? [] : refuse(`"${specifier}" must name the file with its extension.`);
  }
  if (specifier.startsWith('node:')) return [];

  const name = packageOf(specifier);
  const { manifest } = own;
  const isDeclared =
    name === manifest.name ||
    [manifest.dependencies, manifest.peerDependencies, manifest.optionalDependencies].some((d) => d?.[name]) ||
    (manifest.builtIn?.includes(name) && manifest.devDependencies?.[name] !== undefined) ||
    (isTest && (manifest.devDependencies?.[name] !== undefined || toolbox.has(name)));
  if (!isDeclared) return refuse(`"${name}" is not among the dependencies of ${manifest.name}.`);

  const other = others.get(name);
  const entry = `.${specifier.slice(name.length)}`;
  if (other !== undefined && other.manifest.exports?.[entry] === undefined) {
    return refuse(`"${specifier}" is no public entry of ${name}.`);
  }
  return [];
}

export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** The repository path that a relative import names; any other specifier as it is. */
function targetOf(file: string, specifier: string): string {
  return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : specifier;
}

function isWithin(target: string, allowed: string): boolean {
  if (allowed.endsWith('/') || allowed.endsWith(':') || allowed.endsWith('-')) return target.startsWith(allowed);
  return target === allowed || target.startsWith(`${allowed}/`);
}
