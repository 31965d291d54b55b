import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { type AddOptions, addBot, type Shell } from '../src/add-bot.ts';

const botFiles = ['bots/hello.json', 'bots/hello.scenarios.yaml'];
const express = { 'package.json': '{"type":"module","dependencies":{"express":"^5.0.0"}}' };
const server = "import express from 'express';\n\nconst app = express();\napp.listen(3000);\n";

/** An app in a folder of its own. */
function appWith(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'create-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // Else the lock file of a folder above would count.
  mkdirSync(join(folder, '.git'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

/** Adds a bot, by default without a person. @returns What was printed and run. */
async function add(folder: string, options: Partial<AddOptions> = {}, shell: Partial<Shell> = {}) {
  const printed: string[] = [];
  const run: string[] = [];
  await addBot(
    { folder, framework: undefined, force: false, install: true, version: '0.1.0', ...options },
    {
      startedBy: undefined,
      print: (line) => printed.push(line),
      ask: undefined,
      run: async (command, args) => {
        run.push([command, ...args].join(' '));
        return 0;
      },
      ...shell,
    },
  );
  return { printed, run };
}

function filesOf(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files
    .flatMap((file) => (file.isFile() ? join(file.parentPath, file.name).slice(folder.length + 1) : []))
    .sort();
}

/** How a module loads its adapter, stores the running bot and connects it; .ci/packages runs whole modules. */
function connectionIn(module: string): string {
  const [imports = ''] = module.split('\n\n');
  return [
    imports.split('\n').find((line) => line.includes('/http')),
    module.slice(module.indexOf('\n}\n', module.indexOf('function startBot')) + 2),
  ].join('\n');
}

const read = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');

it('[CB1][CB7][CB8] adds three files and two lines to an Express app, and installs three packages', async () => {
  const folder = appWith({ ...express, 'src/server.js': server });
  const { printed, run } = await add(folder);
  expect(filesOf(folder)).toEqual([...botFiles, 'package.json', 'src/botwright.js', 'src/server.js']);
  expect(read(folder, 'src/server.js')).toBe(
    "import express from 'express';\nimport { mountBot } from './botwright.js';\n\nconst app = express();\nmountBot(app);\napp.listen(3000);\n",
  );
  const install = 'npm install @botwright/core@0.1.0 @botwright/http-express@0.1.0 @botwright/web-chat@0.1.0';
  expect(run).toEqual([install]);
  expect(printed).toEqual([
    'Express app, JavaScript:',
    '  bots/hello.json: the bot',
    '  bots/hello.scenarios.yaml: conversations that test it',
    '  src/botwright.js: the engine with the bot, and its chat',
    'Added to src/server.js:',
    "  import { mountBot } from './botwright.js';",
    '  mountBot(app);',
    install,
    'Check the bot:       npx @botwright/cli-lite test bots',
    'Talk to the bot:     start the app, and open /chat/1 of it in a browser',
  ]);
});

it.for([
  [
    'hono',
    '^4.2.0',
    'src/index.ts',
    "import { Hono } from 'hono';\nexport const app = new Hono<Env>();\n",
    'src/botwright.ts',
  ],
  [
    'fastify',
    '~5.1.0',
    'app.mjs',
    "import Fastify from 'fastify';\nconst app = Fastify({ logger: true });\n",
    'botwright.mjs',
  ],
  ['fastify', '5', 'app.js', "const fastify = require('fastify')({ logger: true });\n", 'botwright.js'],
  [
    'express',
    'latest',
    'server.cjs',
    "const express = require('express');\r\nvar app = express();\r\n",
    'botwright.cjs',
  ],
] as const)('[CB3][CB4][CB7] %s@%s with %s', async ([framework, version, entry, text, module]) => {
  const folder = appWith({ 'package.json': JSON.stringify({ dependencies: { [framework]: version } }), [entry]: text });
  await add(folder);
  expect(filesOf(folder)).toEqual([...botFiles, module, entry, 'package.json'].sort());
  expect([read(folder, entry), connectionIn(read(folder, module))]).toMatchSnapshot();
});

it.for([
  ['tsconfig.json', 'app/page.tsx', 'app/chat/[...path]/route.ts'],
  ['jsconfig.json', 'src/app/page.js', 'src/app/chat/[...path]/route.js'],
  ['jsconfig.json', 'pages/index.js', 'app/chat/[...path]/route.js'],
] as const)('[CB3][CB4][CB7] Next with %s and %s', async ([config, page, route]) => {
  const next = 'const nextConfig = {\n  /* options */\n};\n\nexport default nextConfig;\n';
  const packages = '{"dependencies":{"next":"16.0.1"}}';
  const folder = appWith({ 'package.json': packages, 'next.config.mjs': next, [config]: '{}', [page]: '' });
  await add(folder);
  expect(filesOf(folder)).toEqual([...botFiles, route, page, config, 'package.json', 'next.config.mjs'].sort());
  expect(read(folder, 'next.config.mjs').split('\n').slice(0, 2)).toEqual([
    'const nextConfig = {',
    "  serverExternalPackages: ['@botwright/core', '@botwright/http-hono', '@botwright/web-chat'],",
  ]);
  expect(connectionIn(read(folder, route))).toMatchSnapshot();
});

it('[CB3] an entry in TypeScript imports the module as it imports others', async () => {
  const endings = ['./rates.ts', './rates.js', './rates'];
  const lines = endings.map(async (rates) => {
    const text = `import { rates } from '${rates}';\n${server}`;
    const folder = appWith({ ...express, 'src/index.ts': text, 'tsconfig.json': '{}' });
    return (await add(folder)).printed[5];
  });
  expect(await Promise.all(lines)).toEqual(
    ['./botwright.ts', './botwright.js', './botwright'].map((path) => `  import { mountBot } from '${path}';`),
  );
});

it('[CB3] takes the source before the built file that the script starts', async () => {
  const built = { 'dist/index.js': server, 'src/index.ts': server, 'tsconfig.json': '{}' };
  const manifest = '{"type":"module","scripts":{"start":"node dist/index.js"},"dependencies":{"express":"5"}}';
  const folder = appWith({ ...built, 'package.json': manifest });
  await add(folder);
  expect(read(folder, 'dist/index.js')).toBe(server);
  expect(read(folder, 'src/index.ts')).toContain('mountBot(app);');
});

it.for([
  ['no entry', {}],
  ['two apps', { 'index.js': `${server}const other = express();\n` }],
  ['a base path', { 'index.js': "import { Hono } from 'hono';\nconst app = new Hono().basePath('/api');\n" }],
] as const)('[CB7] prints the lines with %s', async ([, files]) => {
  const folder = appWith({ ...express, ...files });
  const { printed } = await add(folder);
  expect(printed.find((line) => line.startsWith('Add'))).toMatch(/^Add to (index\.js|the file that makes your app):$/);
  for (const [file, text] of Object.entries(files)) expect(read(folder, file)).toBe(text);
});

it.for([
  ['fastify', "const server = require('fastify')({\n  logger: true,\n});\nserver.listen();\n", 'server', 3],
  [
    'fastify',
    "import Fastify from 'fastify';\nconst fastify = Fastify({\n  logger: { level: 'warn' }\n})\n",
    'fastify',
    4,
  ],
  ['express', "import exp from 'express';\nconst app = exp();\n", 'app', 2],
  ['express', "import express from 'express';\nexport const app: express.Express = express();\n", 'app', 2],
  ['express', "import express from 'express';\nconst app = express(), port = 3000;\n", 'app', 2],
  ['hono', "import { Hono } from 'hono';\nconst api = new Hono({ getPath: pathOf() });\n", 'api', 2],
] as const)('[CB7] in an app of %s made by %j', async ([framework, text, name, after]) => {
  const manifest = JSON.stringify({
    type: text.startsWith('import') ? 'module' : 'commonjs',
    dependencies: { [framework]: '5' },
  });
  const folder = appWith({
    'package.json': framework === 'hono' ? manifest.replace('"5"', '"4"') : manifest,
    'index.js': text,
  });
  await add(folder);
  const lines = read(folder, 'index.js').split('\n');
  const loads = lines.findIndex((line) => line.includes('botwright.js') || line.includes("'./botwright'"));
  expect(lines.filter((_, at) => at !== loads)[after]).toBe(`mountBot(${name});`);
});

it('[CB4] the module finds the bot from any folder', async () => {
  for (const type of ['module', 'commonjs']) {
    const text = type === 'module' ? server : "const express = require('express');\nconst app = express();\n";
    const manifest = JSON.stringify({ type, dependencies: { express: '5' } });
    const folder = appWith({ 'package.json': manifest, 'src/index.js': text });
    await add(folder);
    const module = read(folder, 'src/botwright.js');
    const imports = module.split('\n').filter((line) => /node:(?:fs|path|url)/.test(line));
    const find = module.slice(module.indexOf('function botFile()'), module.indexOf('/** Publishes'));
    const probe = join(folder, `dist/deep/probe.${type === 'module' ? 'mjs' : 'cjs'}`);
    mkdirSync(dirname(probe), { recursive: true });
    writeFileSync(probe, [...imports, find, 'console.log(botFile());'].join('\n'));
    const { stdout } = spawnSync(process.execPath, [probe], { cwd: tmpdir(), encoding: 'utf8' });
    expect(stdout.trim()).toBe(join(folder, 'bots/hello.json'));
  }
});

it('[CB7] is done at once with a built file of long lines', async () => {
  const built = `const app = fastify(${'('.repeat(500_000)}${')'.repeat(500_000)};require('fastify')`;
  const folder = appWith({ 'package.json': '{"dependencies":{"fastify":"5"}}', 'index.js': built });
  expect((await add(folder)).printed).toContain('Add to index.js:');
});

it('[CB6] a second run changes nothing', async () => {
  const folder = appWith({ ...express, 'index.js': server });
  await add(folder);
  const before = filesOf(folder).map((file) => read(folder, file));
  const { printed } = await add(folder);
  expect(filesOf(folder).map((file) => read(folder, file))).toEqual(before);
  expect(printed.filter((line) => line.startsWith('Add'))).toEqual([]);
});

it('[CB6] replaces a file only with --force or after a yes', async () => {
  const own = { ...express, 'bots/hello.json': '{}', 'bots/hello.scenarios.yaml': 'mine' };
  const kept = appWith(own);
  await expect(add(kept)).rejects.toMatchObject({
    exitCode: 2,
    message: 'bots/hello.json exists: --force replaces it.',
  });
  expect(filesOf(kept)).toEqual([...botFiles, 'package.json']);

  const questions: string[] = [];
  await add(kept, {}, { ask: async (question) => questions.push(question) === 1 });
  expect(questions).toEqual(['Replace bots/hello.json?', 'Replace bots/hello.scenarios.yaml?']);
  expect([read(kept, 'bots/hello.json').length > 2, read(kept, 'bots/hello.scenarios.yaml')]).toEqual([true, 'mine']);

  const forced = appWith(own);
  await add(forced, { force: true });
  expect(read(forced, 'bots/hello.scenarios.yaml')).not.toBe('mine');
});

it.for([
  ['pnpm-lock.yaml', undefined, 'pnpm add'],
  ['yarn.lock', 'npm/11.0.0 node/v24.15.0', 'yarn add'],
  ['bun.lock', undefined, 'bun add'],
  ['package-lock.json', 'pnpm/10.0.0', 'npm install'],
  ['none.txt', 'pnpm/10.0.0 npm/? node/v24.15.0', 'pnpm add'],
  ['none.txt', undefined, 'npm install'],
] as const)('[CB8] installs beside %s, started by %s, with %s', async ([lock, startedBy, command]) => {
  const folder = appWith({ ...express, [lock]: '' });
  const { run } = await add(folder, {}, { startedBy });
  expect(run).toEqual([expect.stringMatching(`^${command} @botwright/core@0\\.1\\.0 `)]);
});

it('[CB8] finds the lock file of a monorepo, installs what is missing, and nothing with --no-install', async () => {
  const root = appWith({
    'pnpm-lock.yaml': '',
    'apps/one/package.json': '{"dependencies":{"express":"5","@botwright/core":"0.1.0"}}',
  });
  const { run, printed } = await add(join(root, 'apps/one'), { install: false });
  expect(run).toEqual([]);
  expect(printed).toContain('Install packages:    pnpm add @botwright/http-express@0.1.0 @botwright/web-chat@0.1.0');
});

it('[CB8][CB10] says how to install again after a failure', async () => {
  const folder = appWith(express);
  await expect(add(folder, {}, { run: async () => 7 })).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringMatching(
      /^The files are written, but "npm install .*" failed with exit code 7: run it again\.$/,
    ),
  });
});

it.for([
  ['no package.json', {}, /^\/.* has no package\.json: run this in the folder of your app\.$/],
  ['no JSON', { 'package.json': '[]' }, /package\.json is not a JSON object\.$/],
  ['a large package.json', { 'package.json': ' '.repeat(2 ** 20 + 1) }, /package\.json has more than 1 MiB\.$/],
  [
    'no framework',
    { 'package.json': '{}' },
    /^package\.json depends on none of express, hono, fastify, next: choose one/,
  ],
  [
    'two frameworks',
    { 'package.json': '{"dependencies":{"next":"16"},"devDependencies":{"hono":"4"}}' },
    /^package\.json depends on hono and next: choose one with --framework\.$/,
  ],
  [
    'an older one',
    { 'package.json': '{"dependencies":{"express":"^3.2.1"}}' },
    /^The app has Express 3; .* Express 4 or 5\.$/,
  ],
  ['a newer one', { 'package.json': '{"dependencies":{"hono":">=5"}}' }, /^The app has Hono 5; a bot needs Hono 4\.$/],
  [
    'a newer installed one',
    { 'package.json': '{"dependencies":{"next":"latest"}}', 'node_modules/next/package.json': '{"version":"17.0.1"}' },
    /^The app has Next 17; a bot needs Next 15 or 16\.$/,
  ],
  [
    'a Worker',
    { 'package.json': '{"dependencies":{"hono":"4"}}', 'wrangler.toml': '' },
    /Cloudflare Workers do not have\.$/,
  ],
] as const)('[CB2][CB10] refuses %s in one line, and writes nothing', async ([, files, message]) => {
  const folder = appWith(files);
  const before = filesOf(folder);
  await expect(add(folder)).rejects.toMatchObject({ exitCode: 2, message: expect.stringMatching(message) });
  expect(filesOf(folder)).toEqual(before);
});

it('[CB10] a file that cannot be written ends it with one line', async () => {
  const folder = appWith({ ...express, bots: 'a file where the folder should be' });
  await expect(add(folder)).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringMatching(/bots\/hello\.json cannot be written \(E\w+\)\.$/),
  });
});

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const command = (folder: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { cwd: folder, encoding: 'utf8' });
  return { status, stdout, stderr };
};

it('[CB9][CB10] the command never waits for an answer', () => {
  const folder = appWith({ ...express, 'index.js': server });
  expect(command(folder, '--no-install')).toMatchObject({ status: 0, stderr: '' });
  writeFileSync(join(folder, 'botwright.js'), 'mine');
  expect(command(folder, '--no-install', '--framework', 'express')).toEqual({
    status: 2,
    stdout: '',
    stderr: 'create-botwright: botwright.js exists: --force replaces it.\n',
  });
  expect(command(folder, '--no-install', '--force')).toMatchObject({ status: 0, stderr: '' });
});

it('[CB10] a reader that stops early is no failure', () => {
  const folder = appWith({ ...express, 'index.js': server });
  const script = `{ "${process.execPath}" "${main}" --no-install; echo $? >&2; } | true`;
  const { stderr } = spawnSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('0\n');
  expect(filesOf(folder)).toContain('botwright.js');
});

it.for([
  [['--framework', 'koa'], /^create-botwright: --framework koa is unknown: choose express, hono, fastify, next\.\n$/],
  [['--wrong'], /^create-botwright: Unknown option '--wrong'.* \(see --help\)\n$/],
  [['one', 'two'], /^create-botwright: Name one folder at most\.\n$/],
  [['nowhere'], /^create-botwright: \/.*nowhere is not a folder\.\n$/],
] as const)('[CB10] refuses %j with exit code 2', ([args, message]) => {
  const { status, stdout, stderr } = command(appWith(express), ...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(message);
});

it('explains itself', () => {
  const folder = appWith({});
  expect(command(folder, '--help')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Usage: npm create botwright/),
  });
  expect(command(folder, '--version')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});
