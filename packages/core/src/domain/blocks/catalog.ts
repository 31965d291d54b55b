import type { BlockDefinition, ParamDefinition } from './block-definition.ts';
import { withVersionParam } from './define-block.ts';
import { shippedBlocks } from './shipped.ts';
import { validateBlock } from './validate-block.ts';

const shipped: ReadonlySet<BlockDefinition> = new Set(shippedBlocks);

/** The blocks that an engine knows: the shipped ones, then those of the host. Both are treated alike. */
export interface Catalog {
  /** All definitions, including those that nobody can place, such as the start point. */
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
 * Patterns are compiled here and run on text of any author, so those of a host must not take exponential time.
 *
 * @throws {TypeError} When a block cannot be used, or its name or template is taken; the message says which and why.
 * @spec BL1, BL2, BL11, BL12, BL13
 * @example
 * const catalog = createCatalog([sendSticker]);
 * catalog.byName('send_sticker')?.template;
 */
export function createCatalog(hostBlocks: readonly BlockDefinition[] = []): Catalog {
  const byTemplate = new Map<string, BlockDefinition>();
  const byName = new Map<string, BlockDefinition>();
  const patterns = new Map<string, RegExp>();
  const patternOf = ({ rules: { pattern } }: ParamDefinition): RegExp | undefined => {
    if (pattern === undefined) return undefined;
    const compiled = patterns.get(pattern) ?? new RegExp(pattern, 'u');
    patterns.set(pattern, compiled);
    return compiled;
  };

  for (const given of [...shippedBlocks, ...hostBlocks]) {
    // The shipped ones have their own test.
    if (!shipped.has(given)) validateBlock(given, patternOf);
    const definition = withVersionParam(given);
    const { name, template } = definition;
    if (byName.has(name)) throw new TypeError(`Block "${name}": the name is taken.`);
    if (byTemplate.has(template)) throw new TypeError(`Block "${name}": the template "${template}" is taken.`);
    byName.set(name, definition);
    byTemplate.set(template, definition);
  }
  return {
    definitions: [...byName.values()],
    byTemplate: (template) => byTemplate.get(template),
    byName: (name) => byName.get(name),
    patternOf,
  };
}
