import { type ChannelFamily, channelFamilies } from '../channel.ts';
import type { BlockDefinition } from './block-definition.ts';

/**
 * Adds the families of a host to the definitions of the blocks that they list.
 *
 * @throws {TypeError} When a family lists an unknown block.
 * @spec CH33
 */
export function withBlocksOfFamilies(
  definitions: readonly BlockDefinition[],
  families: readonly ChannelFamily[],
): readonly BlockDefinition[] {
  const choosy = families.flatMap(({ name, blocks }) =>
    blocks === undefined ? [] : [{ name, runs: new Set(blocks) }],
  );
  if (choosy.length === 0) return definitions;
  const known = new Set(definitions.map(({ name }) => name));
  for (const { name, runs } of choosy) {
    const unknown = [...runs].find((block) => !known.has(block));
    if (unknown === undefined) continue;
    throw new TypeError(`Channel family "${name}": there is no block "${unknown}" to run on it.`);
  }

  const all = [...new Set<string>([...channelFamilies, ...families.map(({ name }) => name)])];
  return definitions.map((definition) => ({
    ...definition,
    variants: definition.variants.map((variant) => {
      const runsOn = new Set(variant.channelRestriction ?? all);
      for (const { name, runs } of choosy) {
        if (runs.has(definition.name)) runsOn.add(name);
        else runsOn.delete(name);
      }
      if (variant.channelRestriction === undefined && runsOn.size === all.length) return variant;
      return { ...variant, channelRestriction: [...runsOn] };
    }),
  }));
}
