import { describeOneShape, param } from '../../domain/blocks/describe-block.ts';
import { entriesCheck } from '../../domain/blocks/list-entries.ts';
import { mostEntries } from '../../domain/blocks/saved-field.ts';

/** @spec BL23 */
export const aiAgent = describeOneShape({
  name: 'ai_agent',
  template: 'ai_agent',
  title: 'AI agent',
  description: 'Hands the conversation to an assistant, and goes on by the exit that it takes.',
  group: 'integrations',
  waits: true,
  setsOtherFields: true,
  params: [
    param('outputs', 'array', {
      required: true,
      rules: { minItems: 1, maxItems: mostEntries },
      description: 'Exits, as a list of {id, name}. The output of an exit is $ and its id.',
    }),
    param('assistantId', 'string', {
      required: true,
      rules: { nonEmpty: true },
      description: 'Assistant that takes over.',
    }),
  ],
  outputs: [],
  outputDerivations: [{ param: 'outputs', each: 'id', prefix: '$' }],
  requiredTier: 'starter',
  check: entriesCheck('outputs', { id: 'text', name: 'any' }),
});
