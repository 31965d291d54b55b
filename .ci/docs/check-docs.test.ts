import { describe, expect, it } from 'vitest';
import { describe as describeOutput, findExamples } from './check-code-blocks.ts';
import { checkLinks } from './check-links.ts';

describe('checkLinks', () => {
  const page = [
    '# Start here',
    '## Start here',
    '[own](#start-here) [second](#start-here-1) [file](docs/a.md) [heading](docs/a.md#the-a-of-it) [folder](docs)',
    '[site](https://example.com/x) <img src="docs/a.svg"> ![image](docs/a.svg)',
    '[lost](docs/b.md) [no heading](docs/a.md#nowhere) <img src="docs/b.svg">',
  ].join('\n\n');
  const files = new Set(['README.md', 'docs/a.md', 'docs/a.svg']);

  it('finds links that lead nowhere', () => {
    const pages = new Map([
      ['README.md', page],
      ['docs/a.md', '# The `a` of it\n\n[up](../README.md)'],
    ]);
    expect(checkLinks(pages, files)).toEqual([
      { file: 'README.md', line: 9, message: 'The link "docs/b.md" leads to nothing.' },
      { file: 'README.md', line: 9, message: 'The link "docs/a.md#nowhere" names no heading of docs/a.md.' },
      { file: 'README.md', line: 9, message: 'The link "docs/b.svg" leads to nothing.' },
    ]);
  });
});

describe('examples', () => {
  const page = '# Page\n\n```ts\nconst a = 1;\n```\n\n```ts run\nconst b = 2;\n```\n\n```sh\nls\n```\n';

  it('are the blocks marked ts', () => {
    expect(findExamples('docs/guide/a.md', page)).toEqual([
      { page: 'docs/guide/a.md', line: 3, text: 'const a = 1;', isRun: false, module: 'docs-guide-a-md-3.ts' },
      { page: 'docs/guide/a.md', line: 7, text: 'const b = 2;', isRun: true, module: 'docs-guide-a-md-7.ts' },
    ]);
  });

  it('are named by page and line in what the compiler says', () => {
    const output = '.ci/docs/extracted/docs-guide-a-md-7.ts(1,7): error TS6133: b is never read.\nother.ts(1,1): error';
    expect(describeOutput(output, findExamples('docs/guide/a.md', page))).toBe(
      'docs/guide/a.md:8: error TS6133: b is never read.\nother.ts(1,1): error',
    );
  });
});
