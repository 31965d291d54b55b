import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { packageOptions } from '../../../../scripts/built-for-tests.mjs';

const create = fileURLToPath(new URL('../../../create-botwright/src/main.ts', import.meta.url));

/** An app with a bot, in a folder where the packages of this one are found. It prints its port. */
function appWithBot(framework: string, entry: string): string {
  const folder = mkdtempSync(join(import.meta.dirname, 'app-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const manifest = { type: 'module', dependencies: { [framework]: 'latest' } };
  for (const [file, text] of Object.entries({ 'package.json': JSON.stringify(manifest), 'src/index.js': entry })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  execFileSync(process.execPath, [create, '--no-install'], { cwd: folder });
  return folder;
}

const apps = [
  [
    'express',
    "import express from 'express';\nconst app = express();\napp.use(express.json());\nconst server = app.listen(0, () => console.log(server.address().port));\n",
  ],
  [
    'hono',
    "import { serve } from '@hono/node-server';\nimport { Hono } from 'hono';\nconst app = new Hono();\nserve({ fetch: app.fetch, port: 0 }, ({ port }) => console.log(port));\n",
  ],
  [
    'fastify',
    "import Fastify from 'fastify';\nconst app = Fastify();\nawait app.listen({ port: 0 });\nconsole.log(app.server.address().port);\n",
  ],
] as const;

it.for(apps)('[CB1] a person talks to the bot in an app of %s', async ([framework, entry]) => {
  const folder = appWithBot(framework, entry);
  const server = spawn(process.execPath, [...packageOptions, 'src/index.js'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  onTestFinished(async () => {
    server.kill();
    await ended;
  });
  const [port] = await once(createInterface({ input: server.stdout }), 'line');
  const url = `http://localhost:${port}/chat/api/1/messages`;
  const say = async (body: object, headers = {}) => {
    const sent = { ...headers, 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers: sent, body: JSON.stringify(body) });
    const { data } = (await response.json()) as { data: { token: string; messages: { data: { body: string } }[] } };
    return { token: data.token, texts: data.messages.map(({ data: said }) => said.body) };
  };

  const greeting = await say({});
  expect(greeting.texts).toEqual(['Hello! What is your name?']);
  const name = { message: { type: 'text', message: 'Ada' }, id: 'm1' };
  const { texts } = await say(name, { authorization: `Token ${greeting.token}` });
  expect(texts.at(-1)).toBe('Nice to meet you, Ada. What would you like to know?');
  expect((await fetch(`http://localhost:${port}/other`)).status).toBe(404);
});

it.for(apps)('[CB5] a test that loads the module of %s starts nothing', ([framework, entry]) => {
  const folder = appWithBot(framework, entry);
  rmSync(join(folder, 'bots'), { recursive: true });
  const args = [
    ...packageOptions,
    '--input-type=module',
    '-e',
    "console.log(Object.keys(await import('./src/botwright.js')))",
  ];
  const printed = execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  expect(printed).toBe(framework === 'fastify' ? "[ 'mountBot' ]\n" : "[ 'mountBot', 'stopBot' ]\n");
});
