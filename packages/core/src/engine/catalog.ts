import type { BlockDefinition } from '../domain/blocks/block-definition.ts';
import { requirePermission, type Scope } from './scope.ts';

/** @spec CT1, PE1 */
export async function listCatalog(scope: Scope): Promise<readonly BlockDefinition[]> {
  requirePermission(scope.principal, 'view_bots');
  return scope.catalog.definitions.filter(({ placeable }) => placeable);
}
