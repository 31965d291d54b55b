import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ruleDocs } from '../../packages/core/test/rule-docs.ts';
import { readText } from '../source/repository.ts';
import { withRepository } from '../source/temporary-repository.ts';
import { checkRulePages } from './check-rule-pages.ts';

const rule = '- **LI8** `dead-end`: a block has outputs, and none is connected.\n';

it('the check finds pages that are stale, missing or of no rule, and writes what the metadata says', async () => {
  const docs = ruleDocs.filter(({ code }) => code === 'dead-end');
  await withRepository({ 'docs/spec/lints.md': rule, 'docs/rules/old.md': 'Old.\n' }, async (folder) => {
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
    const check = (write: boolean) => checkRulePages(folder, write, docs).map(({ file }) => file);
    expect(check(false)).toEqual(['docs/rules/README.md', 'docs/rules/dead-end.md', 'docs/rules/old.md']);
    expect(check(true)).toEqual([]);
    expect(check(false)).toEqual([]);
    const page = join(folder, 'docs/rules/dead-end.md');
    expect(readText(folder, 'docs/rules/dead-end.md')).toContain('[LI8](../spec/lints.md)');
    writeFileSync(page, 'Changed.\n');
    expect(check(false)).toEqual(['docs/rules/dead-end.md']);
    rmSync(page);
    expect(check(false)).toEqual(['docs/rules/dead-end.md']);
  });
});

it('the check finds a rule that no page of docs/spec states', async () => {
  const docs = ruleDocs.filter(({ code }) => code === 'dead-end');
  await withRepository({ 'docs/spec/lints.md': rule.replace('LI8', 'LI9') }, async (folder) => {
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
    expect(checkRulePages(folder, false, docs)).toEqual([
      { file: 'docs/rules/dead-end.md', message: 'LI8 is no rule.' },
    ]);
  });
});
