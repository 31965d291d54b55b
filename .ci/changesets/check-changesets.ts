import type { Finding } from '../finding.ts';
import { listTracked, readText, readWorkspace } from '../source/repository.ts';

/** All public packages have one version, and changesets name only public packages: any other would stop the release. */
export function checkChangesets(root: string): readonly Finding[] {
  const published = readWorkspace(root)
    .filter(({ manifest }) => manifest.private !== true)
    .map(({ manifest }) => manifest.name)
    .sort();
  const texts = listTracked(root, '.changeset/*.md').map((file) => ({ file, text: readText(root, file) }));
  return [
    ...compareVersions(published, JSON.parse(readText(root, '.changeset/config.json'))),
    ...texts.flatMap(({ file, text }) => compareNames(file, text, new Set(published))),
  ];
}

function compareVersions(published: readonly string[], config: { readonly fixed?: unknown }): readonly Finding[] {
  if (JSON.stringify(config.fixed) === JSON.stringify([published])) return [];
  const message = `"fixed" must be one group of all public packages: ${JSON.stringify(published)}.`;
  return [{ file: '.changeset/config.json', message }];
}

function compareNames(file: string, text: string, published: ReadonlySet<string>): readonly Finding[] {
  const [, head] = /^---\n(.*?)\n---\n/s.exec(text) ?? [];
  if (head === undefined) return [{ file, message: 'A changeset begins with the packages that it is about.' }];
  return head.split('\n').flatMap((row, index) => {
    const [, , name] = /^(["'])(.+)\1: (?:patch|minor|major)$/.exec(row) ?? [];
    if (name !== undefined && published.has(name)) return [];
    return [{ file, line: index + 2, message: `${name ?? row} is no public package with the size of a change.` }];
  });
}
