import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Arm, defineBenchmark } from '../harness/benchmark.ts';

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  /** The published files of a package of this repository. */
  readonly files?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const packages = fileURLToPath(new URL('../../../', import.meta.url));

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** The folders of a package and of all its dependencies. */
function closureOf(folder: string): ReadonlySet<string> {
  const found = new Set([realpathSync(folder)]);
  // Iteration over a set includes members added during it.
  for (const each of found) {
    const { dependencies = {}, optionalDependencies = {} } = readManifest(each);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const at = findPackage(name, each);
      if (at !== undefined) found.add(at);
      // Packages for other systems are not installed.
      else if (!(name in optionalDependencies)) throw new Error(`${each} needs ${name}, which is not installed.`);
    }
  }
  return found;
}

function findPackage(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate);
    if (folder === dirname(folder)) return undefined;
  }
}

/** Bytes that npm would install. */
function bytesOf(folder: string): number {
  const { files } = readManifest(folder);
  const isOurs = folder.startsWith(packages) && !folder.includes('node_modules');
  const entries = isOurs ? ['package.json', 'README.md', 'LICENSE', ...(files ?? [])] : readdirSync(folder);
  return entries
    .filter((entry) => entry !== 'node_modules')
    .reduce((sum, entry) => sum + sizeOf(join(folder, entry)), 0);
}

function sizeOf(path: string): number {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, entry) => sum + (entry === 'node_modules' ? 0 : sizeOf(join(path, entry))), 0);
}

export const benchmark = defineBenchmark({
  name: 'install-size',
  chapter: 'size',
  measures:
    'What npm installs for each published package: how many packages, itself included, and how many bytes, beside the same of peers. Optional packages count where they are installed here.',
  options: {},
  peers: ['node-red', 'bpmnlint', 'nrlint', 'xstate', '@xstate/graph', 'graphile-worker', 'pg-boss', 'ajv', 'zod'],
  async run({ compare, peers }) {
    const arm = (name: string, folder: string): Arm => ({
      name,
      measure: () => {
        const closure = [...closureOf(folder)];
        const bytes = closure.reduce((sum, each) => sum + bytesOf(each), 0);
        return { packages: closure.length, MB: bytes / 1e6 };
      },
    });
    const ours = readdirSync(packages).flatMap((folder) => {
      const { name, private: isPrivate } = readManifest(join(packages, folder));
      return isPrivate === true ? [] : [arm(name, join(packages, folder))];
    });
    await compare({ title: 'packages of Botwright', arms: ours, warmUp: 0, maxRepeats: 1 });
    const theirs = benchmark.peers?.map((name) => arm(name, peers.file(name))) ?? [];
    await compare({
      title: 'peers',
      arms: theirs,
      warmUp: 0,
      maxRepeats: 1,
    });
  },
});
