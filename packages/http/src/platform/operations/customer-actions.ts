import type { Customer, Customers } from '@botwright/core';
import type { TokenOperation } from '../../exchange/token-api/token-operation.ts';
import { replyDone } from '../codecs/envelope-codec.ts';
import type { PlatformHandles } from '../platform-api-options.ts';
import { botAssignmentSchema } from '../schemas/bot-assignment-schema.ts';
import { done } from '../schemas/envelope.ts';
import { definePlatformOperation, numberIn } from './define-platform-operation.ts';

const shared = {
  method: 'PUT',
  tag: 'Customers',
  isDecidedHere: true,
  success: { status: 200, description: 'It is so now.', schema: done },
  encode: () => replyDone,
} as const;

export const archiveCustomer = simpleAction('archive', 'Archive a customer', (customers) => customers.archive);
export const unarchiveCustomer = simpleAction('unarchive', 'Take a customer back', (customers) => customers.unarchive);
export const blockCustomer = simpleAction('block', 'Block a customer', (customers) => customers.block);
export const unblockCustomer = simpleAction('unblock', 'Unblock a customer', (customers) => customers.unblock);
export const unassignCustomer = simpleAction(
  'unassign',
  'Take a customer from their agent or bot',
  (customers) => customers.unassign,
);

/** What public clients call too, by these names. */
const known = { isDecidedHere: false } as const;

/** @spec PL31 */
export const optInCustomer = {
  ...simpleAction('opt_in', 'Note that a customer opts in', (customers) => customers.optIn),
  ...known,
  id: 'optInCustomer',
};

/** @spec PL31 */
export const optOutCustomer = {
  ...simpleAction('opt_out', 'Note that a customer opts out', (customers) => customers.optOut),
  ...known,
  id: 'optOutCustomer',
};

/** @spec PL29 */
export const assignCustomerToCaller = {
  ...simpleAction(
    'assign',
    'Assign a customer to who is calling',
    (customers) => (customer: number) => customers.assign(customer),
  ),
  ...known,
  id: 'assignCustomerToCaller',
};

/** @spec PL17 */
export const assignCustomer = definePlatformOperation({
  ...shared,
  id: 'assignCustomer',
  path: '/customers/{customer_id}/assign/{agent_id}/',
  summary: 'Assign a customer to an agent',
  errors: ['customer_not_found', 'agent_not_found'],
  work: ({ customers }, { params }) => customers.assign(numberIn(params.customer_id), numberIn(params.agent_id)),
});

/** @spec PL17 */
export const assignCustomerToBot = definePlatformOperation({
  ...shared,
  id: 'assignCustomerToBot',
  path: '/customers/{customer_id}/assign_bot/{bot_number}/',
  summary: 'Assign a customer to a bot',
  body: { schema: botAssignmentSchema, isRequired: false },
  errors: ['customer_not_found', 'bot_not_found', 'customer_blocked', 'bot_never_published', 'unsupported_builder'],
  work: ({ customers }, { params, body }) =>
    customers.assignBot(
      numberIn(params.customer_id),
      numberIn(params.bot_number),
      // The engine judges it.
      body as Parameters<Customers['assignBot']>[2],
    ),
});

/** @spec PL17 */
function simpleAction(
  name: string,
  summary: string,
  methodOf: (customers: Customers) => (customer: number) => Promise<Customer>,
): TokenOperation<PlatformHandles> {
  return definePlatformOperation({
    ...shared,
    id: `${name}Customer`,
    path: `/customers/{customer_id}/${name}/`,
    summary,
    errors: ['customer_not_found'],
    work: ({ customers }, { params }) => methodOf(customers)(numberIn(params.customer_id)),
  });
}
