import type { Finding } from '../finding.ts';
import { listTracked, readText } from '../source/repository.ts';
import { bound } from './dialect-marks.ts';
import { findDialect } from './find-dialect.ts';

const marksFile = '.ci/words/dialect-marks.ts';

/** Prints the marks of dialect per 1,000 words of comments of each package, and compares all together with the bound. */
export function checkDialect(root: string): readonly Finding[] {
  const packages = Map.groupBy(readSources(root), ({ file }) => file.split('/')[1] ?? '');
  const counts = Array.from(packages, ([name, sources]) => ({ name, ...count(sources) }));
  const all = { name: 'all', ...count([...packages.values()].flat()) };
  for (const { name, words, marks } of [...counts.sort((a, b) => rate(b) - rate(a)), all]) {
    console.log(`     ${rate({ words, marks }).toFixed(1).padStart(5)}  ${name}: ${marks} marks, ${words} words`);
  }
  return compareWithBound(rate(all), bound);
}

/** The bound follows the figure down. */
export function compareWithBound(figure: number, limit: number): readonly Finding[] {
  if (figure > limit) {
    const message = `Comments have ${figure.toFixed(2)} marks of dialect per 1,000 words; the bound is ${limit}. "npm run dialect <folder>" lists them.`;
    return [{ file: marksFile, message }];
  }
  const lower = Math.max(Math.ceil(figure), 1);
  return lower < limit ? [{ file: marksFile, message: `Lower the bound from ${limit} to ${lower}.` }] : [];
}

type Counted = ReturnType<typeof findDialect>;

export function readSources(root: string, folder = 'packages'): readonly ({ readonly file: string } & Counted)[] {
  return listTracked(root, `${folder}/*.ts`, `${folder}/*.tsx`)
    .filter((file) => /^packages\/[^/]+\/src\//.test(file) && !/\.(test|test-d|sim)\.tsx?$/.test(file))
    .map((file) => ({ file, ...findDialect(file, readText(root, file)) }));
}

function count(sources: readonly Counted[]): { readonly words: number; readonly marks: number } {
  let [words, marks] = [0, 0];
  for (const source of sources) {
    words += source.words;
    marks += source.found.length;
  }
  return { words, marks };
}

function rate({ words, marks }: { readonly words: number; readonly marks: number }): number {
  return (1000 * marks) / Math.max(words, 1);
}
