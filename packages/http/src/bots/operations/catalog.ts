import { useCasePermissions } from '@botwright/core/front';
import { inputObject } from '@botwright/core/inputs';
import * as v from 'valibot';
import { yamlType } from '../../response/response.ts';
import { ignoredText } from '../../schemas.ts';
import { type BotsOperation, defineBotsOperation } from '../bots-operation.ts';
import { blockSchema, encodeBlock } from '../wire/block.ts';
import { wholeList } from '../wire/page.ts';

/** The kinds of blocks, and this contract. */
export const catalogOperations: readonly BotsOperation[] = [
  /** @spec AP37, AP38 */
  defineBotsOperation({
    id: 'listBlocks',
    method: 'GET',
    path: '/blocks',
    tag: 'Catalog',
    summary: 'List the block catalog',
    permission: useCasePermissions.catalog.list,
    query: inputObject({ channel_family: v.optional(ignoredText) }),
    ...wholeList(blockSchema, 'Every block that can be placed.', encodeBlock),
    errors: [],
    work: (engine) => engine.catalog.list(),
  }),

  /** @spec OA1 */
  defineBotsOperation({
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
  }),
];
