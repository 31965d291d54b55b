import type { BlockDefinition } from '../domain/blocks/block-definition.ts';
import { createCatalog } from '../domain/blocks/catalog.ts';
import { type BlockDescription, describeBlock } from '../domain/blocks/describe-block.ts';
import type { BlockBehaviour } from './behaviour/block-behaviour.ts';

/** Both halves of a block: the definition, for authors, rules and pages, and the behaviour in conversations. */
export interface DefinedBlock {
  /** For `blocks` of the engine. */
  readonly definition: BlockDefinition;
  /** For `behaviours` of the runner. */
  readonly behaviour: BlockBehaviour;
}

/**
 * Defines a block of a host in one place. Give the result to `createEngine({ blocks })`, `conversationRunner({ blocks
 * })` and `createCatalog`; other code that needs only the definition takes its `definition`.
 *
 * @throws {TypeError} When the definition cannot work, or the halves do not fit: a block that waits has `answer`,
 *   `resolve` or `timeOut`, and one with `answer` waits. The message names the block.
 * @spec BL24, BL25
 * @example const shout = defineBlock({ definition: { name: 'shout', template: 'acme_shout', title: 'Shout',
 * description: 'Says something loudly.', group: 'acme', variants: [{ params: [param('text', 'string', { required: true,
 * description: 'What to say.' })], outputs: ['$success'] }], }, behaviour: { enter: ({ params }) => leave('$success', {
 * messages: [{ type: 'text', body: String(params['text']).toUpperCase() }] }), }, });
 */
export function defineBlock(halves: {
  /** `describeBlock` says which members are optional. */
  readonly definition: BlockDescription;
  readonly behaviour: Omit<BlockBehaviour, 'block'>;
}): DefinedBlock {
  const definition = describeBlock(halves.definition);
  createCatalog([definition]);
  const { name, waits } = definition;
  const { enter, answer, resolve, timeOut } = halves.behaviour;
  if (typeof enter !== 'function') throw new TypeError(`Block "${name}": its behaviour needs "enter".`);
  if (waits && answer === undefined && resolve === undefined && timeOut === undefined) {
    throw new TypeError(`Block "${name}": it waits, so its behaviour needs "answer", "resolve" or "timeOut".`);
  }
  if (!waits && answer !== undefined) {
    throw new TypeError(`Block "${name}": its behaviour has "answer", so its definition needs "waits": true.`);
  }
  return { definition, behaviour: { ...halves.behaviour, block: name } };
}
