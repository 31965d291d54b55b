import type { Block } from '../rules/diagram-index.ts';
import { outputsOf } from '../rules/outputs.ts';

/** The outputs of a block that some connection leaves, and those that none does. */
export interface ConnectedOutputs {
  readonly connected: readonly string[];
  readonly open: readonly string[];
}

/** @returns `undefined` where outputs are not judged. @spec LI4 */
export function connectedOutputs(block: Block): ConnectedOutputs | undefined {
  const outputs = outputsOf(block);
  if (outputs === undefined) return undefined;
  const left = new Set<string>();
  for (let link = block.leaving; link !== undefined; link = link.nextLeaving) left.add(link.connection.type);
  const all = [...outputs];
  return { connected: all.filter((output) => left.has(output)), open: all.filter((output) => !left.has(output)) };
}
