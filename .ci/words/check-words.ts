import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../finding.ts';
import { listTracked } from '../source/repository.ts';

/** Written apart, so that this file passes its own check. */
const unfinished = [
  ['TO', 'DO'],
  ['FIX', 'ME'],
  ['HA', 'CK'],
  ['XX', 'X'],
]
  .map((halves) => halves.join(''))
  .join('|');

/** Metaphors for which there are plain words. Grouped, so that this file passes its own check. */
const figurative =
  /\b(shel(f|ves)|judg(e|es|ed|ement|ments?)|verdic(t|ts)|insis(t|ts)|(re)?seal(s|ed|ing)|surroun(dings)|front(age)|back(stage)|pee(k|ks)|tol(d)|file(d)|rate lo(g)|waiting lin(e))\b/i;

/** Could mean a store, a server, or the work of npm. */
const vague = /\binstallatio(ns?)\b/i;

const sources = String.raw`\.(ts|tsx|mjs)$`;
const documents = String.raw`^(docs/(spec|guide)|\.changeset)/.*\.md$`;

interface ForbiddenWords {
  readonly pattern: RegExp;
  readonly why: string;
  /** Reads only these files: sources with names in camel case split, and documents without names in backticks. */
  readonly files?: RegExp;
}

export const forbidden: readonly ForbiddenWords[] = [
  {
    pattern: /(?<![\w.}\])-])\/(work|root|home\/\w+|Users\/\w+)\//,
    why: 'names a folder of one machine',
  },
  { pattern: /\bregistry\.[\w.-]+\.\w+|\bnpm\.pkg\.github\.com/, why: 'names a package registry' },
  { pattern: new RegExp(`\\b(${unfinished})\\b`), why: 'leaves work for later' },
  { pattern: figurative, why: 'is a metaphor: say it plainly', files: new RegExp(`${sources}|${documents}`) },
  {
    pattern: vague,
    why: 'can mean several things: say "store", "server" or "brands"',
    files: new RegExp(`^(packages|examples)/.*${sources}|${documents}`),
  },
];

/** Finds words that do not belong in the repository, in every tracked text file. */
export function checkWords(root: string): readonly Finding[] {
  return listTracked(root).flatMap((file) => {
    const content = readFileSync(join(root, file));
    return content.includes(0) ? [] : findWords(file, content.toString('utf8'));
  });
}

export function findWords(file: string, text: string): readonly Finding[] {
  const patterns = forbidden.filter(({ files }) => files?.test(file) ?? true);
  return text.split('\n').flatMap((line, index) =>
    patterns.flatMap(({ pattern, why, files }) => {
      const match = pattern.exec(files === undefined ? line : wordsOf(file, line));
      return match === null ? [] : [{ file, line: index + 1, message: `"${match[0]}" ${why}.` }];
    }),
  );
}

function wordsOf(file: string, line: string): string {
  return file.endsWith('.md') ? line.replaceAll(/`[^`]*`/g, '') : line.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
}
