import type { Customer } from '../../domain/customer/customer.ts';
import { EngineError } from '../engine-error.ts';
import type { Scope } from '../scope.ts';
import { actOnCustomer } from './act-on-customer.ts';
import { endConversation } from './end-conversation.ts';
import { findAgent } from './find-agent.ts';

/**
 * @param agentId - Default: who is calling.
 * @spec CU17, CU30, CU31, CU35, CU40, CU44
 */
export async function assignAgent(
  scope: Scope,
  number: number,
  agentId: number = scope.principal.person,
): Promise<Customer> {
  const agent = await findAgent(scope, agentId);
  return actOnCustomer(scope, number, {
    decide() {
      if (agent === undefined) throw new EngineError('agent_not_found');
      return { kind: 'assign', agentId: agent.id };
    },
    follow: endConversation(scope),
  });
}

/** @spec CU19, CU30, CU35 */
export function unassign(scope: Scope, number: number): Promise<Customer> {
  return actOnCustomer(scope, number, { decide: () => ({ kind: 'unassign' }), follow: endConversation(scope) });
}
