import type { BlockDefinition, BlockProblem, SavedField } from '../../domain/blocks/block-definition.ts';
import { param } from '../../domain/blocks/describe-block.ts';
import { checks, entriesCheck } from '../../domain/blocks/list-entries.ts';
import { defineQuestion } from '../../domain/blocks/question-block.ts';
import { destinationField, savedAtDestination } from '../../domain/blocks/saved-field.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue, ownMember } from '../../domain/json/json-value.ts';
import { hasMoreCodePoints } from '../../domain/text.ts';
import { localePattern } from '../../domain/time/date-names.ts';
import { fillProblems, mostFills, requiredFields, savedByFills } from '../language-model/definition.ts';

export const mostRoutes = 100;
export const mostPhrases = 200;
/** Of one phrase, in Unicode code points. */
export const longestPhrase = 200;
/** UTF-16 units of all phrases of a block. */
export const mostPhraseUnits = 262_144;

/** @spec UN1, UN2, UN3 */
const byWords = defineQuestion({
  name: 'understand',
  template: 'understand',
  title: 'Understand',
  description: 'Asks for any text, and goes on by the route that the text means.',
  canBeWelcome: true,
  phrases: { param: 'routes', member: 'phrases' },
  choosesByName: isByModel,
  savesText: (params) => !isByModel(params),
  params: [
    param('routes', 'array', {
      required: true,
      rules: { minItems: 1, maxItems: mostRoutes },
      description:
        'List of {id, name, phrases}. The output of a route is $ and its id. phrases is a list of texts as visitors may write them.',
    }),
    param('method', 'string', {
      default: 'words',
      rules: { enum: ['words', 'model'] },
      description: 'Whether the words of the phrases decide, or a language model.',
    }),
    param('locale', 'string', {
      default: 'en',
      rules: { pattern: localePattern },
      description: 'Language of the phrases, such as "es" or "pt-BR": its common short words do not count.',
    }),
  ],
  outputs: ['$other'],
  outputDerivations: [{ param: 'routes', each: 'id', prefix: '$' }],
  exits: ['timeout', 'skipped'],
  check: checks(
    entriesCheck('routes', {
      id: { form: /^(?!\s*$|other$)/, expected: 'an "id" that is not blank and not "other", the output of no route' },
      name: 'text',
    }),
    phraseProblems,
    (params) => (isByModel(params) ? fillProblems(params) : []),
  ),
});

const modelParams = [
  param('model', 'string', {
    required: true,
    rules: { nonEmpty: true },
    description: 'Model that decides, by the name that the service gave it.',
  }),
  param('fills', 'array', {
    rules: { maxItems: mostFills },
    description:
      'Values that it has to find in the text. List of {destination, type, description, required}: Field, one of string, integer, number, boolean, date, list, and what is meant.',
  }),
];

/** @spec UN20 */
export const understand: BlockDefinition = {
  ...byWords,
  variants: byWords.variants.flatMap((variant) => [
    { ...variant, selector: [{ param: 'method', values: ['words'] }] },
    {
      ...variant,
      selector: [{ param: 'method', values: ['model'] }],
      params: variant.params.flatMap((each) => (each.name === 'locale' ? modelParams : [each])),
      requiredTier: 'starter' as const,
    },
  ]),
  references: [{ to: 'model', param: 'model' }],
  setsFields: (params) => [...destinationField(params), ...filledBy(params).map(({ name }) => name)],
  savesFields: (params) => [...savedAtDestination(params), ...filledBy(params)],
  fieldsAfter: (params, output) => [
    ...(byWords.fieldsAfter?.(params, output) ?? destinationField(params)),
    ...(isByModel(params) && isRoute(params, output) ? requiredFields(params) : []),
  ],
};

export function isByModel(params: JsonObject): boolean {
  return ownMember(params, 'method') === 'model';
}

function filledBy(params: JsonObject): readonly SavedField[] {
  return isByModel(params) ? savedByFills(params) : [];
}

function isRoute(params: JsonObject, output: string): boolean {
  const routes = ownMember(params, 'routes');
  if (!isJsonList(routes)) return false;
  return routes.slice(0, mostRoutes).some((route) => isJsonObject(route) && output === `$${ownMember(route, 'id')}`);
}

/**
 * Reports the first problem with the phrases of each route.
 *
 * @spec UN3
 */
function phraseProblems(params: JsonObject): readonly BlockProblem[] {
  const routes = ownMember(params, 'routes');
  if (!isJsonList(routes)) return [];
  let units = 0;
  const found = routes.slice(0, mostRoutes).flatMap((route, index): readonly BlockProblem[] => {
    if (!isJsonObject(route)) return [];
    const phrases = ownMember(route, 'phrases');
    const problem = (code: string, says: string, at: readonly (string | number)[]): readonly BlockProblem[] => [
      { code, message: `entry ${index + 1} of "routes" ${says}.`, param: 'routes', at: [index, ...at] },
    ];
    if (phrases === undefined && isByModel(params)) return [];
    if (phrases === undefined) return problem('param_required', 'needs "phrases", which is missing', []);
    if (!isJsonList(phrases)) return problem('param_type', 'should have a list as "phrases"', ['phrases']);
    if (phrases.length > mostPhrases)
      return problem('param_max_items', `should have at most ${mostPhrases} "phrases"`, ['phrases']);
    for (const [at, phrase] of phrases.entries()) {
      const fault = faultOf(phrase);
      if (fault !== undefined) return problem(...fault, ['phrases', at]);
      units += (phrase as string).length;
    }
    return [];
  });
  if (found.length > 0 || units <= mostPhraseUnits) return found;
  const message = `"routes" should have at most ${mostPhraseUnits} characters of phrases together.`;
  return [{ code: 'param_max_length', message, param: 'routes' }];
}

function faultOf(phrase: JsonValue): readonly [code: string, says: string] | undefined {
  if (typeof phrase !== 'string') return ['param_type', 'should have strings as "phrases"'];
  if (phrase.trim() === '') return ['param_non_empty', 'should have "phrases" that are not blank'];
  if (hasMoreCodePoints(phrase, longestPhrase))
    return ['param_max_length', `should have "phrases" of at most ${longestPhrase} characters`];
  return undefined;
}
