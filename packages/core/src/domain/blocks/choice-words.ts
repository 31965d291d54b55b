import { foldText } from '../fold-text.ts';
import { isJsonList, isJsonObject, type JsonObject, ownMember } from '../json/json-value.ts';
import type { BlockProblem } from './block-definition.ts';
import { mostEntries } from './saved-field.ts';

const mostWords = 20;

/**
 * Makes a check of the `words` of the entries of a list param: at most 20 strings that are not blank, none of which
 * chooses two entries. Reports one problem for each entry.
 *
 * @spec CX8
 */
export function wordsCheck(param: string): (params: JsonObject) => readonly BlockProblem[] {
  return (params) => {
    const entries = ownMember(params, param);
    if (!isJsonList(entries)) return [];
    /** By folded word, the index of the first entry with it. */
    const taken = new Map<string, number>();
    return entries.slice(0, mostEntries).flatMap((entry, index): readonly BlockProblem[] => {
      const words = isJsonObject(entry) ? ownMember(entry, 'words') : undefined;
      if (words === undefined) return [];
      const problem = (code: string, says: string, at: readonly (string | number)[] = []): readonly BlockProblem[] => [
        { code, message: `entry ${index + 1} of "${param}" ${says}.`, param, at: [index, 'words', ...at] },
      ];
      if (!isJsonList(words)) return problem('param_type', 'should have a list as "words"');
      if (words.length > mostWords) return problem('param_max_items', `should have at most ${mostWords} "words"`);
      for (const [at, word] of words.entries()) {
        if (typeof word !== 'string') return problem('param_type', 'should have strings as "words"', [at]);
        const folded = foldText(word).trim();
        if (folded === '') return problem('param_non_empty', 'should have "words" that are not blank', [at]);
        const first = taken.get(folded) ?? index;
        if (first !== index) {
          return problem('keyword_taken', `has the word ${JSON.stringify(word)}, which chooses entry ${first + 1}`, [
            at,
          ]);
        }
        taken.set(folded, index);
      }
      return [];
    });
  };
}
