import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { type StaticPage, staticPage } from './static-files.ts';

function pageOf(files: Readonly<Record<string, string>>): StaticPage {
  const folder = mkdtempSync(join(tmpdir(), 'static-page-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'assets'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return staticPage({ folder: pathToFileURL(`${folder}/`), assets: 'assets/', headers: { 'x-own': 'yes' } });
}

function ask(headers: Readonly<Record<string, string>> = {}) {
  const request = { method: 'GET', path: '/', query: '', body: undefined };
  return { ...request, headers: { get: (name: string) => headers[name] } };
}

it('[HT63] serves each file with its type; browsers revalidate the page and cache the others', () => {
  const page = pageOf({
    'index.html': '<!doctype html>',
    'assets/a-1.js': 'export {};',
    'assets/a-2.css': 'a {}',
    'assets/a-3.svg': '<svg/>',
    'assets/a-4.txt': 'text',
  });
  const shown = page.page(ask());
  expect(shown).toMatchObject({
    status: 200,
    contentType: 'text/html; charset=utf-8',
    body: '<!doctype html>',
    headers: { 'x-own': 'yes', 'cache-control': 'no-cache', etag: expect.stringMatching(/^"[\w-]{22}"$/) },
  });
  const types = ['a-1.js', 'a-2.css', 'a-3.svg', 'a-4.txt'].map((name) => {
    const { status, contentType, headers } = page.asset(ask(), name);
    return [status, contentType, headers?.['cache-control']];
  });
  const kept = 'public, max-age=31536000, immutable';
  expect(types).toEqual([
    [200, 'text/javascript; charset=utf-8', kept],
    [200, 'text/css; charset=utf-8', kept],
    [200, 'image/svg+xml', kept],
    [200, 'text/plain; charset=utf-8', kept],
  ]);
});

it('[HT63] a cached file is not sent again', () => {
  const page = pageOf({ 'index.html': 'one', 'assets/a.js': 'two' });
  const etag = page.page(ask()).headers?.['etag'] ?? '';
  const again = page.page(ask({ 'if-none-match': etag }));
  expect([again.status, again.body, again.headers?.['etag']]).toEqual([304, undefined, etag]);
  expect(page.asset(ask({ 'if-none-match': etag }), 'a.js').status).toBe(200);
});

it('[HT63] serves nothing that is not among the assets', () => {
  const page = pageOf({ 'index.html': 'one', 'assets/a.js': 'two' });
  for (const name of [undefined, '', 'b.js', 'index.html', '../index.html', 'a.js/', 'constructor', '__proto__']) {
    expect([name, page.asset(ask(), name).status]).toEqual([name, 404]);
  }
});
