import type { HeardWord } from '../../blocks/block-definition.ts';
import { mostEntryBlocks } from '../../blocks/heard-words.ts';
import { foldText } from '../../fold-text.ts';
import { placeOf, readableParams } from '../block-facts.ts';
import type { Block } from '../diagram-index.ts';
import { type CheckContext, excerpt, type Finding, type Rule } from '../rule.ts';

/**
 * The rules of blocks to which conversations come by words: their number, and words that two entries have.
 *
 * @spec KW3, KW4
 */
export const keywordWords: Rule<CheckContext> = {
  codes: ['keyword_taken', 'keywords_too_many'],
  severity: 'error',
  looksAt: 'facts',
  check: ({ groups }, _facts, reportAs) => {
    const entries = groups
      .flatMap(({ kind, blocks }) => (kind?.definition.entry === true ? blocks : []))
      .sort((a, b) => a.position - b.position);
    for (const block of entries.slice(mostEntryBlocks)) reportAs('keywords_too_many')(block, describeNumber);
    /** By folded word, the entry that has it. */
    const taken = new Map<string, Place>();
    for (const block of entries) {
      /** One fault for each entry. */
      const faulty = new Set<string>();
      for (const word of block.kind?.definition.hears?.(readableParams(block)).words ?? []) {
        const folded = foldText(word.text).trim();
        if (word.match !== 'is' || folded === '') continue;
        const first = taken.get(folded) ?? { block, word };
        taken.set(folded, first);
        if ((first.block === block && first.word.output === word.output) || faulty.has(word.output)) continue;
        faulty.add(word.output);
        reportAs('keyword_taken')(block, describeTaken, word, first);
      }
    }
  },
};

interface Place {
  readonly block: Block;
  readonly word: HeardWord;
}

function describeNumber({ key }: Block): Finding {
  return {
    message: `Block ${excerpt(key)} is one of more than ${mostEntryBlocks} blocks with keywords.`,
    hint: 'Write the words into one of the others.',
  };
}

function describeTaken(block: Block, { text, param, at }: HeardWord, first: Place): Finding {
  const entryOf = (path: HeardWord['at']) => `entry ${Number(path[0]) + 1}`;
  const other = first.block === block ? '' : ` of block ${excerpt(first.block.key)}`;
  return {
    message: `Block ${excerpt(block.key)}: ${entryOf(at)} of "${param}" has the word ${excerpt(text)}, which ${entryOf(first.word.at)}${other} has too.`,
    param,
    at: placeOf(block, param, at),
  };
}
