import type { BlockProblem, SavedField } from '../../domain/blocks/block-definition.ts';
import { describeOneShape, param } from '../../domain/blocks/describe-block.ts';
import { entriesProblems, type ListPlace } from '../../domain/blocks/list-entries.ts';
import { destinationParam, savedAtDestination, savedByEntries } from '../../domain/blocks/saved-field.ts';
import { formatParam } from '../../domain/blocks/text-format.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue, ownMember } from '../../domain/json/json-value.ts';

/** Values that a model is asked for. */
export const mostFills = 50;
/** Tools that a model may call. */
export const mostTools = 20;

/** The types of a fill. */
export const fillTypes = ['string', 'integer', 'number', 'boolean', 'date', 'list'] as const;

const fillShape =
  '{destination, type, description, required?}. Types: string, integer, number, boolean, date, list. required is true or false: with true, an answer without the value fails.';

/** @spec LM1, LM2 */
export const languageModel = describeOneShape({
  name: 'language_model',
  template: 'language_model',
  title: 'Language model',
  description: 'Lets a language model write an answer, fill Fields, or choose the way on.',
  group: 'integrations',
  waits: true,
  mayGoOnAtOnce: true,
  choosesByName: () => true,
  params: [
    param('model', 'string', {
      required: true,
      rules: { nonEmpty: true },
      description: 'Model that answers, by the name that the service gave it.',
    }),
    param('instructions', 'string', {
      isTestable: false,
      description: 'What the model has to do, and what it knows. @{name} inserts a Field.',
    }),
    param('input', 'string', {
      isTestable: false,
      default: '@{#last}',
      description:
        "What the visitor says to it. @{name} inserts a Field, @{#last} the visitor's last text, @{#transcript} the conversation.",
    }),
    param('history', 'string', {
      isTestable: false,
      default: 'conversation',
      rules: { enum: ['none', 'conversation'] },
      description: 'Whether it reads the conversation before the input.',
    }),
    param('historyMessages', 'integer', {
      isTestable: false,
      default: 20,
      rules: { min: 1, max: 100 },
      readWhen: { param: 'history', values: ['conversation'] },
      description: 'Most messages of the conversation that it reads.',
    }),
    param('say', 'boolean', { default: true, description: 'Whether the visitor reads the answer.' }),
    { ...formatParam, default: 'markdown' },
    destinationParam,
    param('fills', 'array', {
      rules: { maxItems: mostFills },
      description: `Values that it has to find. List of ${fillShape}`,
    }),
    param('tools', 'array', {
      rules: { maxItems: mostTools },
      description: `Ways on that it may choose. List of {id, name, description, fills?}: the output is $ and the id; fills is a list of ${fillShape}`,
    }),
    param('maxTokens', 'integer', {
      isTestable: false,
      default: 800,
      rules: { min: 16, max: 8_192 },
      description: 'Most tokens of one answer.',
    }),
    param('temperature', 'number', {
      isTestable: false,
      rules: { min: 0, max: 2 },
      description: 'How much answers vary: 0 hardly. Default: as the model does.',
    }),
    param('turns', 'integer', {
      default: 1,
      rules: { min: 1, max: 50 },
      description: 'How often it answers. Between two answers the visitor writes.',
    }),
  ],
  outputs: ['$success', '$failed'],
  outputDerivations: [{ param: 'tools', each: 'id', prefix: '$' }],
  requiredTier: 'starter',
  references: [{ to: 'model', param: 'model' }],
  takesLateReferences: ['input'],
  instructs: ['instructions'],
  savesFields,
  setsFields: (params) => savesFields(params).map(({ name }) => name),
  fieldsAfter,
  check: (params) => [...fillProblems(params), ...toolProblems(params)],
});

export const savedByFills = savedByEntries('fills', 'destination');

function savesFields(params: JsonObject): readonly SavedField[] {
  const tools = entriesOf(params, 'tools', mostTools).flatMap(({ entry, at }) =>
    savedByEntries(
      'fills',
      'destination',
    )(entry).map((saved) => ({
      ...saved,
      param: 'tools',
      at: [at, 'fills', ...(saved.at ?? [])],
    })),
  );
  return [...savedAtDestination(params), ...savedByFills(params), ...tools];
}

/** A value that is not required may be missing, and so may the text of an answer with values. */
function fieldsAfter(params: JsonObject, output: string): readonly string[] {
  const tool = entriesOf(params, 'tools', mostTools).find(
    ({ entry }) => `$${String(ownMember(entry, 'id'))}` === output,
  );
  if (tool !== undefined) return requiredFields(tool.entry);
  if (output !== '$success') return [];
  const hasFills = entriesOf(params, 'fills', mostFills).length > 0;
  return [...requiredFields(params), ...(hasFills ? [] : savedAtDestination(params).map(({ name }) => name))];
}

export function requiredFields(holder: JsonObject): readonly string[] {
  const fills = ownMember(holder, 'fills');
  const isRequired = ({ at: [index] = [] }: SavedField): boolean => {
    const fill = isJsonList(fills) ? fills[Number(index)] : undefined;
    return isJsonObject(fill) && ownMember(fill, 'required') === true;
  };
  return savedByFills(holder)
    .filter(isRequired)
    .map(({ name }) => name);
}

function entriesOf(params: JsonObject, name: string, most: number): readonly { entry: JsonObject; at: number }[] {
  const entries = ownMember(params, name);
  if (!isJsonList(entries)) return [];
  return entries.slice(0, most).flatMap((entry, at) => (isJsonObject(entry) ? [{ entry, at }] : []));
}

export function fillProblems(params: JsonObject): readonly BlockProblem[] {
  return problemsOfFills(ownMember(params, 'fills'), { param: 'fills', name: '"fills"', at: [] });
}

const fillMembers = {
  destination: { form: /^(?=\s*\S)[^{}]*$/u, expected: 'the name of a Field as "destination"' },
  type: fillTypes,
  description: 'string',
} as const;

function problemsOfFills(fills: JsonValue | undefined, place: ListPlace): readonly BlockProblem[] {
  if (!isJsonList(fills)) return [];
  const bounded = fills.slice(0, mostFills);
  const required = bounded.flatMap((fill, at): readonly BlockProblem[] => {
    const written = isJsonObject(fill) ? ownMember(fill, 'required') : undefined;
    if (written === undefined || typeof written === 'boolean') return [];
    const message = `entry ${at + 1} of ${place.name} should have true or false as "required".`;
    return [{ code: 'param_type', message, param: place.param, at: [...place.at, at, 'required'] }];
  });
  return [...entriesProblems(bounded, fillMembers, place), ...required];
}

const toolMembers = {
  id: {
    form: /^(?!\s*$|(?:success|failed)$)/,
    expected: 'an "id" that is not blank, and not "success" or "failed", the other outputs',
  },
  name: 'text',
  description: 'string',
} as const;

function toolProblems(params: JsonObject): readonly BlockProblem[] {
  const tools = ownMember(params, 'tools');
  if (!isJsonList(tools)) return [];
  const bounded = tools.slice(0, mostTools);
  const nested = entriesOf(params, 'tools', mostTools).flatMap(({ entry, at }): readonly BlockProblem[] => {
    const fills = ownMember(entry, 'fills');
    const place = { param: 'tools', name: `"fills" of entry ${at + 1} of "tools"`, at: [at, 'fills'] };
    if (fills === undefined) return [];
    if (!isJsonList(fills)) {
      return [{ code: 'param_type', message: `${place.name} should be a list.`, param: 'tools', at: place.at }];
    }
    if (fills.length <= mostFills) return problemsOfFills(fills, place);
    const message = `${place.name} should have at most ${mostFills} entries.`;
    return [{ code: 'param_max_items', message, param: 'tools', at: place.at }];
  });
  return [...entriesProblems(bounded, toolMembers, { param: 'tools', name: '"tools"', at: [] }), ...nested];
}
