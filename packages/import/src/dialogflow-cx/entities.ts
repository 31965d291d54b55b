import { celField, celFieldText, celText, longestFormula } from '../code/cel.ts';
import type { Chain } from '../drafting/draft.ts';
import type { CxEntityType } from './agent.ts';
import { compute, type Work } from './work.ts';

/** The values of an entity type that are words; `undefined` for regular expressions and compositions. */
export function valuesOf(type: CxEntityType | undefined): CxEntityType['values'] | undefined {
  if (type === undefined || type.kind === 'KIND_REGEXP') return undefined;
  const values = type.values
    .map(({ value, synonyms }) => ({
      value,
      synonyms: [...new Set([value, ...synonyms].map((each) => each.trim()))].filter((each) => each !== ''),
    }))
    .filter(({ value }) => value.trim() !== '');
  return values.length === 0 || values.some(({ value }) => value.includes('@')) ? undefined : values;
}

/** Formulas that look for one entity. */
const mostFormulas = 8;
/** Words of one formula. */
const mostPairs = 100;

/** Writes the last text of the visitor as words between spaces, for `findEntity`. */
export function splitWords(work: Work, chain: Chain): void {
  const said = celFieldText(work.ownField('last_text'));
  const plain = separators.map((mark) => `.replace(${celText(mark)}, " ")`).join('');
  compute(chain, work.draft, work.ownField('last_words'), `" " + ${said}.lowerAscii()${plain} + " "`);
}

const separators = ['.', ',', '!', '?', ';', ':'];

/** The same for a word of an entity. */
function asWords(text: string): string {
  const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return separators.reduce((words, mark) => words.replaceAll(mark, ' '), lower);
}

/**
 * Adds formulas that find a value of an entity in the last words of the visitor, the longest word first.
 *
 * @param otherwise - Where the conversation goes on when there is none; the Field then stays as it is.
 * @returns Whether all words are looked for.
 * @spec IC11
 */
export function findEntity(
  work: Work,
  chain: Chain,
  values: CxEntityType['values'],
  field: string,
  otherwise?: string,
): boolean {
  const { draft } = work;
  const said = celField(work.ownField('last_words'));
  const pairs = values
    .flatMap(({ value, synonyms }) => synonyms.map((synonym) => [asWords(synonym), value] as const))
    .toSorted(([a], [b]) => b.length - a.length)
    .map(([words, value]) => `[${celText(` ${words} `)}, ${celText(value)}]`);
  const formula = (list: readonly string[]): string => `[${list.join(', ')}].filter(w, ${said}.contains(w[0]))[0][1]`;
  const pages: string[][] = [[]];
  for (const pair of pairs) {
    const page = pages.at(-1) as string[];
    const isFull = page.length >= mostPairs || formula([...page, pair]).length > longestFormula;
    if (page.length > 0 && isFull) pages.push([pair]);
    else page.push(pair);
  }
  const done = draft.freshPlace();
  for (const page of pages.slice(0, mostFormulas)) {
    const next = draft.freshPlace();
    const leads = [['$success', done], ['$failed', next]] as const;
    draft.standsFor(
      chain.open,
      draft.add(chain.column, 'formulas', { expression: formula(page), destination: field }, leads),
    );
    chain.continueAt(next);
  }
  chain.end(otherwise ?? done);
  chain.continueAt(done);
  return pages.length <= mostFormulas;
}
