import type { BlockDefinition } from '../domain/blocks/block-definition.ts';
import { type Caller, type PermissionsOf, permitted } from './caller.ts';
import type { EngineParts } from './engine-parts.ts';

/** The blocks that authors can place. */
export interface BlockCatalog {
  /** The shipped blocks, then the blocks of the host. */
  list(): Promise<readonly BlockDefinition[]>;
}

export const catalogPermissions: PermissionsOf<BlockCatalog> = { list: 'view_bots' };

/** @spec CT1, PE1 */
export function catalog({ catalog: { definitions } }: EngineParts, caller: Caller): BlockCatalog {
  return permitted(caller, catalogPermissions, {
    list: async () => definitions.filter(({ placeable }) => placeable),
  });
}
