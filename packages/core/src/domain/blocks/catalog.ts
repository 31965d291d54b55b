import type { BlockDefinition, ParamDefinition } from './block-definition.ts';
import { withVersionParam } from './define-block.ts';
import { shippedBlocks } from './shipped.ts';

/** The blocks that an installation knows: the shipped ones, then the host's, told apart by nothing. */
export interface Catalog {
  /** Also those that nobody can place, such as the start point. */
  readonly definitions: readonly BlockDefinition[];
  /** By storage name, as a stored node carries it. */
  byTemplate(template: string): BlockDefinition | undefined;
  /** By semantic name, as block-level writes use it. */
  byName(name: string): BlockDefinition | undefined;
  /** The pattern of a param of this catalog, compiled; `undefined` when it has none. */
  patternOf(param: ParamDefinition): RegExp | undefined;
}

/**
 * Puts the shipped blocks and a host's own into one catalog.
 *
 * @throws {TypeError} When a block of the host's cannot be used; the message says which and why.
 * @spec BL1, BL2, BL12, BL13
 */
export function createCatalog(hostBlocks: readonly BlockDefinition[] = []): Catalog {
  const definitions = [...shippedBlocks, ...hostBlocks.map(withVersionParam)];
  const byTemplate = new Map<string, BlockDefinition>();
  const byName = new Map<string, BlockDefinition>();
  const patterns = new Map<string, RegExp>();
  for (const definition of definitions) {
    if (byName.has(definition.name)) throw new TypeError(`There is a block named "${definition.name}" already.`);
    if (byTemplate.has(definition.template)) {
      throw new TypeError(`Block "${definition.name}": the template "${definition.template}" is taken.`);
    }
    byName.set(definition.name, definition);
    byTemplate.set(definition.template, definition);
    for (const { rules } of definition.variants.flatMap((variant) => variant.params)) {
      if (rules.pattern !== undefined) patterns.set(rules.pattern, new RegExp(rules.pattern, 'u'));
    }
  }
  return {
    definitions,
    byTemplate: (template) => byTemplate.get(template),
    byName: (name) => byName.get(name),
    patternOf: ({ rules }) => (rules.pattern === undefined ? undefined : patterns.get(rules.pattern)),
  };
}
