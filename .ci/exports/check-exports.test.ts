import { expect, it } from 'vitest';
import type { Manifest } from '../source/repository.ts';
import { compareExports } from './check-exports.ts';

const target = (name: string): Record<string, string> => ({
  '@botwright/source': `./src/${name}.ts`,
  types: `./dist/${name}.d.ts`,
  default: `./dist/${name}.js`,
});
const manifest: Manifest = {
  name: '@botwright/core',
  license: 'MIT',
  sideEffects: false,
  engines: { node: '^24.15 || >=26' },
  exports: { '.': target('index'), './memory': target('memory/index'), './package.json': './package.json' },
};
const entries = { index: 'src/index.ts', 'memory/index': 'src/memory/index.ts' };
const sources = new Set(Object.values(entries));

const compare = (
  changed: Partial<Manifest>,
  built: Readonly<Record<string, string>> = entries,
  files: ReadonlySet<string> = sources,
): readonly string[] =>
  compareExports('package.json', { ...manifest, ...changed }, built, files).map(({ message }) => message);

it('accepts a package whose exports, entries and files agree', () => {
  expect(compare({})).toEqual([]);
});

it('finds an export that is not built, and an entry that is not exported', () => {
  expect(compare({}, { index: 'src/index.ts', other: 'src/other.ts' })).toEqual([
    'tsup.config.ts has no entry "memory/index": "src/memory/index.ts".',
    'tsup.config.ts builds src/other.ts, which package.json does not export.',
  ]);
});

it('finds an index file that is no entry', () => {
  expect(compare({}, entries, new Set([...sources, 'src/domain/index.ts', 'src/domain/reindex.ts']))).toEqual([
    'src/domain/index.ts is an index file, and package.json does not export it.',
  ]);
});

it('finds conditions in the wrong order', () => {
  const { types, default: built, ...source } = target('index');
  const exports = { ...manifest.exports, '.': { ...source, default: built ?? '', types: types ?? '' } };
  expect(compare({ exports })).toEqual([
    'exports["."] must have the conditions @botwright/source, types, default, in this order.',
  ]);
});

it('finds an export of a file that is not there', () => {
  const exports = { ...manifest.exports, './gone': target('gone/index') };
  expect(compare({ exports }, { ...entries, 'gone/index': 'src/gone/index.ts' })).toEqual([
    'exports["./gone"] names src/gone/index.ts, which is not there.',
  ]);
});

it('finds missing promises of the manifest', () => {
  expect(compare({ license: 'ISC', sideEffects: true, engines: {} })).toEqual([
    'engines.node must be one of: ^22.19 || ^24.15 || >=26, ^24.15 || >=26.',
    'license must be MIT.',
    'sideEffects must be false.',
  ]);
});
