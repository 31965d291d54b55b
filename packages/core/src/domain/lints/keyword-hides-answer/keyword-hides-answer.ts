import type { HeardWord } from '../../blocks/block-definition.ts';
import { findExit } from '../../blocks/question-exits.ts';
import { foldText } from '../../fold-text.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue, ownMember } from '../../json/json-value.ts';
import { placeOf, readableParams } from '../../rules/block-facts.ts';
import type { Block, DiagramIndex } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
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
    const { offers, answers: given } = kind?.definition ?? {};
    for (const block of blocks) {
      const params = readableParams(block);
      const choices = given?.(params) ?? (offers === undefined ? [] : textsOf(params, offers));
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

/** Choices of a Field's list that are shown at the same time, and have numbers. */
const shownOfList = 20;

function textsOf(params: JsonObject, { param, label }: { readonly param: string; readonly label: string }) {
  const entries = ownMember(params, param);
  const isList = ownMember(params, 'source') === 'list';
  const written = !isList && isJsonList(entries) ? entries.filter((entry) => isJsonObject(entry)) : [];
  const words = written.flatMap((entry) => [ownMember(entry, label), ...listOf(ownMember(entry, 'words'))]);
  const numbers = Array.from({ length: isList ? shownOfList : written.length }, (_, at) => String(at + 1));
  return [...words.filter((word) => typeof word === 'string'), ...numbers];
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonList(value) ? value : [];
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
