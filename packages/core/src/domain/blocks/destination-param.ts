import { type JsonObject, ownMember } from '../json/json-value.ts';
import type { ParamDefinition } from './block-definition.ts';
import { param } from './define-block.ts';
import { savedByParam } from './saved-field.ts';

/** A Field name is anything that `@{name}` can hold. */
export const fieldNamePattern = '^[^{}]*$';

/** Names the Field that takes what the block finds out. */
export const destinationParam: ParamDefinition = param('destination', 'string', {
  rules: { pattern: fieldNamePattern },
  description: 'Field that takes the result.',
});

/** The Field that a block with a `destination` writes. @spec BL21 */
export function destinationField(params: JsonObject): readonly string[] {
  const name = ownMember(params, 'destination');
  return typeof name === 'string' && name !== '' ? [name] : [];
}

/** That Field, with where it is named. @spec RU57 */
export const savedAtDestination = savedByParam('destination');

/** That Field, for a block that leaves by `$failed` when it found nothing out. */
export function destinationOnSuccess(params: JsonObject, output: string): readonly string[] {
  return output === '$success' ? destinationField(params) : [];
}
