import type { SavedField } from '../../domain/blocks/block-definition.ts';
import { describeOneShape, param } from '../../domain/blocks/describe-block.ts';
import { checks, entriesCheck } from '../../domain/blocks/list-entries.ts';
import {
  destinationOnSuccess,
  destinationParam,
  mostEntries,
  savedAtDestination,
  savedByEntries,
} from '../../domain/blocks/saved-field.ts';
import type { JsonObject } from '../../domain/json/json-value.ts';

/** @spec BL23 */
export const webhook = describeOneShape({
  name: 'webhook',
  template: 'webhook',
  title: 'Webhook',
  description: 'Calls an HTTP address and keeps the answer.',
  group: 'integrations',
  saysNothing: () => true,
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
    param('headers', 'array', { rules: { maxItems: mostEntries }, description: 'List of {name, value}.' }),
    param('body', 'any', {
      description:
        'What to send. @{name} inserts a Field: as the Content-Type header says, escaped in JSON and XML, percent-encoded in a form, else as it is.',
    }),
    destinationParam,
    param('saves', 'array', {
      rules: { maxItems: mostEntries },
      description:
        'List of {path, destination}: RFC 6901 pointer into the answer, and the Field that takes what is there.',
    }),
  ],
  outputs: ['$success', '$failed'],
  requiredTier: 'starter',
  urls: ['url'],
  takesLateReferences: ['body'],
  setsFields: (params) => savesFields(params).map(({ name }) => name),
  savesFields,
  fieldsAfter: destinationOnSuccess,
  check: checks(
    entriesCheck('headers', { name: 'text', value: 'any' }),
    entriesCheck('saves', {
      path: { form: /^(?:\/(?:[^~/]|~[01])*)*$/u, expected: 'an RFC 6901 pointer as "path"' },
      destination: { form: /^(?=\s*\S)[^{}]*$/u, expected: 'the name of a Field as "destination"' },
    }),
  ),
});

const savesFieldsOfList = savedByEntries('saves', 'destination');

function savesFields(params: JsonObject): readonly SavedField[] {
  return [...savedAtDestination(params), ...savesFieldsOfList(params)];
}
