import type { Customer, Customers } from '@botwright/core';
import { customerListSchema, wireNames } from '@botwright/core/inputs';
import { engineQuery } from '../../request/query.ts';
import { noContent } from '../../response/response.ts';
import { botAssignmentBody, customerEditBody, fieldBody } from '../inputs.ts';
import { definePlatformOperation, numberIn, type PlatformOperation } from '../platform-operation.ts';
import { customerSchema, encodeCustomer, encodeField, fieldSchema } from '../wire/customer.ts';
import { done, doneResponse, listUnder, oneResponse, oneUnder, partsResponse } from '../wire/envelope.ts';

const action = {
  method: 'PUT',
  tag: 'Customers',
  isDecidedHere: true,
  success: { status: 200, description: 'It is so now.', schema: done },
  encode: () => doneResponse,
} as const;

/** @spec PL17 */
function simpleAction(
  id: string,
  name: string,
  summary: string,
  run: (customers: Customers, customer: number) => Promise<Customer>,
): PlatformOperation {
  return definePlatformOperation({
    ...action,
    id,
    path: `/customers/{customer_id}/${name}/`,
    summary,
    errors: ['customer_not_found'],
    work: ({ customers }, { params }) => run(customers, numberIn(params.customer_id)),
  });
}

const fieldPath = {
  path: '/customers/{customer_id}/fields/{field_name}/',
  tag: 'Customers',
} as const;

const fieldOperation = {
  ...fieldPath,
  isDecidedHere: true,
  success: { status: 200, description: 'The Field.', schema: oneUnder('field', fieldSchema) },
} as const;

/** @spec PL16 */
function writeCustomerField(method: 'POST' | 'PUT', id: string): PlatformOperation {
  return definePlatformOperation({
    ...fieldOperation,
    id,
    method,
    summary: 'Write a Field of a customer',
    body: fieldBody,
    errors: ['customer_not_found'],
    async work({ customers }, { params, body }) {
      const { customer_id: customer, field_name: name } = params;
      return encodeField(name, await customers.setField(numberIn(customer), name, body));
    },
    encode: (field) => oneResponse(200, 'field', field),
  });
}

/** Customers and their Fields. */
export const customerOperations: readonly PlatformOperation[] = [
  /** @spec PL4, PL9, PL12, PL14, PL32 */
  definePlatformOperation({
    id: 'listCustomers',
    method: 'GET',
    path: '/customers/',
    tag: 'Customers',
    summary: 'List customers',
    query: engineQuery(wireNames(customerListSchema, { channel: 'channel_id' })),
    success: { status: 200, description: 'Customers by ascending id.', schema: listUnder('customers', customerSchema) },
    errors: [],
    work: ({ customers }, { query }) => customers.listInParts(query),
    encode: (parts) => partsResponse('customers', parts, encodeCustomer),
  }),

  /** @spec PL12 */
  definePlatformOperation({
    id: 'getCustomer',
    method: 'GET',
    path: '/customers/{customer_id}/',
    tag: 'Customers',
    summary: 'Read a customer',
    isDecidedHere: true,
    success: { status: 200, description: 'The customer.', schema: oneUnder('customer', customerSchema) },
    errors: ['customer_not_found'],
    work: ({ customers }, { params }) => customers.get(numberIn(params.customer_id)),
    encode: (customer) => oneResponse(200, 'customer', encodeCustomer(customer)),
  }),

  /** @spec PL28 */
  definePlatformOperation({
    id: 'updateCustomer',
    method: 'PATCH',
    path: '/customers/{customer_id}/',
    tag: 'Customers',
    summary: 'Change the data of a customer',
    body: customerEditBody,
    success: { status: 200, description: 'The customer as it is now.', schema: oneUnder('customer', customerSchema) },
    errors: ['customer_not_found'],
    work: ({ customers }, { params, body }) => customers.update(numberIn(params.customer_id), body),
    encode: (customer) => oneResponse(200, 'customer', encodeCustomer(customer)),
  }),

  /** @spec PL7, PL15 */
  definePlatformOperation({
    id: 'deleteCustomer',
    method: 'DELETE',
    path: '/customers/{customer_id}/',
    tag: 'Customers',
    summary: 'Erase a customer with messages and conversation',
    isDecidedHere: true,
    success: { status: 204, description: 'Erased.' },
    errors: ['customer_not_found'],
    work: ({ customers }, { params }) => customers.delete(numberIn(params.customer_id)),
    encode: () => noContent,
  }),

  simpleAction('archiveCustomer', 'archive', 'Archive a customer', (customers, id) => customers.archive(id)),
  simpleAction('unarchiveCustomer', 'unarchive', 'Take a customer back', (customers, id) => customers.unarchive(id)),
  simpleAction('blockCustomer', 'block', 'Block a customer', (customers, id) => customers.block(id)),
  simpleAction('unblockCustomer', 'unblock', 'Unblock a customer', (customers, id) => customers.unblock(id)),

  // Public clients of the specification call the next three by these names.
  /** @spec PL31 */
  {
    ...simpleAction('optInCustomer', 'opt_in', 'Note that a customer opts in', (customers, id) => customers.optIn(id)),
    isDecidedHere: false,
  },

  /** @spec PL31 */
  {
    ...simpleAction('optOutCustomer', 'opt_out', 'Note that a customer opts out', (customers, id) =>
      customers.optOut(id),
    ),
    isDecidedHere: false,
  },

  /** @spec PL29 */
  {
    ...simpleAction('assignCustomerToCaller', 'assign', 'Assign a customer to who is calling', (customers, id) =>
      customers.assign(id),
    ),
    isDecidedHere: false,
  },

  /** @spec PL17 */
  definePlatformOperation({
    ...action,
    id: 'assignCustomer',
    path: '/customers/{customer_id}/assign/{agent_id}/',
    summary: 'Assign a customer to an agent',
    errors: ['customer_not_found', 'agent_not_found'],
    work: ({ customers }, { params }) => customers.assign(numberIn(params.customer_id), numberIn(params.agent_id)),
  }),

  /** @spec PL17 */
  definePlatformOperation({
    ...action,
    id: 'assignCustomerToBot',
    path: '/customers/{customer_id}/assign_bot/{bot_number}/',
    summary: 'Assign a customer to a bot',
    body: botAssignmentBody,
    errors: ['customer_not_found', 'bot_not_found', 'customer_blocked', 'bot_never_published', 'unsupported_builder'],
    work: ({ customers }, { params, body }) =>
      customers.assignBot(numberIn(params.customer_id), numberIn(params.bot_number), body),
  }),

  simpleAction('unassignCustomer', 'unassign', 'Take a customer from their agent or bot', (customers, id) =>
    customers.unassign(id),
  ),

  /** @spec PL16 */
  definePlatformOperation({
    ...fieldOperation,
    id: 'getCustomerField',
    method: 'GET',
    summary: 'Read a Field of a customer',
    errors: ['customer_not_found', 'field_not_found'],
    async work({ customers }, { params }) {
      const { customer_id: id, field_name: name } = params;
      return encodeField(name, await customers.getField(numberIn(id), name));
    },
    encode: (field) => oneResponse(200, 'field', field),
  }),

  writeCustomerField('POST', 'postCustomerField'),
  writeCustomerField('PUT', 'putCustomerField'),

  /** @spec PL7, PL30 */
  definePlatformOperation({
    ...fieldPath,
    id: 'deleteCustomerField',
    method: 'DELETE',
    summary: 'Delete a Field of a customer',
    success: { status: 204, description: 'Deleted.' },
    errors: ['customer_not_found', 'field_not_found'],
    work: ({ customers }, { params }) => customers.deleteField(numberIn(params.customer_id), params.field_name),
    encode: () => noContent,
  }),
];
