import type { EngineError } from '@botwright/core';
import { jsonReply, type Reply } from '../exchange/reply/reply.ts';
import { statusOf } from '../exchange/token-api/status-of.ts';
import { wireFaults } from '../exchange/token-api/wire-fields.ts';
import type { WireErrors } from './schemas/error-schema.ts';

/**
 * Made of the refusal alone: what another brand has and what nobody has cannot be told apart.
 *
 * @spec PL5, PL6, PL25, PL27, TK12
 */
export function refuse(error: EngineError, headers?: Readonly<Record<string, string>>): Reply {
  const faults = Map.groupBy(wireFaults(error), ({ field }) => fieldOf(error, field));
  const wire: WireErrors = {
    errors: Object.fromEntries([...faults].map(([field, group]) => [field, group.map(({ message }) => message)])),
    ...(error.code === 'not_authenticated' && { detail: error.message }),
  };
  return jsonReply(statusOf(error), JSON.stringify(wire), headers);
}

function fieldOf({ code }: EngineError, field: string): string {
  if (field !== '') return field;
  return code === 'plan_required' ? 'plan' : 'non_field_errors';
}
