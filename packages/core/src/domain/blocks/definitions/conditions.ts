import { isJsonList, isJsonObject, type JsonObject, ownMember } from '../../json/json-value.ts';
import { defineBlock, param } from '../define-block.ts';
import { entriesCheck } from '../list-entries.ts';

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

export const conditions = defineBlock({
  name: 'conditions',
  template: 'conditions',
  title: 'Conditions',
  description: 'Compares Fields, and goes on by true or by false.',
  group: 'logic',
  variants: [
    {
      params: [
        param('match', 'string', {
          default: 'all',
          rules: { enum: ['all', 'any'] },
          description: 'Whether all conditions must hold, or any of them.',
        }),
        param('conditions', 'array', {
          required: true,
          rules: { minItems: 1 },
          description: `List of {field, operator, value}. Operators: ${operators.join(', ')}.`,
        }),
      ],
      outputs: ['true', 'false'],
      requiredTier: 'starter',
    },
  ],
  readsFields: comparedFields,
  check: entriesCheck('conditions', { field: 'text', operator: operators, value: 'any' }),
});

function comparedFields(params: JsonObject): readonly string[] {
  const list = ownMember(params, 'conditions');
  if (!isJsonList(list)) return [];
  return list.flatMap((entry) => {
    const field = isJsonObject(entry) && ownMember(entry, 'field');
    return typeof field === 'string' && field !== '' ? [field] : [];
  });
}
