import { EngineError, type InputFault, type Slice } from '@botwright/core';
import * as v from 'valibot';
import type { QueryOf } from '../../exchange/request/read-query.ts';
import type { TokenOperation } from '../../exchange/token-api/token-operation.ts';
import { replyList } from '../codecs/envelope-codec.ts';
import type { PlatformHandles } from '../platform-api-options.ts';
import { listUnder, sliceQuery } from '../schemas/envelope.ts';
import { type MessageTemplate, templateSchema } from '../schemas/template-schema.ts';
import { definePlatformOperation } from './define-platform-operation.ts';

/** @spec PL4, PL24 */
export function listTemplates(templates: readonly MessageTemplate[]): TokenOperation<PlatformHandles> {
  return definePlatformOperation({
    id: 'listTemplates',
    method: 'GET',
    path: '/channels/msgapp/templates/',
    tag: 'Channels',
    summary: 'List the message templates of msgapp channels',
    query: sliceQuery,
    success: { status: 200, description: 'The templates.', schema: listUnder('templates', templateSchema) },
    errors: [],
    work: async (_handles, { query }) => sliceOf(templates, query),
    encode: (slice) => replyList('templates', slice, (template) => template),
  });
}

function sliceOf<T>(all: readonly T[], query: QueryOf<typeof sliceQuery>): Slice<T> {
  const faults = Object.entries(sliceQuery).flatMap(([name, { schema }]) => faultOf(name, schema, query));
  if (faults.length > 0) throw new EngineError('invalid_parameters', { faults });
  const { offset = 0, limit = 20 } = query;
  return { items: all.slice(offset, offset + limit), total: all.length };
}

function faultOf(field: string, schema: v.GenericSchema, query: object): readonly InputFault[] {
  if (!Object.hasOwn(query, field) || v.is(schema, Reflect.get(query, field))) return [];
  return [{ field, message: `Expected an integer from 0${field === 'limit' ? ' to 100' : ''}.` }];
}
