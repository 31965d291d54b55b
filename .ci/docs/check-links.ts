import { posix } from 'node:path';
import type { Finding } from '../finding.ts';
import { type MarkdownPage, readMarkdown } from './read-markdown.ts';

/**
 * Finds relative links to files or headings that are not there.
 *
 * @param pages Text by path.
 * @param files Every file of the repository; the folders they lie in can be linked too.
 */
export function checkLinks(pages: ReadonlyMap<string, string>, files: ReadonlySet<string>): readonly Finding[] {
  const folders = new Set([...files].flatMap(parentsOf));
  const read = new Map([...pages].map(([file, text]) => [file, readMarkdown(text)]));
  return [...read].flatMap(([file, page]) =>
    page.links
      .map(({ target, line }) => ({ line, target, problem: problemOf(file, target, read, files, folders) }))
      .flatMap(({ line, target, problem }) =>
        problem === undefined ? [] : [{ file, line, message: `The link "${target}" ${problem}.` }],
      ),
  );
}

function problemOf(
  file: string,
  target: string,
  pages: ReadonlyMap<string, MarkdownPage>,
  files: ReadonlySet<string>,
  folders: ReadonlySet<string>,
): string | undefined {
  if (/^[a-z][a-z+.-]*:/i.test(target)) return undefined;
  const [path = '', anchor] = decodeURI(target).split('#');
  const to = path === '' ? file : posix.join(posix.dirname(file), path).replace(/\/$/, '');
  if (!files.has(to) && !folders.has(to)) return 'leads to nothing';
  if (anchor === undefined) return undefined;
  return pages.get(to)?.anchors.has(anchor) ? undefined : `names no heading of ${to}`;
}

function parentsOf(file: string): readonly string[] {
  const parts = file.split('/');
  return parts.map((_, index) => parts.slice(0, index).join('/') || '.');
}
