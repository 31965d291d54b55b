import * as v from 'valibot';
import { jsonReply } from '../../exchange/reply/reply.ts';
import { shown } from '../../schemas/marks.ts';
import { encodeBlock } from '../codecs/block-codec.ts';
import { encodeWholeList } from '../codecs/page-codec.ts';
import { blockSchema } from '../schemas/block-schema.ts';
import { listOf } from '../schemas/page-schema.ts';
import { defineOperation } from './define-operation.ts';

/** @spec AP37, AP38 */
export const listBlocks = defineOperation({
  id: 'listBlocks',
  method: 'GET',
  path: '/blocks',
  tag: 'Catalog',
  summary: 'List the block catalog',
  permission: 'view_bots',
  query: { channel_family: { kind: 'ignored', schema: shown(v.string(), 'Accepted and ignored.') } },
  success: { status: 200, description: 'Every block that can be placed.', schema: listOf(blockSchema) },
  errors: [],
  work: (engine) => engine.catalog.list(),
  encode: (blocks) => jsonReply(200, encodeWholeList(blocks, encodeBlock)),
});

export const yamlType = 'application/yaml';

/** @spec OA1 */
export const getContract = defineOperation({
  id: 'getContract',
  method: 'GET',
  path: '/openapi.yml',
  tag: 'Catalog',
  summary: 'Read this contract',
  permission: 'view_bots',
  success: {
    status: 200,
    description: 'OpenAPI 3.1, for the environment called.',
    schema: v.string(),
    contentType: yamlType,
  },
  errors: [],
  work: async (_engine, { surroundings, base }) => surroundings.contract(base),
  encode: (yaml) => ({ status: 200, contentType: yamlType, body: yaml }),
});
