import { writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Finding } from '../finding.ts';
import { parseSource } from '../source/parse-source.ts';
import { listTracked, readText } from '../source/repository.ts';
import { renderCoverage } from './coverage-page.ts';
import { type Citation, readSpecTags, readTitles, readYamlComments } from './read-citations.ts';
import { type Rule, readRules } from './read-rules.ts';

const coverageFile = 'docs/spec/coverage.md';
const contentsFile = 'docs/spec/README.md';
const isTestFile = (file: string): boolean =>
  /\.test(-d)?\.ts$|^packages\/([^/]+\/test|testing\/src\/contracts)\//.test(file);

/**
 * Ties the rules of `docs/spec` to the tests named after them and to the code that cites them, and writes the
 * page that shows which belong together; git ignores it.
 */
export function checkRules(root: string): readonly Finding[] {
  const { rules, tests, code, findings } = readAll(root);
  writeFileSync(join(root, coverageFile), renderCoverage(rules, tests, code));
  return [...findings, ...compare(rules, tests, code), ...findUnlisted(root, rules)];
}

function findUnlisted(root: string, rules: readonly Rule[]): readonly Finding[] {
  const contents = readText(root, contentsFile);
  return [...new Set(rules.map(({ file }) => file))]
    .filter((file) => !contents.includes(`(${posix.basename(file)})`))
    .map((file) => ({ file: contentsFile, message: `The page ${file} is not listed.` }));
}

/** Finds rules without a test or without code, and citations of rules that do not exist. */
export function compare(
  rules: readonly Rule[],
  tests: readonly Citation[],
  code: readonly Citation[],
): readonly Finding[] {
  const living = new Set(rules.filter(({ isDropped }) => !isDropped).map(({ id }) => id));
  const tested = new Set(tests.map(({ id }) => id));
  const cited = new Set(code.map(({ id }) => id));

  const uncovered = rules
    .filter(({ isDropped }) => !isDropped)
    .flatMap(({ id, file, line }) => [
      ...(tested.has(id) ? [] : [{ file, line, message: `${id} has no test whose title begins with [${id}].` }]),
      ...(cited.has(id) ? [] : [{ file, line, message: `${id} is cited by no code: \`@spec ${id}\`.` }]),
    ]);
  const unknown = [...tests, ...code]
    .filter(({ id }) => !living.has(id))
    .map(({ id, file, line }) => ({ file, line, message: `${id} is no rule of docs/spec.` }));
  return [...uncovered, ...unknown];
}

function readAll(root: string): {
  readonly rules: readonly Rule[];
  readonly tests: readonly Citation[];
  readonly code: readonly Citation[];
  readonly findings: readonly Finding[];
} {
  const pages = listTracked(root, 'docs/spec/*.md').map((file) => ({ file, text: readText(root, file) }));
  const { rules, findings } = readRules(pages);

  const files = listTracked(root, 'packages/*.ts', 'packages/*.tsx', '.ci/action/*.ts');
  const sources = files.map((file) => parseSource(file, readText(root, file)));
  const actions = listTracked(root, 'action/*.yml').map((file) => readYamlComments(file, readText(root, file)));
  const titles = sources.filter(({ file }) => isTestFile(file)).map(readTitles);
  const tags = [...sources.filter(({ file }) => !isTestFile(file)), ...actions].map(readSpecTags);
  return {
    rules,
    tests: titles.flatMap(({ citations }) => citations),
    code: tags.flatMap(({ citations }) => citations),
    findings: [...findings, ...titles.flatMap((read) => read.findings), ...tags.flatMap((read) => read.findings)],
  };
}
