import type { Finding } from '../finding.ts';
import type { Manifest } from '../source/repository.ts';
import type { Example } from './check-code-blocks.ts';

export const partsPage = 'docs/guide/parts-of-the-core.md';

/** Separate pages show these: the whole engine, the runner, and the ports that adapters implement. */
const shownElsewhere = ['.', './runner', './ports'];

/**
 * The page of parts lists each entry of the core and no other, and each has an example of ten to twenty lines that is
 * run, uses nothing else of the project, and says what it prints.
 */
export function checkParts(
  { name, exports = {} }: Manifest,
  page: string,
  examples: readonly Example[],
): readonly Finding[] {
  const paths = Object.keys(exports).filter((path) => path !== './package.json');
  const entries = paths.map((path) => path.replace('.', name));
  const listed = Array.from(page.matchAll(/^\| `([^`]+)` \|/gm), ([, entry = '']) => entry);
  const alone = new Set(examples.filter(isShortAndRun).map(({ text }) => importsOf(text).join()));
  const messages = [
    ...entries.filter((entry) => !listed.includes(entry)).map((entry) => `It lacks a row for ${entry}.`),
    ...listed.filter((entry) => !entries.includes(entry)).map((entry) => `${entry} is no entry.`),
    ...paths
      .filter((path) => !shownElsewhere.includes(path) && !alone.has(path.replace('.', name)))
      .map((path) => `No example of 10 to 20 lines uses ${path.replace('.', name)} alone and says what it prints.`),
  ];
  return messages.map((message) => ({ file: partsPage, message }));
}

function isShortAndRun({ text, isRun, printed }: Example): boolean {
  const lines = text.split('\n').length;
  return isRun && printed !== undefined && lines >= 10 && lines <= 20;
}

function importsOf(text: string): readonly string[] {
  return Array.from(text.matchAll(/ from '([^']+)';$/gm), ([, source = '']) => source);
}
