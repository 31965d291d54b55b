import { posix } from 'node:path';
import type { Citation } from './read-citations.ts';
import type { Rule } from './read-rules.ts';

/** The page that shows, rule by rule, which tests show it and which code carries it out. */
export function renderCoverage(rules: readonly Rule[], tests: readonly Citation[], code: readonly Citation[]): string {
  const pages = [...new Set(rules.map(({ file }) => file))].sort();
  const sections = pages.map((page) => {
    const rows = rules
      .filter(({ file, isDropped }) => file === page && !isDropped)
      .map(
        ({ id, isInternal }) =>
          `| ${id}${isInternal ? ' *internal*' : ''} | ${listFiles(tests, id)} | ${listFiles(code, id)} |`,
      );
    const name = posix.basename(page);
    return [`## [${name}](${name})`, '', '| Rule | Tests | Code |', '|---|---|---|', ...rows, ''].join('\n');
  });
  return [
    '# Rules, tests and code',
    '',
    'Written by `npm run coverage`. Paths are below `packages/`.',
    '',
    ...sections,
  ].join('\n');
}

function listFiles(citations: readonly Citation[], id: string): string {
  const files = new Set(citations.filter((citation) => citation.id === id).map(({ file }) => file));
  return [...files]
    .sort()
    .map((file) => `[${file.replace(/^packages\//, '').replace('/src/', '/')}](../../${file})`)
    .join('<br>');
}
