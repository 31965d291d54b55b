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

export const forbidden: readonly { readonly pattern: RegExp; readonly why: string }[] = [
  {
    pattern: /(?<![\w.}\])-])\/(work|root|home\/\w+|Users\/\w+)\//,
    why: 'names a folder of one machine',
  },
  { pattern: /\bregistry\.[\w.-]+\.\w+|\bnpm\.pkg\.github\.com/, why: 'names a package registry' },
  { pattern: new RegExp(`\\b(${unfinished})\\b`), why: 'leaves work for later' },
];

/** Finds words that do not belong in the repository, in every tracked text file. */
export function checkWords(root: string): readonly Finding[] {
  return listTracked(root).flatMap((file) => {
    const content = readFileSync(join(root, file));
    return content.includes(0) ? [] : findWords(file, content.toString('utf8'));
  });
}

export function findWords(file: string, text: string): readonly Finding[] {
  return text.split('\n').flatMap((line, index) =>
    forbidden.flatMap(({ pattern, why }) => {
      const match = pattern.exec(line);
      return match === null ? [] : [{ file, line: index + 1, message: `"${match[0]}" ${why}.` }];
    }),
  );
}
