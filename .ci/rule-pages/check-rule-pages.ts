import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { RuleDoc } from '../../packages/core/src/domain/rules/rule-doc.ts';
import { ruleDocs } from '../../packages/core/test/rule-docs.ts';
import type { Finding } from '../finding.ts';
import { readRules } from '../rules/read-rules.ts';
import { listTracked, readText } from '../source/repository.ts';
import { renderContents, renderPage } from './rule-page.ts';

const folder = 'docs/rules';

/**
 * Compares the pages of rules and lints with their metadata in the core.
 *
 * @param write Writes the pages instead of comparing them.
 */
export function checkRulePages(root: string, write = false, docs: readonly RuleDoc[] = ruleDocs): readonly Finding[] {
  const specs = listTracked(root, 'docs/spec/*.md').map((file) => ({ file, text: readText(root, file) }));
  const pageOf = new Map(readRules(specs).rules.map(({ id, file }) => [id, basename(file)]));
  const unknown = docs.flatMap(({ code, specs: ids }) =>
    ids.filter((id) => !pageOf.has(id)).map((id) => ({ file: `${folder}/${code}.md`, message: `${id} is no rule.` })),
  );
  if (unknown.length > 0) return unknown;

  const wanted = new Map([
    [`${folder}/README.md`, renderContents(docs)],
    ...docs.map((doc) => [`${folder}/${doc.code}.md`, renderPage(doc, pageOf)] as const),
  ]);
  const present = listTracked(root, `${folder}/*.md`);
  if (write) {
    mkdirSync(join(root, folder), { recursive: true });
    for (const file of present) if (!wanted.has(file)) rmSync(join(root, file));
    for (const [file, text] of wanted) writeFileSync(join(root, file), text);
    return [];
  }
  const stale = [...wanted]
    .filter(([file, text]) => !existsSync(join(root, file)) || readText(root, file) !== text)
    .map(([file]) => file);
  const extra = present.filter((file) => !wanted.has(file));
  return [...stale, ...extra].map((file) => ({
    file,
    message: 'It is not what the metadata says: run `npm run rule-pages`.',
  }));
}
