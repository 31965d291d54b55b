import { expect, it } from 'vitest';
import { withRepository } from '../source/temporary-repository.ts';
import { checkReadmes } from './check-readmes.ts';

const manifest = {
  engines: { node: '^22.19 || ^24.15 || >=26' },
  browsers: ['.', './a'],
  exports: { '.': '', './a': '', './b': '' },
};
const table = [
  '| Node 22 | Node 24 | Node 26 | Browsers | Bun, Deno, workerd |',
  '|---|---|---|---|---|',
  '| from 22.19 | from 24.15 | yes | all but `one/b` | not tested |',
].join('\n');
const files = {
  'README.md': '# All\n\nWhat it is.\n',
  'packages/one/package.json': { name: 'one', ...manifest },
  'packages/one/README.md': `# one\n\nWhat it is.\n\n${table.replace('22.19', '22.1')}\n\nSee [b](../b.md), [c](#c).\n`,
  'packages/two/package.json': { name: 'two', engines: { node: '>=24' }, builtIn: ['lib'] },
  'packages/three/package.json': { name: 'three', private: true },
};

it('the check finds what a README lacks, and writes what the manifests say', async () => {
  await withRepository(files, async (folder) => {
    const check = (write: boolean): readonly string[] =>
      checkReadmes(folder, write).map(({ file, message }) => `${file}: ${message}`);
    const lasting = [
      'packages/one/README.md: It lacks "npm install one".',
      'packages/one/README.md: It does not say what one/a is.',
      'packages/one/README.md: The link "../b.md" leads out of the tarball: write the path as text.',
      'packages/two/README.md: A public package has a README.',
      'packages/two/NOTICE.md: lib is built in, and its license is not here.',
    ];
    const stale = (file: string): string => `${file}: Where it runs: run \`npm run readmes\`.`;
    expect(check(false).toSorted()).toEqual(
      [...lasting, stale('README.md'), stale('packages/one/README.md')].toSorted(),
    );
    expect(check(true)).toEqual(lasting);
    expect(check(false)).toEqual(lasting);
  });
});
