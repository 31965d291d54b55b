import {
  conditionOperators,
  conditionProblems,
  fieldsInConditions,
  provenFields,
} from '../../domain/blocks/condition-list.ts';
import { describeOneShape, param } from '../../domain/blocks/describe-block.ts';
import { mostEntries } from '../../domain/blocks/saved-field.ts';
import { ownMember } from '../../domain/json/json-value.ts';

const place = { param: 'conditions', name: '"conditions"', at: [] };

export const conditions = describeOneShape({
  name: 'conditions',
  template: 'conditions',
  title: 'Conditions',
  description: 'Compares Fields, and goes on by true or by false.',
  group: 'logic',
  params: [
    param('match', 'string', {
      default: 'all',
      rules: { enum: ['all', 'any'] },
      description: 'Whether all conditions must hold, or any of them.',
    }),
    param('conditions', 'array', {
      required: true,
      rules: { minItems: 1, maxItems: mostEntries },
      description: `List of {field, operator, value}. Operators: ${conditionOperators.join(', ')}.`,
    }),
  ],
  outputs: ['true', 'false'],
  requiredTier: 'starter',
  readsFields: (params) => fieldsInConditions(ownMember(params, 'conditions')),
  needsFields: () => [],
  fieldsAfter: (params, output) => provenFields(params, output === 'true'),
  check: (params) => conditionProblems(ownMember(params, 'conditions'), place),
});
