import type { Block } from '@botwright/client';
import { type BlockDefinition, type Catalog, createCatalog, shippedBlocks } from '@botwright/core/diagram';
import type { BlockReferences } from '../../api/console-records.ts';
import { camelCased } from './camel-cased.ts';

/** The server's kinds of block: the shipped ones, and further ones that it lists. */
export function serverCatalog(listed: readonly Block[], references: readonly BlockReferences[]): Catalog {
  const shipped = new Set(shippedBlocks.map(({ name }) => name));
  const own = listed.filter(({ name }) => !shipped.has(name));
  return createCatalog(
    own.map((block) => ({
      ...definitionOf(block),
      references: references.find((each) => each.block === block.name)?.references ?? [],
    })),
  );
}

/** The definition of a kind of block from the server's catalog. Its rules in code stay on the server. */
function definitionOf(block: Block): BlockDefinition {
  const variants = block.variants.map((variant) => ({
    ...camelCased(variant),
    params: variant.params.map(({ has_default, default: usual, ...param }) => ({
      ...camelCased(param),
      rules: camelCased(param.rules),
      ...(has_default && { default: usual }),
    })),
  }));
  return { ...camelCased(block), placeable: true, variants } as BlockDefinition;
}
