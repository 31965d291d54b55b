import type { Finding } from '../finding.ts';

export interface Rule {
  readonly id: string;
  /** The page under `docs/spec` that states it. */
  readonly file: string;
  readonly line: number;
  /** Struck through: the id stays taken, and nothing may cite it. */
  readonly isDropped: boolean;
  /** Describes a cache or the like: tests check it, users need not know it. */
  readonly isInternal: boolean;
}

export interface RulePage {
  readonly file: string;
  readonly text: string;
}

const ruleStart = /^- (~~)?\*\*([A-Z]{2}\d+)\*\* (\*internal\* )?/;
const source = /\*Source: §[^*]+\.\*(~~)?$/;

/** Reads the rules of all pages, and finds rules without the required form. */
export function readRules(pages: readonly RulePage[]): {
  readonly rules: readonly Rule[];
  readonly findings: readonly Finding[];
} {
  const rules: Rule[] = [];
  const findings: Finding[] = [];
  for (const { file, text } of pages) {
    for (const [index, lineText] of text.split('\n').entries()) {
      const line = index + 1;
      const start = ruleStart.exec(lineText);
      if (start === null) {
        if (/^\s*[-*] .{0,4}\*\*[A-Z]{2}\d+\*\*/.test(lineText)) {
          findings.push({ file, line, message: 'A rule is one line: `- **AB1** Sentence.`' });
        }
        continue;
      }
      const [, strike, id = '', internal] = start;
      rules.push({ id, file, line, isDropped: strike !== undefined, isInternal: internal !== undefined });
      if (lineText.includes('*Source') && !source.test(lineText.trimEnd())) {
        findings.push({ file, line, message: `${id} has a source that does not end it, or names no section.` });
      }
    }
  }
  return { rules, findings: [...findings, ...findDuplicates(rules), ...findStrays(rules)] };
}

function findDuplicates(rules: readonly Rule[]): readonly Finding[] {
  const first = new Map<string, Rule>();
  return rules.flatMap((rule) => {
    const earlier = first.get(rule.id);
    if (earlier === undefined) {
      first.set(rule.id, rule);
      return [];
    }
    const message = `${rule.id} is taken by ${earlier.file}:${earlier.line}.`;
    return [{ file: rule.file, line: rule.line, message }];
  });
}

/** Each area, named by two letters, has one page: finds areas with rules on a second page. */
function findStrays(rules: readonly Rule[]): readonly Finding[] {
  const homes = new Map<string, string>();
  return rules.flatMap(({ id, file, line }) => {
    const area = id.slice(0, 2);
    const home = homes.get(area) ?? file;
    homes.set(area, home);
    return home === file ? [] : [{ file, line, message: `${id}: rules ${area} live on ${home}.` }];
  });
}
