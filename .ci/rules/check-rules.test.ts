import { describe, expect, it } from 'vitest';
import { parseSource } from '../source/parse-source.ts';
import { compare } from './check-rules.ts';
import { renderCoverage } from './coverage-page.ts';
import { readSpecTags, readTitles, readYamlComments } from './read-citations.ts';
import { readRules } from './read-rules.ts';

const rule = (id: string): string => `- **${id}** Something holds.`;
const messages = (text: string, file = 'docs/spec/drafts.md'): readonly string[] =>
  readRules([{ file, text }]).findings.map(({ message }) => message);

describe('readRules', () => {
  it('reads ids, places and dropped rules', () => {
    const dropped = '- ~~**DR2** It held once.~~ Superseded. *Source: §1.*';
    const sourced = `${rule('DR3').replace('Some', '*internal* Some')} *Source: §2.1, §3 (rule 4).*`;
    const text = ['# Drafts', '', rule('DR1'), dropped, sourced].join('\n');
    expect(readRules([{ file: 'docs/spec/drafts.md', text }])).toEqual({
      rules: [
        { id: 'DR1', file: 'docs/spec/drafts.md', line: 3, isDropped: false, isInternal: false },
        { id: 'DR2', file: 'docs/spec/drafts.md', line: 4, isDropped: true, isInternal: false },
        { id: 'DR3', file: 'docs/spec/drafts.md', line: 5, isDropped: false, isInternal: true },
      ],
      findings: [],
    });
  });

  it.for<readonly [string, readonly string[]]>([
    [`${rule('DR1')}\n${rule('DR1')}`, ['DR1 is taken by docs/spec/drafts.md:1.']],
    [`${rule('DR1')} *Source: decided here.*`, ['DR1 has a source that does not end it, or names no section.']],
    ['- **DR1** It holds. *Source: §1.* It does.', ['DR1 has a source that does not end it, or names no section.']],
    ['  - **DR1** Indented.', ['A rule is one line: `- **AB1** Sentence.`']],
  ])('refuses %s', ([text, expected]) => {
    expect(messages(text)).toEqual(expected);
  });

  it('refuses an area on two pages', () => {
    const pages = [
      { file: 'docs/spec/a.md', text: rule('DR1') },
      { file: 'docs/spec/b.md', text: rule('DR2') },
    ];
    expect(readRules(pages).findings).toEqual([
      { file: 'docs/spec/b.md', line: 1, message: 'DR2: rules DR live on docs/spec/a.md.' },
    ]);
  });
});

describe('readYamlComments', () => {
  it('reads the rules that comments of YAML, and of scripts in it, cite', () => {
    const text = "# @spec GA1\nrun: |\n  # Why. @spec GA2, GA3\n  echo '# @spec GA9'\n";
    expect(readSpecTags(readYamlComments('action/action.yml', text))).toEqual({
      citations: [
        { id: 'GA1', file: 'action/action.yml', line: 1 },
        { id: 'GA2', file: 'action/action.yml', line: 3 },
        { id: 'GA3', file: 'action/action.yml', line: 3 },
      ],
      findings: [],
    });
  });
});

describe('readTitles', () => {
  it('reads the rules that texts begin with, of template texts too', () => {
    const text = [
      "it('[DR1] holds', f);\n",
      'it.for(cases)(`[DR2][DR3] $',
      "{x} holds`, f);\nconst other = 'see [DR9]';",
    ];
    expect(readTitles(parseSource('a.test.ts', text.join('')))).toEqual({
      citations: [
        { id: 'DR1', file: 'a.test.ts', line: 1 },
        { id: 'DR2', file: 'a.test.ts', line: 2 },
        { id: 'DR3', file: 'a.test.ts', line: 2 },
      ],
      findings: [],
    });
  });

  it('reads cases that are data', () => {
    const { citations } = readTitles(parseSource('a.ts', "const cases = [{ rule: 'ST1', title: 'holds' }, 'ST2'];"));
    expect(citations.map(({ id }) => id)).toEqual(['ST1']);
  });

  it('refuses a title that is rules and nothing else', () => {
    expect(readTitles(parseSource('a.test.ts', "it('[DR1]', f);")).findings).toHaveLength(1);
  });
});

describe('readSpecTags', () => {
  it.for<readonly [string, readonly string[], number]>([
    ['/** Holds. @spec DR1 */', ['DR1'], 0],
    ['/**\n * Holds.\n * @spec DR1, DR2\n */', ['DR1', 'DR2'], 0],
    ['// @spec DR1 DR2', ['DR1', 'DR2'], 0],
    ['/** @spec DR1–DR4 */', [], 1],
    ['/** @spec dr1 */', [], 1],
    ["const text = '@spec DR1';", [], 0],
  ])('%s', ([text, ids, findings]) => {
    const read = readSpecTags(parseSource('a.ts', `${text}\nexport {};`));
    expect(read.citations.map(({ id }) => id)).toEqual(ids);
    expect(read.findings).toHaveLength(findings);
  });
});

describe('compare', () => {
  const { rules } = readRules([{ file: 'docs/spec/drafts.md', text: `${rule('DR1')}\n${rule('DR2')}` }]);
  const cite = (id: string, file: string): { id: string; file: string; line: number } => ({ id, file, line: 7 });

  it('accepts rules that have a test and code', () => {
    const cited = [cite('DR1', 'x'), cite('DR2', 'x')];
    expect(compare(rules, cited, cited)).toEqual([]);
  });

  it('finds missing and unknown citations', () => {
    expect(compare(rules, [cite('DR1', 'a.test.ts')], [cite('DR2', 'a.ts'), cite('DR3', 'b.ts')])).toEqual([
      { file: 'docs/spec/drafts.md', line: 1, message: 'DR1 is cited by no code: `@spec DR1`.' },
      { file: 'docs/spec/drafts.md', line: 2, message: 'DR2 has no test whose title begins with [DR2].' },
      { file: 'b.ts', line: 7, message: 'DR3 is no rule of docs/spec.' },
    ]);
  });

  it('renders one row a rule', () => {
    const page = renderCoverage(
      rules,
      [cite('DR1', 'packages/core/src/a.test.ts'), cite('DR1', 'packages/core/src/a.test.ts')],
      [cite('DR2', 'packages/core/src/a.ts')],
    );
    expect(page.split('\n').slice(4, 9)).toEqual([
      '## [drafts.md](drafts.md)',
      '',
      '| Rule | Tests | Code |',
      '|---|---|---|',
      '| DR1 | [core/a.test.ts](../../packages/core/src/a.test.ts) |  |',
    ]);
  });
});
