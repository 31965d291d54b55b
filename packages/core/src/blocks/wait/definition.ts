import { describeOneShape, param } from '../../domain/blocks/describe-block.ts';
import { entriesCheck } from '../../domain/blocks/list-entries.ts';
import { destinationField, destinationParam, savedAtDestination } from '../../domain/blocks/saved-field.ts';

/** @spec WT1 */
export const wait = describeOneShape({
  name: 'wait',
  template: 'wait',
  title: 'Wait',
  description: 'Waits before the conversation goes on: a moment while the bot seems to type, or days.',
  group: 'flow',
  waits: true,
  saysNothing: () => true,
  params: [
    param('seconds', 'number', {
      required: true,
      rules: { min: 0.1, max: 2_592_000 },
      description: 'How long it waits; 2,592,000 seconds are 30 days.',
    }),
    param('typing', 'boolean', {
      isTestable: false,
      default: true,
      description: 'Whether the bot seems to type meanwhile, if it waits 25 seconds at most.',
    }),
    param('exits', 'array', {
      rules: { maxItems: 1 },
      description:
        'List of {id}. Ids: interrupted. With that entry, the next message of the visitor ends the wait and leaves by $interrupted. Without it, messages are read after the wait.',
    }),
    { ...destinationParam, description: 'Field for the text of the message that ended the wait.' },
  ],
  outputs: ['$success'],
  outputDerivations: [{ param: 'exits', each: 'id', prefix: '$' }],
  setsFields: destinationField,
  savesFields: savedAtDestination,
  fieldsAfter: (params, output) => (output === '$interrupted' ? destinationField(params) : []),
  check: entriesCheck('exits', { id: ['interrupted'] }),
});
