import { shippedBlocks } from '../../blocks/definitions.ts';
import type { ChannelFamily } from '../channel.ts';
import { remembered } from '../remembered.ts';
import type { BlockDefinition, HostBlock, ParamDefinition } from './block-definition.ts';
import { withBlocksOfFamilies } from './blocks-of-families.ts';
import { withVersionParam } from './describe-block.ts';
import { validateBlock } from './validate-block.ts';

const shipped: ReadonlySet<BlockDefinition> = new Set(shippedBlocks);

/** The blocks of an engine: the shipped ones, then the host's. */
export interface Catalog {
  /** All definitions, also of blocks that nobody can place, such as the start point. */
  readonly definitions: readonly BlockDefinition[];
  /** By storage name. */
  byTemplate(template: string): BlockDefinition | undefined;
  /** By semantic name. */
  byName(name: string): BlockDefinition | undefined;
  /** The compiled pattern of a param of this catalog; `undefined` without a pattern. */
  patternOf(param: ParamDefinition): RegExp | undefined;
}

/**
 * Makes a catalog of the shipped blocks and the host's blocks.
 *
 * Patterns run on texts of any author, so patterns of a host must not take exponential time.
 *
 * @param families - Channel families of the host that list their blocks.
 * @throws {TypeError} When a block is malformed, or its name or template is taken; the message names the block and the
 *   reason.
 * @spec BL1, BL2, BL11, BL12, BL13, CH33
 * @example
 * const catalog = createCatalog([sendSticker]);
 * catalog.byName('send_sticker')?.template;
 *
 */
export function createCatalog(hostBlocks: readonly HostBlock[] = [], families: readonly ChannelFamily[] = []): Catalog {
  const templates = new Set<string>();
  const byName = new Map<string, BlockDefinition>();
  const patterns = new Map<string, RegExp>();
  const patternOf = ({ rules: { pattern } }: ParamDefinition): RegExp | undefined =>
    pattern === undefined ? undefined : remembered(patterns, pattern, () => new RegExp(pattern, 'u'));

  for (const given of [...shippedBlocks, ...hostBlocks.map(definitionOf)]) {
    // A test checks the shipped blocks.
    if (!shipped.has(given)) validateBlock(given, patternOf);
    const definition = withVersionParam(given);
    const { name, template } = definition;
    if (byName.has(name)) throw new TypeError(`Block "${name}": the name is taken.`);
    if (templates.has(template)) throw new TypeError(`Block "${name}": the template "${template}" is taken.`);
    byName.set(name, definition);
    templates.add(template);
  }
  const definitions = withBlocksOfFamilies([...byName.values()], families);
  for (const definition of definitions) byName.set(definition.name, definition);
  const byTemplate = new Map(definitions.map((definition) => [definition.template, definition]));
  return {
    definitions,
    byTemplate: (template) => byTemplate.get(template),
    byName: (name) => byName.get(name),
    patternOf,
  };
}

/** The definition of a host's block. */
export function definitionOf(block: HostBlock): BlockDefinition {
  return block !== null && typeof block === 'object' && 'definition' in block ? block.definition : block;
}
