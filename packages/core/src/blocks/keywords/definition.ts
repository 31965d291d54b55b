import type { BlockProblem, HeardWords } from '../../domain/blocks/block-definition.ts';
import { describeOneShape, param } from '../../domain/blocks/describe-block.ts';
import { checks, entriesCheck } from '../../domain/blocks/list-entries.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue, ownMember } from '../../domain/json/json-value.ts';

const mostEntries = 50;
const mostTexts = 20;
/** In Unicode code points. */
const longestText = 100;
const matches = ['is', 'starts_with', 'contains'] as const;

/** @spec KW1, KW2, KW3 */
export const keywords = describeOneShape({
  name: 'keywords',
  template: 'keywords',
  title: 'Keywords',
  description: 'Takes the conversation over when a visitor types one of its words, wherever the conversation is.',
  group: 'flow',
  entry: true,
  saysNothing: () => true,
  hears,
  params: [
    param('words', 'array', {
      required: true,
      rules: { minItems: 1, maxItems: mostEntries },
      description:
        'List of {id, texts, match?, shown?}. The output of an entry is $ and its id. texts is a list of texts: a visitor types one of them. Matches: is, starts_with, contains. shown is true or false: the web chat offers the first text below the text field.',
    }),
    param('active', 'string', {
      default: 'anytime',
      rules: { enum: ['anytime', 'idle'] },
      description: 'When the words count: anytime, or only while no conversation is under way.',
    }),
    param('afterwards', 'string', {
      default: 'leave',
      rules: { enum: ['leave', 'come_back'] },
      description: 'Whether the conversation leaves the block that waits, or comes back and asks its question again.',
    }),
  ],
  outputs: [],
  outputDerivations: [{ param: 'words', each: 'id', prefix: '$' }],
  check: checks(entriesCheck('words', { id: 'text', 'match?': matches }), checkEntries),
});

/** The entries that are objects, with their indexes. */
function entriesIn(params: JsonObject): readonly (readonly [entry: JsonObject, index: number])[] {
  const entries = ownMember(params, 'words');
  if (!isJsonList(entries)) return [];
  return entries
    .slice(0, mostEntries)
    .flatMap((entry, index) => (isJsonObject(entry) ? [[entry, index] as const] : []));
}

/** @spec KW5 */
function hears(params: JsonObject): HeardWords {
  return {
    isIdle: ownMember(params, 'active') === 'idle',
    comesBack: ownMember(params, 'afterwards') === 'come_back',
    words: entriesIn(params).flatMap(([entry, index]): HeardWords['words'] => {
      const [id, texts] = [ownMember(entry, 'id'), ownMember(entry, 'texts')];
      const match = matches.find((each) => each === (ownMember(entry, 'match') ?? 'is'));
      if (typeof id !== 'string' || match === undefined || !isJsonList(texts)) return [];
      return texts.slice(0, mostTexts).flatMap((text, at): HeardWords['words'] => {
        if (typeof text !== 'string' || isTooLong(text)) return [];
        const isShown = at === 0 && ownMember(entry, 'shown') === true;
        return [{ text, match, output: `$${id}`, isShown, param: 'words', at: [index, 'texts', at] }];
      });
    }),
  };
}

/** @spec KW3 */
function checkEntries(params: JsonObject): readonly BlockProblem[] {
  return entriesIn(params).flatMap(([entry, index]) => {
    const problem = (code: string, says: string, at: readonly (string | number)[] = []): readonly BlockProblem[] => [
      { code, message: `entry ${index + 1} of "words" ${says}.`, param: 'words', at: [index, ...at] },
    ];
    const shown = ownMember(entry, 'shown');
    if (shown !== undefined && typeof shown !== 'boolean') {
      return problem('param_type', 'should have true or false as "shown"', ['shown']);
    }
    return problemsOfTexts(ownMember(entry, 'texts'), problem);
  });
}

function problemsOfTexts(
  texts: JsonValue | undefined,
  problem: (code: string, says: string, at?: readonly (string | number)[]) => readonly BlockProblem[],
): readonly BlockProblem[] {
  if (texts === undefined) return problem('param_required', 'needs "texts", which is missing');
  if (!isJsonList(texts)) return problem('param_type', 'should have a list as "texts"', ['texts']);
  if (texts.length === 0) return problem('param_min_items', 'should have a text in "texts"', ['texts']);
  if (texts.length > mostTexts) {
    return problem('param_max_items', `should have at most ${mostTexts} "texts"`, ['texts']);
  }
  for (const [at, text] of texts.entries()) {
    if (typeof text !== 'string') return problem('param_type', 'should have strings as "texts"', ['texts', at]);
    if (text.trim() === '') return problem('param_non_empty', 'should have "texts" that are not blank', ['texts', at]);
    if (isTooLong(text)) {
      return problem('param_max_length', `should have "texts" of at most ${longestText} characters`, ['texts', at]);
    }
  }
  return [];
}

/** A code point has one or two UTF-16 units. */
function isTooLong(text: string): boolean {
  return text.length > 2 * longestText || (text.length > longestText && Array.from(text).length > longestText);
}
