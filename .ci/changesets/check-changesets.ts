import { execFileSync } from 'node:child_process';
import type { Finding } from '../finding.ts';
import { listTracked, readText, readWorkspace, type WorkspacePackage } from '../source/repository.ts';

/**
 * All public packages have one version, changesets name only public packages (any other would stop the release), and a
 * package whose public API differs from that of its release has a changeset.
 */
export function checkChangesets(root: string): readonly Finding[] {
  const published = readWorkspace(root).filter(({ manifest }) => manifest.private !== true);
  const names = published.map(({ manifest }) => manifest.name).sort();
  const changesets = listTracked(root, '.changeset/*.md').map((file) => readChangeset(file, readText(root, file)));
  const named = new Set(changesets.flatMap(({ rows }) => rows.map(({ name }) => name)));
  return [
    ...compareVersions(names, JSON.parse(readText(root, '.changeset/config.json'))),
    ...changesets.flatMap((changeset) => compareNames(changeset, new Set(names))),
    ...findUnannounced(root, published, named),
  ];
}

function compareVersions(published: readonly string[], config: { readonly fixed?: unknown }): readonly Finding[] {
  if (JSON.stringify(config.fixed) === JSON.stringify([published])) return [];
  const message = `"fixed" must be one group of all public packages: ${JSON.stringify(published)}.`;
  return [{ file: '.changeset/config.json', message }];
}

interface Changeset {
  readonly file: string;
  readonly hasHead: boolean;
  readonly rows: readonly { readonly text: string; readonly name: string | undefined }[];
}

function readChangeset(file: string, text: string): Changeset {
  const [, head] = /^---\n(.*?)\n---\n/s.exec(text) ?? [];
  const rows = (head?.split('\n') ?? []).map((row) => {
    const [, , name] = /^(["'])(.+)\1: (?:patch|minor|major)$/.exec(row) ?? [];
    return { text: row, name };
  });
  return { file, hasHead: head !== undefined, rows };
}

function compareNames({ file, hasHead, rows }: Changeset, published: ReadonlySet<string>): readonly Finding[] {
  if (!hasHead) return [{ file, message: 'A changeset begins with the packages that it is about.' }];
  return rows.flatMap(({ text, name }, index) => {
    if (name !== undefined && published.has(name)) return [];
    return [{ file, line: index + 2, message: `${name ?? text} is no public package with the size of a change.` }];
  });
}

/** A version counts as released from its git tag on, which `changeset git-tag` makes. */
function findUnannounced(
  root: string,
  published: readonly WorkspacePackage[],
  named: ReadonlySet<string | undefined>,
): readonly Finding[] {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  const tags = new Set(git('tag', '--list').split('\n'));
  return published.flatMap(({ folder, manifest: { name, version } }) => {
    const tag = `${name}@${version}`;
    const file = `${folder}/api-report.md`;
    if (named.has(name) || !tags.has(tag) || git('diff', '--name-only', tag, '--', file) === '') return [];
    return [{ file, message: `The public API changed since ${tag}: describe it for users with "npx changeset".` }];
  });
}
