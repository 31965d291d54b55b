import { botNumberOf, botUuidOf } from '../blocks/bot-reference-value.ts';
import type { Catalog } from '../blocks/catalog.ts';
import { referencesIn } from './block-references.ts';
import type { Diagram } from './diagram.ts';

/** What a block that names a bot by uuid is completed with. */
export interface LinkedBot {
  readonly number: number;
  readonly name: string;
  readonly channelFamily: string;
}

/**
 * Lists the bots that a diagram names, each once, in diagram order: uuids in lower case, and numbers.
 *
 * @spec DG13
 */
export function linkedBotsOf(
  diagram: Diagram,
  catalog: Catalog,
): { readonly ids: readonly string[]; readonly numbers: readonly number[] } {
  const ids = new Set<string>();
  const numbers = new Set<number>();
  for (const { reference, value } of referencesIn(diagram, catalog)) {
    if (reference.to !== 'bot') continue;
    const id = botUuidOf(value);
    const number = botNumberOf(value);
    if (id !== undefined) ids.add(id);
    if (number !== undefined) numbers.add(number);
  }
  return { ids: [...ids], numbers: [...numbers] };
}
