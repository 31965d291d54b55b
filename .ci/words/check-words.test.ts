import { expect, it } from 'vitest';
import { findWords } from './check-words.ts';

const later = ['TO', 'DO'].join('');
const folder = ['', 'root', ''].join('/');
const host = ['registry', 'example', 'org'].join('.');

const metaphor = ['Ver', 'dict'].join('');
const place = ['install', 'ation'].join('');

it.for<readonly [string, boolean]>([
  [`// ${later}: finish`, false],
  [`read ${folder}file`, false],
  [`https://${host}/name`, false],
  ['a mastodon', true],
  ['https://example.com/root/', true],
  ['the registry of packages', true],
  ['packages/work/src', true],
])('%s', ([text, isAccepted]) => {
  expect(findWords('a.md', text).length === 0).toBe(isAccepted);
});

it.for<readonly [string, string, boolean]>([
  ['a.ts', `/** The ${metaphor}. */`, false],
  ['a.ts', `const is${metaphor} = true;`, false],
  ['a.mjs', `${metaphor}s`.toLowerCase(), false],
  ['a.ts', `${metaphor}ion`, true],
  ['a.md', `The ${metaphor}.`, true],
  ['docs/spec/a.md', `The ${metaphor}.`, false],
  ['docs/guide/a.md', `The ${metaphor}.`, false],
  ['.changeset/a.md', `The ${metaphor}.`, false],
  ['.changeset/a.md', `\`${metaphor}\` is \`Result\` now.`, true],
  ['a.ts', ['to', 'ld'].join(''), false],
  ['a.ts', ['fi', 'led'].join(''), false],
  ['a.ts', 'profiled', true],
  ['packages/a/src/a.ts', `Unique in the ${place}.`, false],
  ['docs/spec/a.md', `Unique in all ${place}s.`, false],
  ['scripts/a.mjs', `The ${place} of npm packages.`, true],
  ['docs/decisions/a.md', `The ${place} of npm packages.`, true],
])('in %s: %s', ([file, text, isAccepted]) => {
  expect(findWords(file, text).length === 0).toBe(isAccepted);
});
