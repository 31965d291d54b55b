import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isNightly } from '../../scripts/depth.ts';
import type { Finding } from '../finding.ts';
import { supportOf } from '../readmes/check-readmes.ts';
import { type Manifest, readText, readWorkspace } from '../source/repository.ts';
import { runAll, runTool, type Trial } from '../source/run-tool.ts';
import { scriptOf, tryCommands } from './try-commands.ts';

/** The lowest version that reads the types, as README.md says; the newest is the one of the repository. */
const lowestTypeScript = '5.2.2';
/** Entries whose types need `skipLibCheck`, according to their README: the types of pg-boss 12.35 have errors. */
const uncheckedTypes = ['@botwright/storage/pg-boss'];
const consumers = 'packages/e2e/test/packed';
/** Other runtimes that run the engine, as packages of npm. */
const runtimes = ['bun@1.4.5', 'deno@2.9.6', 'workerd@1.20261117.1'];
/** The literal code that a reader copies. */
const example = 'ci-diagram-tests';

/** Installs packed packages with npm in an empty folder, and uses them in the way of a host. */
export async function tryPackages(root: string, tarballs: readonly string[]): Promise<readonly Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-try-'));
  try {
    const published = readWorkspace(root).flatMap(({ manifest }) => (manifest.private === true ? [] : [manifest]));
    const lowestNode = lowestNodeOf(published);
    const installed = await install(root, folder, [...tarballs, `node@${lowestNode}`, ...runtimes]);
    if (installed.length > 0) return installed;
    cpSync(join(root, consumers), folder, { recursive: true });
    copyExample(root, folder);
    writeEntries(folder, published);

    const old = join(folder, 'node_modules/typescript-lowest/bin/tsc');
    const trials = [
      ...compile(`TypeScript ${lowestTypeScript}`, 'node', [old, 'lowest.mts'], ofLowest),
      ...compile('the newest TypeScript', 'tsc', ['all.mts']),
      {
        title: 'TypeScript that skips the types of libraries',
        command: 'tsc',
        args: [...strict, '--skipLibCheck', 'true', '--module', 'nodenext', 'unchecked.mts'],
      },
      { title: 'require in TypeScript', command: 'tsc', args: [...strict, '--module', 'nodenext', 'all.cts'] },
      { title: 'a bundle for browsers', command: 'esbuild', args: [...bundled, '--outfile=bundle.js', 'browser.mjs'] },
      { title: 'a bundle for workerd', command: 'esbuild', args: bundledForWorkerd },
      { title: 'the command', command: join(folder, 'node_modules/.bin/botwright'), args: ['--help'] },
    ];
    const compiled = await runAll(root, trials, folder);
    if (compiled.length > 0) return compiled;

    const nodes = { [lowestNode]: join(folder, 'node_modules/node/bin/node'), [process.versions.node]: 'node' };
    const loads = Object.entries(nodes).flatMap(([version, command]) =>
      ['load.mjs', 'load.cjs'].map((file) => {
        const args = [file, ...entriesOf(published, Number.parseInt(version, 10))];
        return { title: `${file} on Node ${version}`, command, args };
      }),
    );
    const booking = {
      title: `node --test of the example on Node ${lowestNode}`,
      command: nodes[lowestNode] ?? '',
      args: ['--test', `${example}/test/booking.node.ts`],
    };
    const used = [
      ...(await runAll(root, [...loads, booking, ...portableTrials(folder)], folder)),
      ...(await weighParser(root, folder)),
    ];
    // On the Node of the repository, the tests run the build, and `tryLite` runs the packed commands.
    const nodesOfCommands = Object.entries(nodes).slice(0, isNightly ? undefined : 1);
    const commands = await Promise.all(
      nodesOfCommands.map(([version, node]) =>
        tryCommands(root, { folder, name: 'botwright', server: scriptOf(folder, 'botwright'), version, node, example }),
      ),
    );
    return [
      ...used,
      ...commands.flat(),
      ...(await tryTesting(root, tarballs)),
      ...(await weighCore(root, tarballs)),
      ...(await tryLite(root, tarballs, folder)),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Makes a bot and talks to it, on each of the other runtimes. */
function portableTrials(folder: string): readonly Trial[] {
  const commands = [
    ['bun', 'portable/main.mjs'],
    ['deno', 'run', '--allow-all', 'portable/main.mjs'],
    ['workerd', 'test', 'portable/worker.capnp'],
  ];
  return commands.map(([runtime = '', ...args]) => ({
    title: `the engine on ${runtime}`,
    command: 'node',
    args: ['portable/run.mjs', join(folder, 'node_modules/.bin', runtime), ...args],
  }));
}

/** Minified bytes of a page that only parses diagrams. */
const mostBytesOfParser = 5_000;

async function weighParser(root: string, folder: string): Promise<readonly Finding[]> {
  writeFileSync(join(folder, 'parser.mjs'), "export { parseDiagram } from '@botwright/core/diagram';\n");
  const args = [...bundled, '--minify', '--outfile=parser.js', 'parser.mjs'];
  const found = await runAll(root, [{ title: 'a bundle of parseDiagram', command: 'esbuild', args }], folder);
  if (found.length > 0) return found;
  const bytes = statSync(join(folder, 'parser.js')).size;
  if (bytes <= mostBytesOfParser) return [];
  return [
    { file: '@botwright/core/diagram', message: `parseDiagram brings ${bytes} bytes; at most ${mostBytesOfParser}` },
  ];
}

/** Bytes of files that an installation of the core brings, with everything it depends on. */
const mostBytesOfCore = 8_000_000;

function weighCore(root: string, tarballs: readonly string[]): Promise<readonly Finding[]> {
  return tryAlone(root, tarballs, ['core'], (folder) => {
    const { bytes } = weigh(folder);
    if (bytes <= mostBytesOfCore) return [];
    return [{ file: '@botwright/core', message: `installs ${bytes} bytes; at most ${mostBytesOfCore}` }];
  });
}

/** The packages of `npm install @botwright/cli-lite`, as CI of bots has them, and all they bring. */
const ofLite = ['cli-lite', 'client', 'core', 'graph', 'testing'];
const mostOfLite = { packages: 14, bytes: 14_000_000 };

/** Weighs the command line without a server, and runs its commands. @param whole - Where all packages are installed. */
function tryLite(root: string, tarballs: readonly string[], whole: string): Promise<readonly Finding[]> {
  const name = '@botwright/cli-lite';
  return tryAlone(root, tarballs, ofLite, async (folder) => {
    const { packages, bytes } = weigh(folder);
    const isLight = packages <= mostOfLite.packages && bytes <= mostOfLite.bytes;
    const most = `at most ${mostOfLite.packages} and ${mostOfLite.bytes}`;
    const heavy = isLight ? [] : [{ file: name, message: `installs ${packages} packages, ${bytes} bytes; ${most}` }];

    cpSync(join(root, consumers, 'bot.json'), join(folder, 'bot.json'));
    copyExample(root, folder);
    // Beside all packages, the same script finds the package with the server.
    const server = scriptOf(whole, name);
    const version = process.versions.node;
    const commands = await tryCommands(root, { folder, name, server, version, node: process.execPath, example });
    const alone = await runTool(root, process.execPath, [scriptOf(folder, name), 'serve'], folder);
    const isClear = alone.exitCode === 1 && alone.output.includes('run "npm install botwright"');
    const unclear = isClear ? [] : [{ file: name, message: `serve ended with ${alone.exitCode}: ${alone.output}` }];
    return [...heavy, ...commands, ...unclear];
  });
}

/** The packages in a folder, and the bytes of their files. */
function weigh(folder: string): { readonly packages: number; readonly bytes: number } {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    readonly packages: object;
  };
  const files = readdirSync(join(folder, 'node_modules'), { recursive: true, withFileTypes: true });
  const sizes = files.flatMap((file) => (file.isFile() ? statSync(join(file.parentPath, file.name)).size : []));
  const packages = Object.keys(lock.packages).filter((path) => path !== '').length;
  return { packages, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

function copyExample(root: string, folder: string): void {
  for (const name of ['bots', 'test', 'package.json', 'botwright.config.json']) {
    cpSync(join(root, 'examples', example, name), join(folder, example, name), { recursive: true });
  }
}

/** A tester of bots installs no server and no store. */
const ofTesting = ['core', 'testing'];

function tryTesting(root: string, tarballs: readonly string[]): Promise<readonly Finding[]> {
  return tryAlone(root, tarballs, ofTesting, (folder) => {
    const names = readdirSync(join(folder, 'node_modules/@botwright')).sort();
    const isAlone = names.join() === ofTesting.join();
    return isAlone ? [] : [{ file: '@botwright/testing', message: `pulls in ${names.join(', ')}` }];
  });
}

/** Installs the packages with these names in an empty folder. @param look - Inspects it. */
async function tryAlone(
  root: string,
  tarballs: readonly string[],
  names: readonly string[],
  look: (folder: string) => readonly Finding[] | Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-alone-'));
  try {
    const needed = tarballs.filter((tarball) =>
      names.some((name) => basename(tarball).startsWith(`botwright-${name}-`)),
    );
    const installed = await npmInstall(root, folder, needed);
    return installed.length > 0 ? installed : await look(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const strict = ['--strict', '--target', 'es2022', '--types', 'node', '--skipLibCheck', 'false'];
const bundled = ['--bundle', '--platform=browser', '--format=esm', '--log-level=error'];
const bundledForWorkerd = [
  ...bundled,
  '--conditions=workerd,worker',
  '--outfile=portable/worker.bundle.js',
  'portable/worker.mjs',
];

const resolutions = { nodenext: 'nodenext', bundler: 'es2022' };
/** Half a minute each. The newest TypeScript always tries both. */
const ofLowest = isNightly ? resolutions : { nodenext: 'nodenext' };

/** The first compiler leaves `consumer.mjs` behind, which is run afterwards. */
function compile(
  title: string,
  command: string,
  before: readonly string[],
  modules: Readonly<Record<string, string>> = resolutions,
): readonly Trial[] {
  return Object.entries(modules).map(([resolution, kind]) => ({
    title: `${title}, ${resolution}`,
    command,
    args: [...before, ...strict, '--module', kind, '--moduleResolution', resolution, 'consumer.mts'],
  }));
}

async function install(root: string, folder: string, names: readonly string[]): Promise<readonly Finding[]> {
  const { devDependencies = {} } = JSON.parse(readText(root, 'package.json')) as Manifest;
  const others = [
    `typescript-lowest@npm:typescript@${lowestTypeScript}`,
    `@types/node@${devDependencies['@types/node']}`,
    // Optional peers of entries that are loaded with all others.
    '@opentelemetry/api@^1.9.0',
    'pg-boss@^12.35.0',
  ];
  return npmInstall(root, folder, [...names, ...others]);
}

function npmInstall(root: string, folder: string, names: readonly string[]): Promise<readonly Finding[]> {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const args = ['install', '--prefix', folder, ...flags, ...names];
  return runAll(root, [{ title: 'npm install', command: 'npm', args }]);
}

/** Modules that import every entry, and every one for browsers. */
function writeEntries(folder: string, published: readonly Manifest[]): void {
  const importAll = (entries: readonly string[]): string =>
    [
      ...entries.map((entry, at) => `import * as entry${at} from '${entry}';`),
      `export const all = [${entries.map((_, at) => `entry${at}`).join(', ')}];`,
      '',
    ].join('\n');
  const checked = entriesOf(published).filter((entry) => !uncheckedTypes.includes(entry));
  for (const file of ['all.mts', 'all.cts']) writeFileSync(join(folder, file), importAll(checked));
  writeFileSync(join(folder, 'unchecked.mts'), importAll(uncheckedTypes));
  writeFileSync(join(folder, 'lowest.mts'), importAll(checked));
  const forBrowsers = published.flatMap(({ name, browsers = [] }) => browsers.map((entry) => join(name, entry)));
  writeFileSync(join(folder, 'browser.mjs'), importAll(forBrowsers));
}

/** The lowest version in the ranges of the packages, such as 22.19. */
function lowestNodeOf(published: readonly Manifest[]): string {
  const [lowest = ''] = published.flatMap(({ engines }) => /\d+\.\d+/.exec(engines?.['node'] ?? '') ?? []).sort();
  return lowest;
}

function entriesOf(published: readonly Manifest[], node?: number): readonly string[] {
  return published
    .filter(({ engines }) => node === undefined || supportOf(engines?.['node'] ?? '', node) !== 'no')
    .flatMap(({ name, exports = {}, testRunners = [] }) =>
      Object.keys(exports).flatMap((entry) => (testRunners.includes(entry) ? [] : [join(name, entry)])),
    )
    .filter((entry) => !entry.endsWith('/package.json'));
}
