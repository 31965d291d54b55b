import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isNightly } from '../../scripts/depth.ts';
import type { Finding } from '../finding.ts';
import { runTool } from '../source/run-tool.ts';

/** An app as a person has it before it gets a bot. */
interface App {
  readonly title: string;
  /** What it depends on, by ranges. */
  readonly packages: Readonly<Record<string, string>>;
  readonly manifest: object;
  readonly files: Readonly<Record<string, string>>;
  /** Arguments of Node that start it. */
  readonly start: readonly string[];
  readonly isTypeScript: boolean;
  /** Takes minutes. */
  readonly isNightly?: true;
}

const listenAt = "process.env['PORT']";
const tsconfig = JSON.stringify({
  compilerOptions: {
    ...{ target: 'es2022', module: 'nodenext', types: ['node'], strict: true, noEmit: true, skipLibCheck: true },
    ...{ allowImportingTsExtensions: true, erasableSyntaxOnly: true, noPropertyAccessFromIndexSignature: true },
  },
});
/** As Next's own template has it. */
const tsconfigOfNext = JSON.stringify({
  compilerOptions: {
    ...{ target: 'es2022', lib: ['dom', 'esnext'], module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx' },
    ...{
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      isolatedModules: true,
      esModuleInterop: true,
      types: ['node'],
    },
  },
  include: ['**/*.ts', '**/*.tsx'],
});
const typed = { '@types/node': '^24.0.0' };

const apps: readonly App[] = [
  {
    title: 'Express 5, TypeScript',
    packages: { express: '^5.0.0', '@types/express': '^5.0.0', ...typed },
    manifest: { type: 'module' },
    files: {
      'tsconfig.json': tsconfig,
      'src/server.ts': `import express from 'express';\n\nconst app = express();\napp.use(express.json());\napp.listen(${listenAt});\n`,
    },
    start: ['src/server.ts'],
    isTypeScript: true,
  },
  {
    title: 'Express 4, CommonJS',
    packages: { express: '^4.19.0' },
    manifest: { main: 'index.js' },
    files: {
      'index.js': `const express = require('express');\n\nconst app = express();\napp.use(express.json());\napp.listen(${listenAt});\n`,
    },
    start: ['index.js'],
    isTypeScript: false,
  },
  {
    title: 'Hono, TypeScript',
    packages: { hono: '^4.0.0', '@hono/node-server': '^2.0.0', ...typed },
    manifest: { type: 'module' },
    files: {
      'tsconfig.json': tsconfig,
      'src/index.ts': `import { serve } from '@hono/node-server';\nimport { Hono } from 'hono';\n\nconst app = new Hono<{ Variables: { person: string } }>();\nserve({ fetch: app.fetch, port: Number(${listenAt}) });\n`,
    },
    start: ['src/index.ts'],
    isTypeScript: true,
  },
  {
    title: 'Fastify, TypeScript',
    packages: { fastify: '^5.0.0', ...typed },
    manifest: { type: 'module' },
    files: {
      'tsconfig.json': tsconfig,
      'src/app.ts': `import Fastify from 'fastify';\n\nconst app = Fastify({ logger: false });\nawait app.listen({ port: Number(${listenAt}) });\n`,
    },
    start: ['src/app.ts'],
    isTypeScript: true,
  },
  ...[15, 16].map(
    (major): App => ({
      title: `Next ${major}, TypeScript`,
      packages: {
        next: `^${major}.0.0`,
        react: '^19.0.0',
        'react-dom': '^19.0.0',
        '@types/react': '^19.0.0',
        typescript: '^5.9.0',
        ...typed,
      },
      manifest: {},
      files: {
        'tsconfig.json': tsconfigOfNext,
        'next.config.ts': `import type { NextConfig } from 'next';\n\nconst nextConfig: NextConfig = {\n  /* config options here */\n};\n\nexport default nextConfig;\n`,
        'app/layout.tsx': `export default function Layout({ children }: { children: React.ReactNode }) {\n  return (\n    <html lang="en">\n      <body>{children}</body>\n    </html>\n  );\n}\n`,
        'app/page.tsx': `export default function Page() {\n  return <p>Hi</p>;\n}\n`,
      },
      start: ['node_modules/next/dist/bin/next', 'dev'],
      isTypeScript: true,
      isNightly: true,
    }),
  ),
];

/** The bot answers within half a minute of the command; a busy machine takes longer, and only one that hangs fails. */
const mostMs = 180_000;

/** Gives each app a bot with `create-botwright` as packed, and talks to the bot in the running app. */
export async function tryCreate(root: string, tarballs: readonly string[]): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const place = mkdtempSync(join(tmpdir(), 'botwright-create-'));
  try {
    // It depends on nothing: as `npm create` has it, outside of the app.
    await runTool(root, 'tar', ['-xf', tarballOf(tarballs, 'create-botwright'), '-C', place]);
    const create = join(place, 'package/dist/main.js');
    for (const [at, app] of apps.filter((one) => isNightly || one.isNightly !== true).entries()) {
      const folder = join(place, `app-${at}`);
      try {
        await tryApp(root, { app, folder, tarballs, create });
      } catch (error) {
        findings.push({ file: `create-botwright with ${app.title}`, message: String(error) });
      }
      rmSync(folder, { recursive: true });
    }
  } finally {
    rmSync(place, { recursive: true });
  }
  return findings;
}

interface Attempt {
  readonly app: App;
  readonly folder: string;
  readonly tarballs: readonly string[];
  /** The script of `create-botwright`. */
  readonly create: string;
}

async function tryApp(root: string, { app, folder, tarballs, create }: Attempt): Promise<void> {
  const run = async (command: string, args: readonly string[]): Promise<string> => {
    const { exitCode, output } = await runTool(root, command, args, folder);
    if (exitCode === 0) return output;
    throw new Error(`${command} ${args.slice(0, 2).join(' ')} ended with ${exitCode}: ${output}`);
  };
  const manifest = JSON.stringify({ ...app.manifest, dependencies: app.packages });
  for (const [file, text] of Object.entries({ ...app.files, 'package.json': manifest })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }

  const began = Date.now();
  const printed = await run('node', [create, '--no-install']);
  const [, command = ''] = /^Install packages: +npm install (.*)$/m.exec(printed) ?? [];
  const named = command.split(' ').map((name) => name.replace(/@[\d.]+$/, '').replace('@botwright/', ''));
  // The registry has them beside those that it names; here they are tarballs, too.
  const needed = new Set([...named, 'http', ...(named.includes('http-hono') ? [] : ['http-node'])]);
  const packed = Array.from(needed, (name) => tarballOf(tarballs, `botwright-${name}`));
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', ...packed]);
  const port = await freePort();
  const server = spawn(process.execPath, app.start, {
    cwd: folder,
    env: { ...process.env, PORT: String(port), NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
    // It may start other processes, which end with its group.
    detached: true,
  });
  try {
    const answer = await talk(`http://localhost:${port}/chat`, server);
    const ms = Date.now() - began;
    if (!answer.includes('Nice to meet you, Ada.')) throw new Error(`the bot answered ${answer}`);
    if (ms > mostMs) throw new Error(`the bot answered after ${ms} ms; at most ${mostMs}`);
  } finally {
    await stop(server);
  }
  if (app.isTypeScript) await run('tsc', ['--project', 'tsconfig.json', '--noEmit']);
  const again = await run('node', [create, '--no-install']);
  if (/Add|Install/.test(again)) throw new Error(`a second run says ${again}`);
}

function tarballOf(tarballs: readonly string[], name: string): string {
  const found = tarballs.find((tarball) => basename(tarball).replace(/-\d.*$/, '') === name);
  if (found === undefined) throw new Error(`${name} is not packed`);
  return found;
}

/** Opens the page, lets the bot greet, and says a name. @returns The response to the name. */
async function talk(chat: string, server: ChildProcess): Promise<string> {
  const opened = async (): Promise<boolean> => (await fetch(`${chat}/1`).catch(() => undefined))?.status === 200;
  while (!(await opened())) {
    if (server.exitCode !== null) throw new Error(`the app ended with ${server.exitCode}`);
    await sleep(100);
  }
  const say = (body: object, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${chat}/api/1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const begun = (await (await say({})).json()) as { readonly data: { readonly token: string } };
  const message = { message: { type: 'text', message: 'Ada' }, id: 'm1' };
  return (await say(message, { authorization: `Token ${begun.data.token}` })).text();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null) return;
  const ended = once(server, 'exit');
  process.kill(-server.pid, 'SIGKILL');
  await ended;
}
