import type { BlockVariant, SavedField } from '../../domain/blocks/block-definition.ts';
import { describeBlock, param } from '../../domain/blocks/describe-block.ts';
import { checks, entriesCheck, objectCheck } from '../../domain/blocks/list-entries.ts';
import { mostEntries, savedByEntries } from '../../domain/blocks/saved-field.ts';
import { type JsonObject, ownMember } from '../../domain/json/json-value.ts';

const sharedParams = [
  param('action', 'string', {
    required: true,
    rules: { enum: ['insert_row', 'update_row', 'get_row'] },
    description: 'What to do with the sheet.',
  }),
  param('auth_id', 'string', {
    required: true,
    rules: { nonEmpty: true },
    description: 'Connected account of kind spreadsheets.',
  }),
  param('spreadsheet_id', 'string', { required: true, rules: { nonEmpty: true }, description: 'The spreadsheet.' }),
  param('sheet_name', 'string', {
    required: true,
    rules: { nonEmpty: true },
    description: 'Title of the tab; never its id.',
  }),
  param('selectors', 'array', {
    rules: { maxItems: mostEntries },
    description: 'List of {selectorValue, value}: number of a column, counted from 1, and what it takes or gives.',
  }),
];

const referenceParam = param('reference', 'object', {
  required: true,
  rules: { nonEmpty: true },
  description: 'Which row: {selectorValue, value}, number of a column, counted from 1, and what it holds there.',
});

const cell = { selectorValue: 'number', value: 'string' } as const;

export const spreadsheets = describeBlock({
  name: 'spreadsheets',
  template: 'spreadsheets',
  title: 'Spreadsheets',
  description: 'Adds, changes or reads a row of a spreadsheet.',
  group: 'integrations',
  saysNothing: () => true,
  variants: [
    variantOf('insert_row', []),
    variantOf('update_row', [referenceParam]),
    variantOf('get_row', [referenceParam]),
  ],
  setsOtherFields: true,
  references: [{ to: 'account', param: 'auth_id', kind: 'spreadsheets' }],
  savesFields: savedByRow,
  check: checks(entriesCheck('selectors', cell), (params) =>
    ownMember(params, 'action') === 'insert_row' ? [] : objectCheck('reference', cell)(params),
  ),
});

function variantOf(action: string, params: BlockVariant['params']): BlockVariant {
  return {
    selector: [{ param: 'action', values: [action] }],
    params: [...sharedParams, ...params],
    outputs: ['$success', '$failed'],
    outputDerivations: [],
    requiredTier: 'starter',
  };
}

/** Each cell of a read row is saved in a Field, written as `name` or `@{name}`. */
function savedByRow(params: JsonObject): readonly SavedField[] {
  if (ownMember(params, 'action') !== 'get_row') return [];
  return savedByEntries(
    'selectors',
    'value',
  )(params).map(({ name, ...place }) => ({
    ...place,
    name: name.startsWith('@{') && name.endsWith('}') ? name.slice(2, -1) : name,
  }));
}
