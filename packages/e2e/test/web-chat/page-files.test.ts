import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { createWebChat, type WebChatOptions } from '@botwright/web-chat';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Adapter, currentAdapters, listenerOf } from '../support/adapters.ts';
import { startChat } from '../support/chat.ts';
import { echo } from '../support/diagrams.ts';
import { closeServer, listen } from '../support/listen.ts';

const built = new URL('../../../web-chat/dist/page/', import.meta.url);

async function start(adapter: Adapter, options: Partial<WebChatOptions> = {}): Promise<string> {
  const chat = await startChat();
  await chat.publish({ family: 'native', ...echo });
  const server = createServer((request, response) => listener(request, response));
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const { basePath = '/chat' } = options;
  const page = createWebChat({ engine: chat.engine, publicUrl: `${origin}${basePath}`, ...options });
  const listener = await listenerOf(adapter, page, '');
  onTestFinished(() => closeServer(server));
  return `${origin}${basePath}`;
}

const directive = (policy: string | null, name: string) =>
  (policy ?? '')
    .split('; ')
    .find((each) => each.startsWith(`${name} `))
    ?.slice(name.length + 1);

describe.each(currentAdapters)('the page of the web chat on %s', (adapter) => {
  it('[WC17] is there for each number, with its files and its operations', async () => {
    const root = await start(adapter, { basePath: '/acme/talk' });
    const page = await fetch(`${root}/1`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const html = await page.text();
    expect(await (await fetch(`${root}/99`)).text()).toBe(html);
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=|https?:/);

    const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => new URL(file, `${root}/1`).href);
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) {
      expect(file.startsWith(`${root}/assets/`)).toBe(true);
      const found = await fetch(file);
      expect([found.status, found.headers.get('content-security-policy')]).toEqual([
        200,
        page.headers.get('content-security-policy'),
      ]);
    }
    const { data } = (await (await fetch(`${root}/api/1`)).json()) as { data: object };
    expect(data).toEqual({ number: 1, name: 'Sales' });
    for (const path of ['', '/', '/1/', '/1/more', '/assets/none.js', '/assets/..%2Findex.html']) {
      expect([path, (await fetch(`${root}${path}`)).status]).toEqual([path, 404]);
    }
  });
});

it('[WC17] nothing runs or loads but the files of its host, and pictures from where the host allows them', async () => {
  const policy = (await fetch(`${await start('nodeListener')}/1`)).headers.get('content-security-policy');
  expect(policy).not.toMatch(/unsafe|data:|blob:/);
  const names = ['default-src', 'script-src', 'style-src', 'connect-src', 'img-src', 'media-src', 'frame-ancestors'];
  expect(names.map((name) => directive(policy, name))).toEqual([
    "'none'",
    "'self'",
    "'self'",
    "'self'",
    "'self' https:",
    "'self' https:",
    '*',
  ]);
  const own = { mediaSources: 'https://cdn.acme.test', frameAncestors: "'self' https://acme.test" };
  const chosen = (await fetch(`${await start('nodeListener', own)}/1`)).headers.get('content-security-policy');
  expect(names.slice(4).map((name) => directive(chosen, name))).toEqual([
    "'self' https://cdn.acme.test",
    "'self' https://cdn.acme.test",
    "'self' https://acme.test",
  ]);
});

it('[WC18] all files together have less than 25 kB compressed', () => {
  const files = readdirSync(built, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  expect(files.length).toBeGreaterThan(2);
  const bytes = files.map((file) => gzipSync(readFileSync(`${file.parentPath}/${file.name}`)).byteLength);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(25_000);
});
