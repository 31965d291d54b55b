import type { Field } from '@botwright/core';
import { noContent } from '../../exchange/reply/reply.ts';
import type { TokenOperation } from '../../exchange/token-api/token-operation.ts';
import { replyOne } from '../codecs/envelope-codec.ts';
import type { PlatformHandles } from '../platform-api-options.ts';
import { oneUnder } from '../schemas/envelope.ts';
import { fieldSchema, fieldWriteSchema, type WireField } from '../schemas/field-schema.ts';
import { definePlatformOperation, numberIn } from './define-platform-operation.ts';

const at = {
  path: '/customers/{customer_id}/fields/{field_name}/',
  tag: 'Customers',
} as const;

const shared = {
  ...at,
  isDecidedHere: true,
  success: { status: 200, description: 'The Field.', schema: oneUnder('field', fieldSchema) },
} as const;

/** @spec PL16 */
export const getCustomerField = definePlatformOperation({
  ...shared,
  id: 'getCustomerField',
  method: 'GET',
  summary: 'Read a Field of a customer',
  errors: ['customer_not_found', 'field_not_found'],
  async work({ customers }, { params }) {
    const { customer_id: id, field_name: name } = params;
    return encodeField(name, await customers.getField(numberIn(id), name));
  },
  encode: (field) => replyOne(200, 'field', field),
});

export const postCustomerField = writeCustomerField('POST', 'postCustomerField');

export const putCustomerField = writeCustomerField('PUT', 'putCustomerField');

/** @spec PL7, PL30 */
export const deleteCustomerField = definePlatformOperation({
  ...at,
  id: 'deleteCustomerField',
  method: 'DELETE',
  summary: 'Delete a Field of a customer',
  success: { status: 204, description: 'Deleted.' },
  errors: ['customer_not_found', 'field_not_found'],
  work: ({ customers }, { params }) => customers.deleteField(numberIn(params.customer_id), params.field_name),
  encode: () => noContent,
});

/** @spec PL16 */
function writeCustomerField(method: 'POST' | 'PUT', id: string): TokenOperation<PlatformHandles> {
  return definePlatformOperation({
    ...shared,
    id,
    method,
    summary: 'Write a Field of a customer',
    body: { schema: fieldWriteSchema, isRequired: true },
    errors: ['customer_not_found'],
    async work({ customers }, { params, body }) {
      const { customer_id: customer, field_name: name } = params;
      // The engine judges it.
      return encodeField(name, await customers.setField(numberIn(customer), name, body as Field));
    },
    encode: (field) => replyOne(200, 'field', field),
  });
}

function encodeField(name: string, { type, value }: Field): WireField {
  return { name, type, value };
}
