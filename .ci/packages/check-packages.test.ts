import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readText, root } from '../source/repository.ts';
import { withRepository } from '../source/temporary-repository.ts';
import { inspect, packAll } from './check-packages.ts';

const { packageManager } = JSON.parse(readText(root, 'package.json')) as { readonly packageManager: string };
const entry = { types: './dist/index.d.ts', default: './dist/index.js' };
const manifest = { name: 'one', version: '1.0.0', type: 'module', license: 'MIT', files: ['dist'] };
const files = {
  'package.json': { private: true, packageManager },
  'pnpm-workspace.yaml': readText(root, 'pnpm-workspace.yaml'),
  LICENSE: 'MIT',
  'packages/one/dist/index.js': 'export const one = 1;\n',
  'packages/one/dist/index.d.ts': 'export declare const one: number;\n',
};

const check = (exports: object): Promise<readonly string[]> =>
  withRepository({ ...files, 'packages/one/package.json': { ...manifest, exports } }, async (folder) => {
    expect(await packAll(folder, folder)).toEqual([]);
    const findings = await inspect(folder, [join(folder, 'one-1.0.0.tgz')]);
    return findings.map(({ file, message }) => (message.startsWith('lacks') ? message : file)).toSorted();
  });

it('the check finds documents that are missing', async () => {
  expect(await check({ '.': entry })).toEqual(['lacks package/CHANGELOG.md', 'lacks package/README.md']);
});

it('the check finds types that come too late, and files that are not there', async () => {
  const late = { default: entry.default, types: entry.types };
  const findings = await check({ '.': late, './gone': './dist/gone.js' });
  expect(findings).toEqual([
    'attw one-1.0.0.tgz',
    'lacks package/CHANGELOG.md',
    'lacks package/README.md',
    'publint one-1.0.0.tgz',
  ]);
});
