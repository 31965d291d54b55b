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

/** The member that an action switches, its new value, and the event. */
const switches = {
  archive: { archived: true, event: 'archive' },
  unarchive: { archived: false, event: 'unarchive' },
  block: { blocked: true },
  unblock: { blocked: false },
  opt_in: { optIn: true },
  opt_out: { optIn: false },
} as const;

/**
 * Decides the effect of an action on a customer. An action without a change causes no event.
 *
 * @spec CU15, CU16, CU17, CU18, CU19, CU20, CU43, CU63
 */
export function decideCustomerAction(customer: Status, action: CustomerAction): CustomerDecision {
  switch (action.kind) {
    case 'assign':
      return assign(customer, { agentId: action.agentId, botId: undefined });
    case 'assign_bot':
      return assign(customer, { agentId: undefined, botId: action.botId });
    case 'unassign':
      return assign(customer, { agentId: undefined, botId: undefined });
    default: {
      const { event, ...change }: Partial<Status> & { readonly event?: 'archive' | 'unarchive' } =
        switches[action.kind];
      const isChange = Object.entries(change).some(([name, value]) => customer[name as keyof Status] !== value);
      return isChange ? { kind: 'change', change, ...(event && { event: { action: event } }) } : unchanged;
    }
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
