import { describeOneShape, param } from '../../domain/blocks/describe-block.ts';
import { entriesCheck } from '../../domain/blocks/list-entries.ts';
import { mostEntries } from '../../domain/blocks/saved-field.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue, ownMember } from '../../domain/json/json-value.ts';

const operators = [
  'is',
  'is_not',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'greater',
  'less',
  'is_set',
  'is_not_set',
];

export const conditions = describeOneShape({
  name: 'conditions',
  template: 'conditions',
  title: 'Conditions',
  description: 'Compares Fields, and goes on by true or by false.',
  group: 'logic',
  saysNothing: () => true,
  params: [
    param('match', 'string', {
      default: 'all',
      rules: { enum: ['all', 'any'] },
      description: 'Whether all conditions must hold, or any of them.',
    }),
    param('conditions', 'array', {
      required: true,
      rules: { minItems: 1, maxItems: mostEntries },
      description: `List of {field, operator, value}. Operators: ${operators.join(', ')}.`,
    }),
  ],
  outputs: ['true', 'false'],
  requiredTier: 'starter',
  readsFields: (params) => conditionsIn(params).map(({ field }) => field),
  needsFields: () => [],
  fieldsAfter: provenFields,
  check: entriesCheck('conditions', { field: 'text', operator: operators, value: 'any' }),
});

interface Condition {
  readonly field: string;
  readonly operator: JsonValue | undefined;
}

/** The conditions that name a Field. */
function conditionsIn(params: JsonObject): readonly Condition[] {
  const list = ownMember(params, 'conditions');
  if (!isJsonList(list)) return [];
  return list.flatMap((entry) => {
    if (!isJsonObject(entry)) return [];
    const field = ownMember(entry, 'field');
    return typeof field === 'string' && field !== '' ? [{ field, operator: ownMember(entry, 'operator') }] : [];
  });
}

/**
 * The Fields that certainly have a value after an output: after `true`, Fields that a condition requires to be set;
 * after `false`, Fields that a condition requires to be unset, because the condition fails.
 */
function provenFields(params: JsonObject, output: string): readonly string[] {
  const conditions = conditionsIn(params);
  const match = ownMember(params, 'match') ?? 'all';
  const isEachDecided = conditions.length === 1 || (output === 'true' ? match === 'all' : match === 'any');
  const proof = output === 'true' ? 'is_set' : 'is_not_set';
  return isEachDecided ? conditions.filter(({ operator }) => operator === proof).map(({ field }) => field) : [];
}
