import * as v from 'valibot';
import type { TokenOperation } from './token-operation.ts';

const yamlType = 'application/yaml';

/** Answers the contract, to anybody. @spec TK17 */
export const openContract: TokenOperation<unknown> = {
  id: 'getContract',
  method: 'GET',
  path: '/openapi.yml',
  tag: 'Contract',
  summary: 'Read this contract',
  isDecidedHere: true,
  success: { status: 200, description: 'OpenAPI 3.1.', schema: v.string(), contentType: yamlType },
  errors: [],
  access: 'anybody',
  serve: async ({ surroundings }) => ({ status: 200, contentType: yamlType, body: surroundings.contract() }),
};
