import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { EngineError } from '@botwright/core';
import { errorPage } from '../pages/create-pages.ts';
import type { HttpRequest } from '../pipeline/http-api.ts';
import type { ApiResponse } from '../response/response.ts';

/** One file of a page that was built into static files. */
export interface StaticFile {
  readonly contentType: string;
  readonly body: string;
  readonly etag: string;
}

/** A built page; its files are read at the first request for one of them. */
export interface StaticPage {
  /** The page itself, which browsers revalidate each time. */
  page(request: HttpRequest): ApiResponse;
  /** One of its other files, which browsers cache: their names change with their contents. */
  asset(request: HttpRequest, name: string | undefined): ApiResponse;
}

/** A folder of built files, and the headers of their responses. */
export interface StaticPageOptions {
  /** The folder of the built page: `index.html` and a folder of assets. */
  readonly folder: URL;
  /** The folder of assets below `folder`, such as `console/assets/`. */
  readonly assets: string;
  /** Headers of every file, such as a `content-security-policy`. */
  readonly headers: Readonly<Record<string, string>>;
}

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

const forEver = 'public, max-age=31536000, immutable';

/** @spec HT63 */
export function staticPage({ folder, assets, headers }: StaticPageOptions): StaticPage {
  let read: ReadonlyMap<string, StaticFile> | undefined;

  function respond(request: HttpRequest, name: string, caching: string): ApiResponse {
    read ??= readFiles(folder, assets);
    const file = read.get(name);
    if (file === undefined) return errorPage(new EngineError('path_not_found'));
    const { contentType, body, etag } = file;
    const all = { ...headers, 'cache-control': caching, etag };
    if (request.headers.get('if-none-match') === etag) return { status: 304, headers: all };
    return { status: 200, contentType, headers: all, body };
  }

  return {
    page: (request) => respond(request, '', 'no-cache'),
    asset: (request, name = '') =>
      name === '' ? errorPage(new EngineError('path_not_found')) : respond(request, name, forEver),
  };
}

/** @throws When the page was not built. */
function readFiles(folder: URL, assets: string): ReadonlyMap<string, StaticFile> {
  const below = new URL(assets, folder);
  const files = new Map([['', readFile(new URL('index.html', folder))]]);
  for (const name of readdirSync(below)) files.set(name, readFile(new URL(name, below)));
  return files;
}

function readFile(url: URL): StaticFile {
  const body = readFileSync(url, 'utf8');
  const extension = /\.(\w+)$/.exec(url.pathname)?.[1] ?? '';
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { contentType: types[extension] ?? 'text/plain; charset=utf-8', body, etag };
}
