import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** One file of the page. */
export interface StaticFile {
  readonly contentType: string;
  readonly body: string;
  readonly etag: string;
}

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/**
 * Reads the built page.
 *
 * @param folder - Where it was built to: `index.html`, and below `console/assets` files whose names change with their
 *   contents.
 * @returns The page under the empty name, and the other files by their names.
 * @throws When the page was not built.
 */
export function readStaticFiles(folder: URL): ReadonlyMap<string, StaticFile> {
  const assets = new URL('console/assets/', folder);
  const files = new Map([['', readFile(new URL('index.html', folder))]]);
  for (const name of readdirSync(assets)) files.set(name, readFile(new URL(name, assets)));
  return files;
}

function readFile(url: URL): StaticFile {
  const body = readFileSync(url, 'utf8');
  const extension = /\.(\w+)$/.exec(url.pathname)?.[1] ?? '';
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { contentType: types[extension] ?? 'text/plain; charset=utf-8', body, etag };
}
