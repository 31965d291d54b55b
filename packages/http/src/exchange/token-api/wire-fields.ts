import type { EngineError, InputFault } from '@botwright/core';

/** Input members whose wire name is not the engine's. */
const wireNames: ReadonlyMap<string, string> = new Map([
  ['agentId', 'agent_id'],
  ['channel', 'channel_id'],
  ['customerToken', 'customer_token'],
  ['optIn', 'opt_in'],
  ['searchBy', 'search_by'],
]);

/** Every fault of a refusal in the names of the wire; one without any is told as a fault of the whole. @spec TK12 */
export function wireFaults({ faults, field = '', message }: EngineError): readonly InputFault[] {
  const all = faults.length > 0 ? faults : [{ field, message }];
  return all.map((fault) => ({ field: wireNames.get(fault.field) ?? fault.field, message: fault.message }));
}
