import { describeOneShape, param } from '../../domain/blocks/describe-block.ts';
import { fieldNamePattern, savedByParam } from '../../domain/blocks/saved-field.ts';
import { type JsonObject, ownMember } from '../../domain/json/json-value.ts';

/** Actions that change the value of a Field. */
const changes = ['APPEND', 'REMOVE', 'ADD'];

export const setAField = describeOneShape({
  name: 'set_a_field',
  template: 'set_field',
  title: 'Set a Field',
  description: 'Writes a value to a Field, or clears it; changes a list or a number.',
  group: 'logic',
  saysNothing: () => true,
  params: [
    param('field', 'string', {
      required: true,
      rules: { nonEmpty: true, pattern: fieldNamePattern },
      description: 'Field to write.',
    }),
    param('action', 'string', {
      default: 'SET',
      rules: { enum: ['SET', 'UNSET', ...changes] },
      description:
        'SET writes the value, UNSET clears the Field, APPEND adds the value to a list, REMOVE removes equal entries from it, ADD adds a number to a number.',
    }),
    param('value', 'any', {
      required: true,
      rules: { nonEmpty: true },
      readWhen: { param: 'action', values: ['SET', ...changes] },
      description: 'What to write, append, remove or add. @{name} inserts a Field.',
    }),
  ],
  outputs: ['success'],
  setsFields: writtenField,
  fieldsAfter: (params) => (ownMember(params, 'action') === 'REMOVE' ? [] : writtenField(params)),
  savesFields: (params) => (writtenField(params).length > 0 ? savedByParam('field')(params) : []),
});

function writtenField(params: JsonObject): readonly string[] {
  const field = ownMember(params, 'field');
  const clears = ownMember(params, 'action') === 'UNSET';
  return typeof field === 'string' && field !== '' && !clears ? [field] : [];
}
