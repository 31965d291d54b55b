import type { TokenOperation } from '../../exchange/token-api/token-operation.ts';
import { schemaBook } from '../../openapi/schema-book.ts';
import { createTokenContract } from '../../openapi/token-contract.ts';
import type { PlatformHandles } from '../platform-api-options.ts';
import { refuse } from '../refuse.ts';
import { channelSchema } from '../schemas/channel-schema.ts';
import { customerSchema } from '../schemas/customer-schema.ts';
import { errorSchema } from '../schemas/error-schema.ts';
import { fieldSchema } from '../schemas/field-schema.ts';
import { hookSchema } from '../schemas/hook-schema.ts';
import { messageSchema } from '../schemas/message-schema.ts';
import { templateSchema } from '../schemas/template-schema.ts';

const schemas = schemaBook({
  Channel: channelSchema,
  Customer: customerSchema,
  Error: errorSchema,
  Field: fieldSchema,
  Hook: hookSchema,
  Message: messageSchema,
  Template: templateSchema,
});

/** @param url - Of the base, without a slash at the end. @spec TK17 */
export function platformContract(url: string, operations: readonly TokenOperation<PlatformHandles>[]): () => string {
  return createTokenContract({
    title: 'Platform API',
    description: 'Channels, customers, messages and message hooks of a workspace.',
    url,
    scheme: 'agentToken',
    tags: [
      { name: 'Channels', description: 'Where customers write.' },
      { name: 'Message hooks', description: 'Addresses that are sent every message of a channel.' },
      { name: 'Customers', description: 'Who writes, and what is known of them.' },
      { name: 'Messages', description: 'What is said.' },
      { name: 'Contract', description: 'This document.' },
    ],
    operations,
    schemas,
    refuse,
    pathSchemaOf: (name) => ({ type: name === 'field_name' ? 'string' : 'integer' }),
  });
}
