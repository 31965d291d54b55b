import { useCasePermissions } from '@botwright/core/front';
import { inputObject } from '@botwright/core/inputs';
import * as v from 'valibot';
import { jsonResponse, yamlType } from '../../response/response.ts';
import { ignoredText } from '../../schemas.ts';
import { defineBotsOperation } from '../bots-operation.ts';
import { blockSchema, encodeBlock } from '../wire/block.ts';
import { encodeWholeList, listOf } from '../wire/page.ts';

/** @spec AP37, AP38 */
export const listBlocks = defineBotsOperation({
  id: 'listBlocks',
  method: 'GET',
  path: '/blocks',
  tag: 'Catalog',
  summary: 'List the block catalog',
  permission: useCasePermissions.catalog.list,
  query: inputObject({ channel_family: v.optional(ignoredText) }),
  success: { status: 200, description: 'Every block that can be placed.', schema: listOf(blockSchema) },
  errors: [],
  work: (engine) => engine.catalog.list(),
  encode: (blocks) => jsonResponse(200, encodeWholeList(blocks, encodeBlock)),
});

/** @spec OA1 */
export const getContract = defineBotsOperation({
  id: 'getContract',
  method: 'GET',
  path: '/openapi.yml',
  tag: 'Catalog',
  summary: 'Read this contract',
  permission: useCasePermissions.catalog.list,
  success: {
    status: 200,
    description: 'OpenAPI 3.1, for the environment called.',
    schema: v.string(),
    contentType: yamlType,
  },
  errors: [],
  work: async (_engine, { context }) => context.openApi(),
  encode: (yaml) => ({ status: 200, contentType: yamlType, body: yaml }),
});
