import { type CustomerEdit, customerTexts } from '@botwright/core';
import * as v from 'valibot';
import { noContent } from '../../exchange/reply/reply.ts';
import { shown } from '../../schemas/marks.ts';
import { safeInteger } from '../../schemas/scalars.ts';
import { encodeCustomer } from '../codecs/customer-codec.ts';
import { replyList, replyOne } from '../codecs/envelope-codec.ts';
import { customerEditSchema, customerSchema } from '../schemas/customer-schema.ts';
import { listUnder, oneUnder, sliceQuery } from '../schemas/envelope.ts';
import { definePlatformOperation, numberIn } from './define-platform-operation.ts';

const searchText = v.pipe(v.string(), v.minLength(1), v.metadata({ maxLength: 255 }));

/** @spec PL4, PL9, PL12, PL14, PL32 */
export const listCustomers = definePlatformOperation({
  id: 'listCustomers',
  method: 'GET',
  path: '/customers/',
  tag: 'Customers',
  summary: 'List customers',
  query: {
    channel_id: { kind: 'integer', schema: shown(safeInteger, 'Only customers of this channel.') },
    agent_id: {
      kind: 'integer or null',
      schema: shown(v.nullable(safeInteger), 'Only customers of this agent; null: of none.'),
    },
    archived: { kind: 'boolean', schema: shown(v.boolean(), 'Only those that are archived, or that are not.') },
    opt_in: { kind: 'boolean', schema: shown(v.boolean(), 'Only those that have opted in, or that have not.') },
    search_by: {
      kind: 'string',
      schema: shown(v.picklist(customerTexts), 'Where to look for `search`; the two go together.'),
    },
    search: {
      kind: 'string',
      schema: shown(searchText, 'Only customers who have this text there, wherever it stands, whatever the case.'),
    },
    ...sliceQuery,
  },
  success: { status: 200, description: 'Customers by ascending id.', schema: listUnder('customers', customerSchema) },
  errors: [],
  work({ customers }, { query }) {
    const { channel_id: channel, agent_id: agentId, opt_in: optIn, search_by: searchBy, ...rest } = query;
    return customers.list({
      ...rest,
      ...(channel !== undefined && { channel }),
      ...(agentId !== undefined && { agentId }),
      ...(optIn !== undefined && { optIn }),
      ...(searchBy !== undefined && { searchBy }),
    });
  },
  encode: (slice) => replyList('customers', slice, encodeCustomer),
});

/** @spec PL12 */
export const getCustomer = definePlatformOperation({
  id: 'getCustomer',
  method: 'GET',
  path: '/customers/{customer_id}/',
  tag: 'Customers',
  summary: 'Read a customer',
  isDecidedHere: true,
  success: { status: 200, description: 'The customer.', schema: oneUnder('customer', customerSchema) },
  errors: ['customer_not_found'],
  work: ({ customers }, { params }) => customers.get(numberIn(params.customer_id)),
  encode: (customer) => replyOne(200, 'customer', encodeCustomer(customer)),
});

/** @spec PL28 */
export const updateCustomer = definePlatformOperation({
  id: 'updateCustomer',
  method: 'PATCH',
  path: '/customers/{customer_id}/',
  tag: 'Customers',
  summary: 'Change what is known of a customer',
  body: { schema: customerEditSchema, isRequired: true },
  success: { status: 200, description: 'The customer as it is now.', schema: oneUnder('customer', customerSchema) },
  errors: ['customer_not_found'],
  // The engine judges it.
  work: ({ customers }, { params, body }) => customers.update(numberIn(params.customer_id), body as CustomerEdit),
  encode: (customer) => replyOne(200, 'customer', encodeCustomer(customer)),
});

/** @spec PL7, PL15 */
export const deleteCustomer = definePlatformOperation({
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
});
