import { defineBlock, param } from '../define-block.ts';
import { destinationField, destinationOnSuccess, destinationParam } from '../destination-param.ts';
import { entriesCheck } from '../list-entries.ts';

export const webhook = defineBlock({
  name: 'webhook',
  template: 'webhook',
  title: 'Webhook',
  description: 'Calls an HTTP address and keeps the answer.',
  group: 'integrations',
  variants: [
    {
      params: [
        param('url', 'string', {
          required: true,
          rules: { nonEmpty: true },
          description: 'Address to call. @{name} inserts a Field, percent-encoded.',
        }),
        param('method', 'string', {
          default: 'POST',
          rules: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
          description: 'HTTP method.',
        }),
        param('headers', 'array', { description: 'List of {name, value}.' }),
        param('body', 'any', { description: 'What to send. @{name} inserts a Field.' }),
        destinationParam,
      ],
      outputs: ['$success', '$failed'],
      requiredTier: 'starter',
    },
  ],
  setsFields: destinationField,
  fieldsAfter: destinationOnSuccess,
  check: entriesCheck('headers', { name: 'text', value: 'any' }),
});
