import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join, resolve, sep } from 'node:path';
import { type FrameworkName, frameworks, isFramework } from './frameworks.ts';
import { Refusal, unusable } from './refusal.ts';

/** An app, as its `package.json` and its files show it. */
export interface App {
  /** Absolute. */
  readonly folder: string;
  readonly framework: FrameworkName;
  readonly isTypeScript: boolean;
  /** The module system of the entry. */
  readonly isCommonJs: boolean;
  /** The file that makes the app or, with Next, its config; relative. `undefined`: not found. */
  readonly entry: string | undefined;
  /** The names of all packages that it depends on. */
  readonly dependencies: ReadonlySet<string>;
}

interface Manifest {
  readonly main?: unknown;
  readonly type?: unknown;
  readonly scripts?: unknown;
  readonly dependencies?: unknown;
  readonly devDependencies?: unknown;
}

/** The most bytes of a file of the app that is read. */
const mostBytes = 1024 * 1024;

/**
 * Finds the framework, language, module system and entry of an app.
 *
 * @param chosen - The framework that the person has chosen, needed if there are several.
 * @throws {Refusal} when the folder has no app that can get a bot.
 * @spec CB2, CB3, CB10
 */
export function readApp(folder: string, chosen: FrameworkName | undefined): App {
  const manifest = readManifest(folder);
  const versions = { ...texts(manifest.devDependencies), ...texts(manifest.dependencies) };
  const framework = chosen ?? onlyFramework(Object.keys(versions).filter(isFramework));
  assertMajor(framework, installedVersion(folder, framework) ?? versions[framework] ?? '');
  if (framework === 'hono' && findFile(folder, wranglerConfigs) !== undefined) {
    throw new Refusal(2, 'The chat reads files of Node, which Cloudflare Workers do not have.');
  }
  const entry = framework === 'next' ? findFile(folder, nextConfigs) : findEntry(folder, manifest);
  const isTypeScript =
    framework === 'next' || entry === undefined
      ? existsSync(join(folder, 'tsconfig.json'))
      : /\.[cm]?tsx?$/.test(entry);
  const ending = extname(entry ?? '');
  return {
    ...{ folder, framework, entry, isTypeScript },
    isCommonJs: manifest.type === 'module' ? ending.startsWith('.c') : !ending.startsWith('.m'),
    dependencies: new Set(Object.keys(versions)),
  };
}

function readManifest(folder: string): Manifest {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) throw new Refusal(2, `${folder} has no package.json: run this in the folder of your app.`);
  const text = readSmallFile(file);
  try {
    const manifest: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (typeof manifest === 'object' && manifest !== null && !Array.isArray(manifest)) return manifest;
  } catch {
    // The text is not valid JSON.
  }
  throw new Refusal(2, `${file} is not a JSON object.`);
}

/** @throws {Refusal} when the file is too large or cannot be read. */
export function readSmallFile(file: string): string {
  try {
    if (statSync(file).size <= mostBytes) return readFileSync(file, 'utf8');
  } catch (error) {
    throw unusable(`${file} cannot be read`, error);
  }
  throw new Refusal(2, `${file} has more than 1 MiB.`);
}

function texts(value: unknown): Readonly<Record<string, string>> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function onlyFramework(found: readonly FrameworkName[]): FrameworkName {
  const [first, ...others] = found;
  const all = Object.keys(frameworks).join(', ');
  if (first === undefined) {
    throw new Refusal(2, `package.json depends on none of ${all}: choose one with --framework.`);
  }
  if (others.length === 0) return first;
  throw new Refusal(2, `package.json depends on ${found.join(' and ')}: choose one with --framework.`);
}

/** The version in `node_modules`, also of a folder above, as in a monorepo. */
function installedVersion(folder: string, name: string): string | undefined {
  const file = join(folder, 'node_modules', name, 'package.json');
  if (existsSync(file)) return /"version": *"([^"]*)"/.exec(readSmallFile(file))?.[1];
  const above = dirname(folder);
  return above === folder ? undefined : installedVersion(above, name);
}

/** A version without a number, such as `latest`, passes. */
function assertMajor(name: FrameworkName, version: string): void {
  const [, major] = /^[~^>=v\s]*(\d+)/.exec(version) ?? [];
  const { title, majors } = frameworks[name];
  if (major === undefined || majors.some((known) => known === Number(major))) return;
  throw new Refusal(2, `The app has ${title} ${major}; a bot needs ${title} ${majors.join(' or ')}.`);
}

const endings = ['ts', 'mts', 'cts', 'tsx', 'js', 'mjs', 'cjs', 'jsx'];
const wranglerConfigs = ['toml', 'json', 'jsonc'].map((end) => `wrangler.${end}`);
const nextConfigs = endings.map((end) => `next.config.${end}`);
const usualEntries = ['src/', ''].flatMap((folder) =>
  ['index', 'server', 'app', 'main'].flatMap((name) => endings.map((end) => `${folder}${name}.${end}`)),
);
const entryName = /^[\w./-]+\.[cm]?[jt]sx?$/;
const importsFramework = /(?:from|require\() *['"](?:express|fastify|hono|@hono\/zod-openapi)['"]/;

/** The first file of the scripts, of `main` and of the usual names that makes an app: sources before built files. */
function findEntry(folder: string, { scripts, main }: Manifest): string | undefined {
  const words = [...Object.values(texts(scripts)), String(main)].flatMap((text) => text.split(/[\s'"]/));
  const named = words.filter((word) => word.length <= 200 && entryName.test(word));
  const candidates = [...named, ...usualEntries].map((file) => file.replace(/^\.\//, ''));
  const sources = candidates.filter((file) => /tsx?$/.test(file));
  return [...sources, ...candidates].find((file) => {
    const path = resolve(folder, file);
    return path.startsWith(folder + sep) && isFile(path) && importsFramework.test(readSmallFile(path));
  });
}

function findFile(folder: string, names: readonly string[]): string | undefined {
  return names.find((name) => isFile(join(folder, name)));
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
