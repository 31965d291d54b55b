import type { HeardWord } from '../../domain/blocks/block-definition.ts';
import type { Catalog } from '../../domain/blocks/catalog.ts';
import { mostEntryBlocks } from '../../domain/blocks/heard-words.ts';
import type { PreparedBot } from '../../domain/conversation/prepared-bot.ts';
import { foldText } from '../../domain/fold-text.ts';
import { remembered } from '../../domain/remembered.ts';

/** A block to which conversations come by words, with the words ready for comparison. */
export interface Entry {
  readonly node: string;
  readonly isIdle: boolean;
  readonly comesBack: boolean;
  readonly words: readonly ReadyWord[];
}

/** A word, and how it is compared. */
export interface ReadyWord extends Pick<HeardWord, 'text' | 'match' | 'output' | 'isShown'> {
  readonly folded: string;
}

/** Finds the entries of bots in a catalog. */
export interface EntrySource {
  readonly catalog: Catalog;
  /** The entries of bots, cached as long as the bot is in memory. */
  readonly entries: WeakMap<PreparedBot, readonly Entry[]>;
}

/** The entries of a bot in diagram order, read once for each loaded version. @spec KW13 */
export function entriesOf({ catalog, entries }: EntrySource, bot: PreparedBot): readonly Entry[] {
  return remembered(entries, bot, () => {
    const found: Entry[] = [];
    for (const id of bot.nodeIds) {
      const node = bot.findNode(id);
      const { entry, hears } = (typeof node === 'object' && catalog.byTemplate(node.template)) || {};
      if (entry !== true || hears === undefined || typeof node !== 'object') continue;
      const { isIdle, comesBack, words } = hears(node.params);
      const ready = words.map((word) => ({ ...word, folded: foldText(word.text).trim() }));
      found.push({ node: id, isIdle, comesBack, words: ready.filter(({ folded }) => folded !== '') });
      if (found.length === mostEntryBlocks) break;
    }
    return found;
  });
}
