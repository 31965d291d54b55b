import { celFieldText, celText, longestFormula } from '../code/cel.ts';
import type { Chain } from '../drafting/draft.ts';
import type { CxEntityType } from './agent.ts';
import type { Work } from './work.ts';

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

/**
 * Adds formulas that find a value of an entity in the last text of the visitor, the longest word first.
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
  const said = celFieldText(work.ownField('last_text'));
  const pairs = values
    .flatMap(({ value, synonyms }) => synonyms.map((synonym) => [synonym, value] as const))
    .toSorted(([a], [b]) => b.length - a.length)
    .map(([synonym, value]) => `[${celText(escapePattern(synonym))}, ${celText(value)}]`);
  const before = celText('(?i)(^|[^\\p{L}\\p{N}])(');
  const after = celText(')([^\\p{L}\\p{N}]|$)');
  const formula = (list: readonly string[]): string =>
    `[${list.join(', ')}].filter(w, ${said}.matches(${before} + w[0] + ${after}))[0][1]`;
  const pages: string[][] = [[]];
  for (const pair of pairs) {
    const page = pages.at(-1) as string[];
    if (page.length > 0 && (formula([...page, pair]).length > longestFormula || page.length >= mostPairs))
      pages.push([pair]);
    else page.push(pair);
  }
  const done = draft.freshPlace();
  const used = pages.slice(0, mostFormulas);
  for (const page of used) {
    const next = draft.freshPlace();
    draft.standsFor(
      chain.open,
      draft.add(chain.column, 'formulas', { expression: formula(page), destination: field }, [
        ['$success', done],
        ['$failed', next],
      ]),
    );
    chain.continueAt(next);
  }
  chain.end(otherwise ?? done);
  chain.continueAt(done);
  return pages.length <= mostFormulas;
}

/** Words of one formula. */
const mostPairs = 100;

const escapePattern = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&').replace(/\s+/g, '\\s+');
