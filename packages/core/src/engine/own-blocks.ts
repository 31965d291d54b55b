import { shippedBlocks } from '../blocks/definitions.ts';
import type { BlockDefinition } from '../domain/blocks/block-definition.ts';
import type { Catalog } from '../domain/blocks/catalog.ts';
import type { ConversationRunner } from '../domain/conversation/step.ts';

/**
 * Compares the blocks of an engine with the blocks of its runner: a block that only one of them knows would be found by
 * the first visitor who comes to it.
 *
 * @throws {TypeError} Names the block, and what to do.
 * @spec BL26
 */
export function requireSameBlocks(catalog: Catalog, runner: ConversationRunner | undefined): void {
  if (runner?.blocks === undefined) return;
  const shipped = new Set(shippedBlocks.map(({ name }) => name));
  const isOwn = ({ name }: BlockDefinition) => !shipped.has(name);
  const known = new Map(runner.blocks.map((block) => [block.name, block]));
  for (const { name, template } of catalog.definitions.filter(isOwn)) {
    const other = known.get(name);
    if (other === undefined) {
      throw new TypeError(
        `The engine has the block "${name}", but its runner has no behaviour for it: make the block with defineBlock, and give it to conversationRunner({ blocks }) too.`,
      );
    }
    if (other.template !== template) {
      throw new TypeError(
        `The block "${name}" has the template "${template}" in the engine and "${other.template}" in its runner: give the same block to both.`,
      );
    }
  }
  for (const { name } of runner.blocks.filter(isOwn)) {
    if (catalog.byName(name) !== undefined) continue;
    throw new TypeError(
      `The runner has the block "${name}", and the engine does not: give it to createEngine({ blocks }) too.`,
    );
  }
}
