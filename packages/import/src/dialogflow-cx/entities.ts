import { celFieldText, celText } from '../code/cel.ts';
import { branch } from '../drafting/branch.ts';
import { Chain } from '../drafting/draft.ts';
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

/**
 * Calls a part of the diagram that looks for a value of an entity in the last text of the visitor.
 *
 * @returns The key of the block. The Field stays as it is where there is no value.
 * @spec IC11
 */
export function findEntity(work: Work, chain: Chain, type: CxEntityType, field: string): string {
  const place = `find ${JSON.stringify([type.name, field])}`;
  work.finders.set(place, { type, field });
  return chain.add('bot_link', work.draft.callParams, '$success', [], place);
}

/** Between the words of the last text, so that a word is found only as a whole. */
const joint = '|';
const separators = [' ', '.', ',', '!', '?', ';', ':'];

const asWords = (text: string): string =>
  separators.reduce((words, mark) => words.replaceAll(mark, joint), text.replace(/\s+/g, ' '));

/** The most values that are looked for. */
const mostValues = 1_000;

/** Adds the parts that look for entities. */
export function addFinders(work: Work, top: number): void {
  const { draft } = work;
  let nth = 0;
  for (const [place, { type, field }] of work.finders) {
    const column = { id: `find-${nth + 1}`, title: `Find ${type.name}`, left: nth * 420, top };
    nth += 1;
    const chain = new Chain(draft, column, place);
    const words = work.ownField('last_words');
    const marks = separators.map((mark) => `.replace(${celText(mark)}, ${celText(joint)})`).join('');
    const said = celFieldText(work.ownField('last_text'));
    compute(chain, draft, words, `${celText(joint)} + ${said}${marks} + ${celText(joint)}`);
    const end = draft.place();
    const longest = ({ synonyms }: CxEntityType['values'][number]): number =>
      Math.max(...synonyms.map(({ length }) => length));
    const ways = (valuesOf(type) ?? [])
      .toSorted((a, b) => longest(b) - longest(a))
      .slice(0, mostValues)
      .map(({ value, synonyms }) => ({
        value,
        to: draft.place(),
        name: value,
        decision: {
          match: 'any' as const,
          conditions: synonyms.slice(0, mostValues).map((synonym) => ({
            field: words,
            operator: 'contains',
            value: `${joint}${asWords(synonym)}${joint}`,
          })),
        },
      }));
    branch(draft, column, chain.open, ways, end);
    for (const { value, to } of ways) {
      const found = new Chain(draft, column, to);
      found.add('set_a_field', { field, action: 'SET', value }, 'success');
      found.end(end);
    }
    draft.builder.standsFor(end, draft.add(column, 'go_back', {}, []));
  }
}
