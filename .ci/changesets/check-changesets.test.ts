import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { withRepository } from '../source/temporary-repository.ts';
import { checkChangesets } from './check-changesets.ts';

const files = {
  'packages/one/package.json': { name: '@acme/one' },
  'packages/two/package.json': { name: '@acme/two' },
  'packages/own/package.json': { name: '@acme/own', private: true },
  '.changeset/config.json': { fixed: [['@acme/one', '@acme/two']] },
  '.changeset/good.md': '---\n"@acme/one": minor\n\'@acme/two\': patch\n---\n\nBoth.\n',
};

const check = (more: Readonly<Record<string, string | object>>): Promise<readonly string[]> =>
  withRepository({ ...files, ...more }, async (folder) => {
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
    return checkChangesets(folder).map(({ file, line, message }) => `${file}:${line} ${message}`);
  });

it('the check accepts one version, and changesets of public packages', async () => {
  expect(await check({})).toEqual([]);
});

it('the check finds a public package with a version of its own', async () => {
  expect(await check({ 'packages/three/package.json': { name: '@acme/three' } })).toEqual([
    expect.stringMatching(/^\.changeset\/config\.json:undefined .*"@acme\/three"/),
  ]);
});

it('the check finds changesets of packages that are not published', async () => {
  expect(await check({ '.changeset/bad.md': '---\n"@acme/one": minor\n"@acme/own": minor\n---\n\nMore.\n' })).toEqual([
    '.changeset/bad.md:3 @acme/own is no public package with the size of a change.',
  ]);
});
