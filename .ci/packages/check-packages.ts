import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Finding } from '../finding.ts';
import { type Manifest, readText, readWorkspace } from '../source/repository.ts';
import { runAll, runTool } from '../source/run-tool.ts';
import { tryCreate } from './try-create.ts';
import { tryPackages } from './try-packages.ts';

/** The files of every tarball in addition to the build. */
const documents = ['package/CHANGELOG.md', 'package/LICENSE', 'package/README.md'];

/** Packs every public package as it would be published, inspects the tarballs, and uses them. */
export async function checkPackages(root: string): Promise<readonly Finding[]> {
  const target = mkdtempSync(join(tmpdir(), 'botwright-pack-'));
  try {
    const packed = await packAll(root, target);
    if (packed.length > 0) return packed;
    const tarballs = readdirSync(target).map((name) => join(target, name));
    return [
      ...(await inspect(root, tarballs)),
      ...(await tryPackages(root, tarballs)),
      ...(await tryCreate(root, tarballs)),
    ];
  } finally {
    rmSync(target, { recursive: true });
  }
}

/** Packs the public packages of a repository into a folder. */
export function packAll(root: string, target: string): Promise<readonly Finding[]> {
  const { packageManager = 'pnpm' } = JSON.parse(readText(root, 'package.json')) as Manifest;
  const filters = readWorkspace(root)
    .filter(({ manifest }) => manifest.private !== true)
    .flatMap(({ manifest }) => ['--filter', manifest.name]);
  const args = ['-y', packageManager, ...filters, 'pack', '--pack-destination', target];
  return runAll(root, [{ title: 'pnpm pack', command: 'npx', args }]);
}

/** Has publint and attw inspect tarballs, and lists files that are missing or should not be there. */
export async function inspect(root: string, tarballs: readonly string[]): Promise<readonly Finding[]> {
  const looks = tarballs.flatMap((tarball) => [
    { title: `publint ${basename(tarball)}`, command: 'publint', args: ['run', tarball, '--strict'] },
    {
      title: `attw ${basename(tarball)}`,
      command: 'attw',
      args: [tarball, '--profile', 'esm-only', '--no-color', '--no-emoji'],
    },
  ]);
  const listed = await Promise.all(tarballs.map((tarball) => runTool(root, 'tar', ['-tf', tarball])));
  const contents = listed.flatMap(({ output }, at): readonly Finding[] => {
    const files = output.trim().split('\n');
    const missing = documents.filter((file) => !files.includes(file));
    const extra = files.filter((file) => file.startsWith('package/src/') || file.endsWith('.d.ts.map'));
    const wrong = [...missing.map((file) => `lacks ${file}`), ...extra.map((file) => `holds ${file}`)];
    return wrong.map((message) => ({ file: basename(tarballs[at] ?? ''), message }));
  });
  return [...(await runAll(root, looks)), ...contents];
}
