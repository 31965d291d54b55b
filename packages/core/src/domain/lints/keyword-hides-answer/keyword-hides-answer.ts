import type { HeardWord } from '../../blocks/block-definition.ts';
import { findExit } from '../../blocks/question-exits.ts';
import { foldText } from '../../fold-text.ts';
import { ownMember } from '../../json/json-value.ts';
import { placeOf, readableParams } from '../../rules/block-facts.ts';
import type { Block, DiagramIndex } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { answerTexts } from '../answer-texts.ts';
import { lint } from '../lint.ts';
import { wordEntriesIn } from '../reachable.ts';

/** @spec KW15 */
export const keywordHidesAnswer = lint('keyword-hides-answer', 'warn', (index, _facts, report) => {
  const entries = wordEntriesIn(index);
  if (entries.length === 0) return;
  const answers = answersIn(index);
  for (const entry of entries) {
    const { isIdle, words } = entry.kind?.definition.hears?.(readableParams(entry)) ?? { isIdle: true, words: [] };
    if (isIdle) continue;
    for (const word of words) {
      const folded = foldText(word.text).trim();
      const hidden = folded === '' ? undefined : hiddenBy(folded, word.match, answers);
      if (hidden !== undefined) report(entry, describe, word, hidden);
    }
  }
});

/** A text that answers a question. */
interface Answer {
  readonly text: string;
  readonly block: Block;
}

function hiddenBy(folded: string, match: HeardWord['match'], answers: ReadonlyMap<string, Answer>): Answer | undefined {
  if (match === 'is') return answers.get(folded);
  for (const [answer, place] of answers) {
    if (match === 'starts_with' ? answer.startsWith(folded) : answer.includes(folded)) return place;
  }
  return undefined;
}

/** The labels, words and numbers of choices, by their folded text. */
function answersIn({ groups }: DiagramIndex): ReadonlyMap<string, Answer> {
  const answers = new Map<string, Answer>();
  for (const { kind, blocks } of groups) {
    for (const block of blocks) {
      const params = readableParams(block);
      const choices = answerTexts(kind?.definition, params);
      const skip = ownMember(findExit(params, 'skipped') ?? {}, 'label');
      const texts = typeof skip === 'string' ? [...choices, skip] : choices;
      for (const text of texts) {
        const folded = foldText(text).trim();
        if (folded !== '' && !answers.has(folded)) answers.set(folded, { text, block });
      }
    }
  }
  return answers;
}

function describe(block: Block, { text, param, at }: HeardWord, hidden: Answer): Finding {
  const answer = `${excerpt(hidden.text)} of block ${excerpt(hidden.block.key)}`;
  return {
    message: `Block ${excerpt(block.key)} hears ${excerpt(text)} before it can answer ${answer}.`,
    param,
    at: placeOf(block, param, at),
    hint: 'Choose another word, or let these words count only while no conversation is under way.',
  };
}
