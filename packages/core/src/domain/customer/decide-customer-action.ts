import type { EventContent } from '../message/message.ts';
import type { Customer, CustomerChange } from './customer.ts';

/** An action of an agent on a customer. */
export type CustomerAction =
  | { readonly kind: 'archive' | 'unarchive' | 'block' | 'unblock' | 'opt_in' | 'opt_out' | 'unassign' }
  | { readonly kind: 'assign'; readonly agentId: number }
  | { readonly kind: 'assign_bot'; readonly botId: string };

export type CustomerDecision =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'change';
      readonly change: CustomerChange;
      /** Stored as a message of type `event`, in the transaction of the change. */
      readonly event?: EventContent['data'];
    };

type Status = Pick<Customer, 'agentId' | 'botId' | 'archived' | 'blocked' | 'optIn'>;

/**
 * Decides the effect of an action on a customer. An action without a change causes no event.
 *
 * @spec CU15, CU16, CU17, CU18, CU19, CU20, CU43, CU63
 */
export function decideCustomerAction(customer: Status, action: CustomerAction): CustomerDecision {
  switch (action.kind) {
    case 'archive':
      return customer.archived
        ? unchanged
        : { kind: 'change', change: { archived: true }, event: { action: 'archive' } };
    case 'unarchive':
      return customer.archived
        ? { kind: 'change', change: { archived: false }, event: { action: 'unarchive' } }
        : unchanged;
    case 'block':
      return customer.blocked ? unchanged : { kind: 'change', change: { blocked: true } };
    case 'unblock':
      return customer.blocked ? { kind: 'change', change: { blocked: false } } : unchanged;
    case 'opt_in':
      return customer.optIn ? unchanged : { kind: 'change', change: { optIn: true } };
    case 'opt_out':
      return customer.optIn ? { kind: 'change', change: { optIn: false } } : unchanged;
    case 'assign':
      return assign(customer, { agentId: action.agentId, botId: undefined });
    case 'assign_bot':
      return assign(customer, { agentId: undefined, botId: action.botId });
    case 'unassign':
      return assign(customer, { agentId: undefined, botId: undefined });
  }
}

const unchanged: CustomerDecision = { kind: 'unchanged' };

interface Assignment {
  readonly agentId: number | undefined;
  readonly botId: string | undefined;
}

function assign(customer: Status, next: Assignment): CustomerDecision {
  if (customer.agentId === next.agentId && customer.botId === next.botId) return unchanged;
  const isNobody = next.agentId === undefined && next.botId === undefined;
  const agent_id = isNobody ? customer.agentId : next.agentId;
  const event = { action: isNobody ? 'unassign' : 'assign', ...(agent_id !== undefined && { agent_id }) } as const;
  return { kind: 'change', change: next, event };
}
