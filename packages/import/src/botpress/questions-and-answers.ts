import type { JsonValue } from '@botwright/core/diagram';
import type { Column, SourcePlace } from '../bot-work.ts';
import { entryIds } from '../choices.ts';
import { isObject, listOf, member, textOf } from '../json.ts';
import { excerpt, withoutAbsent } from '../plain-texts.ts';
import { cleanPhrases, foldWords, mostRoutes, understand } from '../understanding.ts';
import type { Reading } from './reading.ts';
import { inLanguage, type SourceFile } from './source.ts';

interface Answer {
  readonly name: string;
  readonly questions: readonly string[];
  readonly answers: readonly string[];
  /** A flow, or a node of one, where the conversation goes on. */
  readonly target: string;
  readonly element: SourcePlace;
}

/** Of all blocks `keywords` of a bot. */
const mostKeywordBlocks = 10;
const mostTexts = 20;
/** Code points. */
const longestText = 100;

/**
 * Adds the answers to questions that visitors may ask at any time: by the words of the questions, and where the
 * conversation is over also by similar ones.
 *
 * @param listening - The place where conversations end.
 * @spec IB10
 */
export function addAnswers(
  reading: Reading,
  listening: string,
  resolve: (target: string, element: SourcePlace) => string | undefined,
): void {
  const { work, source, say } = reading;
  const answers = source.qnas.flatMap((file) => readAnswers(file, source.language));
  const usable = answers.filter(({ questions, answers: said, target, element }) => {
    const isUsable = questions.length > 0 && (said.length > 0 || target !== '');
    if (!isUsable) say(element, ['carried', 'carried', 'A question without an answer is left out.']);
    return isUsable;
  });
  const column: Column = { left: -700, top: 0, title: 'Answers' };
  const hasKeywords = work.at.has('keywords') && work.at.has('go_back');
  if (usable.length === 0 || (!work.at.has('understand') && !hasKeywords)) {
    for (const { element } of usable) {
      say(element, ['lost', 'intent-by-phrases', 'The bot does not answer the question.']);
    }
    work.builder.standsFor(listening, undefined);
    return;
  }
  if (hasKeywords) addKeywords(reading, usable, column, resolve);
  if (work.at.has('understand')) {
    const listens = work.place();
    const key = understand(work, column, {
      language: reading.source.language,
      text: undefined,
      destination: undefined,
      otherwise: undefined,
      routes: usable.slice(0, mostRoutes).map((answer) => ({
        name: answer.name,
        phrases: answer.questions,
        to: sayAnswer(reading, answer, column, answer.target === '' ? listens : resolve(answer.target, answer.element)),
      })),
    });
    work.builder.standsFor(listens, key);
    work.builder.standsFor(listening, key);
  } else work.builder.standsFor(listening, undefined);
  for (const { element } of usable) {
    const where = hasKeywords ? 'at any time, by the words of the question' : 'when the conversation is over';
    say(element, ['changed', 'intent-by-phrases', `The question is answered ${where}, not by a trained model.`]);
  }
}

function addKeywords(
  reading: Reading,
  answers: readonly Answer[],
  column: Column,
  resolve: (target: string, element: SourcePlace) => string | undefined,
): void {
  const { work } = reading;
  const most = Math.min(work.at.mostOf('keywords', 'words'), 50);
  const taken = new Set<string>();
  const free = (text: string): boolean => {
    const folded = foldWords(text);
    if (folded === '' || taken.has(folded) || [...text].length > longestText) return false;
    taken.add(folded);
    return true;
  };
  const back = work.add('go_back', {}, [], column);
  const ofKind = (isJump: boolean) => answers.filter(({ target }) => (target !== '') === isJump);
  let blocks = 0;
  for (const isJump of [false, true]) {
    const list = ofKind(isJump);
    for (let at = 0; at < list.length && blocks < mostKeywordBlocks; at += most) {
      const entries = list.slice(at, at + most).flatMap((answer) => {
        const texts = answer.questions.filter(free).slice(0, mostTexts);
        return texts.length === 0 ? [] : [{ answer, texts }];
      });
      if (entries.length === 0) continue;
      const ids = entryIds(entries.map(({ answer }) => answer.name));
      const words = entries.map(({ texts }, nth) => ({ id: ids[nth] as string, texts }));
      if (!work.at.accepts('keywords', { words })) continue;
      work.add(
        'keywords',
        { words, afterwards: isJump ? 'leave' : 'come_back' },
        entries.map(({ answer }, nth) => {
          const behind = isJump ? resolve(answer.target, answer.element) : back;
          return [`$${ids[nth]}`, sayAnswer(reading, answer, column, behind)] as const;
        }),
        column,
      );
      blocks += 1;
    }
  }
}

function sayAnswer(
  { work, variables }: Reading,
  { answers }: Answer,
  column: Column,
  next: string | undefined,
): string | undefined {
  const [text, ...variations] = answers
    .map((answer) => variables.fill(answer).text)
    .filter((answer) => answer.trim() !== '');
  if (text === undefined) return next;
  const params = withoutAbsent({ text, variations: variations.length === 0 ? undefined : variations.slice(0, 20) });
  return work.add('send_text', params, [['$success', next]], column);
}

function readAnswers({ path, json }: SourceFile, language: string): readonly Answer[] {
  const list = listOf(member(json, 'qnas'));
  const all: readonly (readonly [JsonValue, string])[] =
    list.length > 0 ? list.map((each, at) => [each, `/qnas/${at}`] as const) : isObject(json) ? [[json, '']] : [];
  return all.flatMap(([each, pointer]): readonly Answer[] => {
    const data = member(each, 'data') ?? each;
    const name = textOf(member(each, 'id')) || path;
    const element = { path, pointer, title: excerpt(name).slice(1, -1) };
    if (member(data, 'enabled') === false) return [];
    const flow = textOf(member(data, 'redirectFlow'));
    const node = textOf(member(data, 'redirectNode'));
    const action = textOf(member(data, 'action'));
    const isRedirect = action.includes('redirect') && flow !== '';
    return [
      {
        name: name.replace(/^[a-z0-9]{10}_/, '') || 'question',
        questions: cleanPhrases(inLanguage(member(data, 'questions'), language)),
        answers: action === 'redirect' ? [] : inLanguage(member(data, 'answers'), language),
        target: isRedirect ? `${flow}${node === '' ? '' : `#${node}`}` : '',
        element,
      },
    ];
  });
}
