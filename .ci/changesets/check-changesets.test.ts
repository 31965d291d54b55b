import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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

describe('after a release', () => {
  const released = {
    'packages/one/package.json': { name: '@acme/one', version: '0.1.0' },
    'packages/one/api-report.md': 'one(): void\n',
    '.changeset/good.md': "---\n'@acme/two': patch\n---\n\nTwo.\n",
  };

  const checkAfter = (change: (folder: string) => void): Promise<readonly string[]> =>
    withRepository({ ...files, ...released }, async (folder) => {
      const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder });
      git('init', '--quiet');
      git('add', '.');
      git('-c', 'user.name=One', '-c', 'user.email=one@example.com', 'commit', '--quiet', '--message', 'Release');
      git('tag', '@acme/one@0.1.0');
      change(folder);
      return checkChangesets(folder).map(({ file, message }) => `${file} ${message}`);
    });

  const changeApi = (folder: string) => writeFileSync(join(folder, 'packages/one/api-report.md'), 'two(): void\n');

  it('the check accepts an unchanged API', async () => {
    expect(await checkAfter(() => undefined)).toEqual([]);
  });

  it('the check finds a changed API without a changeset', async () => {
    expect(await checkAfter(changeApi)).toEqual([
      'packages/one/api-report.md The public API changed since @acme/one@0.1.0: describe it for users with "npx changeset".',
    ]);
  });

  it('the check accepts a changed API with a changeset', async () => {
    const announce = (folder: string) => {
      changeApi(folder);
      writeFileSync(join(folder, '.changeset/one.md'), '---\n"@acme/one": minor\n---\n\nOne.\n');
    };
    expect(await checkAfter(announce)).toEqual([]);
  });
});
