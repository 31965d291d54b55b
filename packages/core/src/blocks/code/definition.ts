import { describeOneShape, param } from '../../domain/blocks/describe-block.ts';
import { type JsonObject, ownMember } from '../../domain/json/json-value.ts';

export const code = describeOneShape({
  name: 'code',
  template: 'code',
  title: 'Code',
  description: 'Holds code that the host may run; the service never does.',
  group: 'integrations',
  saysNothing: () => true,
  params: [param('source', 'string', { required: true, rules: { nonEmpty: true }, description: 'What to run.' })],
  outputs: ['$success', '$failed'],
  requiredTier: 'starter',
  channelRestriction: ['native'],
  takesLateReferences: ['source'],
  readsFields: wordsOfSource,
  needsFields: () => [],
  setsOtherFields: true,
});

/** The host decides how code reads Fields, so any word of the code may be a Field name. */
function wordsOfSource(params: JsonObject): readonly string[] {
  const source = ownMember(params, 'source');
  return typeof source === 'string' ? [...new Set(source.match(/[\p{L}\p{N}_]+/gu))] : [];
}
