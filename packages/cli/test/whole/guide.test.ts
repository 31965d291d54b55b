import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { compileCache, type ReadyLine, shellProgram } from '../support/serve-process.ts';
import { createTestFolder } from '../support/test-folder.ts';

const guide = fileURLToPath(new URL('../../../../docs/guide', import.meta.url));

/** Replaces the reader, who copies values from responses and types to the bot. */
const reader = `
set -e
shopt -s expand_aliases
curl() {
  command curl "$@" > last.json
  case "$*" in *messages/) for again in $(seq 100); do
    grep -q 'Hello Ada' last.json && break
    sleep 0.1
    command curl "$@" > last.json
  done ;; esac
  cat last.json; echo
}
npx() { shift; printf '1\\n2026/12/24\\n' | ${shellProgram} "$@"; }
found() { "$NODE" -p '
  const { data, customers } = JSON.parse(require("fs").readFileSync("last.json", "utf8"));
  [data ?? customers].flat().at(-1).id'; }
`;

function blocksOf(page: string, language: string): string[] {
  const fences = readFileSync(join(guide, page), 'utf8').matchAll(/^```(\w+)\n(.*?)^```$/gms);
  return [...fences].flatMap(([, name, block = '']) => (name === language ? [block] : []));
}

/** Runs the commands of a page in a folder, with values for the reader's placeholders. */
async function follow(folder: string, commands: string, { bots_url, chat_url, tokens }: ReadyLine): Promise<string> {
  const filled = commands
    .replaceAll('http://127.0.0.1:3000', new URL(bots_url).origin)
    .replaceAll('http://127.0.0.1:3001', new URL(chat_url).origin)
    .replace('CHANNEL_TOKEN=…', `CHANNEL_TOKEN=${tokens?.channel}`)
    .replace('TOKEN=…', `TOKEN=${tokens?.agent}`)
    .replaceAll('"…"', `"'$(found)'"`)
    .replaceAll('=…', '=$(found)');
  expect(filled).not.toContain('…');
  const file = join(folder, 'commands.sh');
  writeFileSync(file, reader + filled);
  const env = { ...process.env, NODE: process.execPath, NODE_COMPILE_CACHE: compileCache };
  return (await promisify(execFile)('bash', [file], { cwd: folder, env })).stdout;
}

it('the page on getting started can be followed', { timeout: 120_000 }, async () => {
  const { folder, run } = createTestFolder();
  const line = await run('serve', '--json', '--port', '0', '--chat-port', '0').ready();
  const [start, ...blocks] = blocksOf('getting-started.md', 'sh');
  expect(start).toBe('npm start\n');
  const output = await follow(folder, blocks.join('\n'), line);

  const words = [
    '"name":"Table booking"',
    '"save_state":"IS_NOT_VALID"',
    '"code":"draft_has_violations"',
    '"save_state":"IS_PRESAVED"',
    '"published_at"',
    '  1) Book a table',
    'See you on 2026-12-24!',
    '"name":"Greeter"',
    '"success":true',
    '"body":"Hello Ada!"',
  ];
  const places = words.map((each) => output.indexOf(each));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

it('the page on connecting a messenger can be followed', { timeout: 120_000 }, async () => {
  const heard = Promise.withResolvers<string>();
  const receiver = createServer(async (request, response) => {
    heard.resolve(`${request.url} ${await text(request)}`);
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const here = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

  const { folder, serve } = createTestFolder();
  const [config = ''] = blocksOf('connect-a-messenger.md', 'json');
  writeFileSync(join(folder, 'messenger.json'), config.replace('http://127.0.0.1:8080', here));
  const { line } = await serve('--config', 'messenger.json');
  const [, commands = ''] = blocksOf('connect-a-messenger.md', 'sh');
  await follow(folder, commands, line);
  expect(await heard.promise).toMatch(/^\/chat\/my-secret .*"message":"Hello Ana!".*"token":"ana"/);
  receiver.close();
});

it('the server accepts the config of the page on deploying', async () => {
  const { folder, serve, stop } = createTestFolder();
  const [config = ''] = blocksOf('deploy.md', 'json');
  writeFileSync(join(folder, 'config.json'), config);
  const { server } = await serve('--config', 'config.json');
  expect(await stop(server)).toBe(0);
});
