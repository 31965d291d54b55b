import type { JsonObject, JsonValue } from '@botwright/core/diagram';
import type { ConditionParams, Decision, Expression } from '../code/logic.ts';
import { decisionOf } from '../code/logic.ts';
import { branch } from '../drafting/branch.ts';
import { Chain } from '../drafting/draft.ts';
import { isObject, listOf, member, memberAt, pointerTo, textOf } from '../json.ts';
import { withoutAbsent, withoutReferences } from '../plain-texts.ts';
import type { SourceAt } from '../source-order.ts';
import type { Placed } from './project.ts';
import type { Work } from './work.ts';

/** A button of a response. */
export interface ResponseButton {
  readonly title: string;
  readonly payload: string;
}

/** Variations that a text takes besides its own words. */
const mostVariations = 20;

interface Variation {
  readonly json: JsonValue;
  readonly at: SourceAt;
}

const variationsOf = ({ json, at }: Placed): readonly Variation[] =>
  listOf(json).map((each, nth) => ({ json: each, at: { path: at.path, pointer: pointerTo(at.pointer, nth) } }));

/** The buttons of a response: the ones of its first variation with buttons. */
export function buttonsOf(response: Placed | undefined): readonly ResponseButton[] {
  if (response === undefined) return [];
  const lists = variationsOf(response).map(({ json }) => listOf(member(json, 'buttons')));
  return (lists.find((list) => list.length > 0) ?? []).flatMap((button) => {
    const title = plain(member(button, 'title')).trim();
    return title === '' ? [] : [{ title, payload: plain(member(button, 'payload')).trim() || title }];
  });
}

const plain = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? value : typeof value === 'boolean' || typeof value === 'number' ? String(value) : '';

/** A response that a question can say itself: texts without conditions and pictures. */
export function questionWords(work: Work, name: string): JsonObject | undefined {
  const response = work.project.responses.get(name);
  if (response === undefined) return undefined;
  const variations = variationsOf(response);
  const isPlain = variations.every(({ json }) =>
    Object.keys(isObject(json) ? json : {}).every((key) =>
      ['text', 'buttons', 'metadata', 'translation', 'id'].includes(key),
    ),
  );
  const texts = variations.map(({ json, at }) => fill(work, textOf(member(json, 'text')), at));
  if (!isPlain || texts.length === 0 || texts.some((text) => text.trim() === '')) return undefined;
  reportResponse(work, response);
  return wordsOf(texts);
}

function wordsOf(texts: readonly string[]): JsonObject {
  const [text = '', ...more] = [...new Set(texts)];
  return withoutAbsent({ text, variations: more.length === 0 ? undefined : more.slice(0, mostVariations) });
}

/** Adds the question behind words, which says them itself unless it is quiet. @returns The key of the block. */
type Pose = (chain: Chain, words: JsonObject) => string;

/**
 * Says a response.
 *
 * @param pose - The question behind it, which offers the buttons.
 * @returns The key of the last question.
 * @spec IR4
 */
export function say(work: Work, chain: Chain, name: string, at: SourceAt, pose?: Pose): string | undefined {
  const { draft } = work;
  const response = work.project.responses.get(name);
  if (response === undefined) {
    draft.report(at, ['lost', 'wording-dropped', `The response “${name}” is not there, and is not said.`]);
    return pose?.(chain, quiet);
  }
  reportResponse(work, response);
  const groups = new Map<string, { readonly decision: Decision; readonly members: Variation[] }>();
  for (const variation of variationsOf(response)) {
    const channel = textOf(member(variation.json, 'channel'));
    if (channel !== '') {
      draft.report(variation.at, ['lost', 'wording-dropped', `The words for the channel “${channel}” are not said.`]);
      continue;
    }
    const { id, decision } = conditionOf(work, member(variation.json, 'condition'));
    const group = groups.get(id) ?? { decision, members: [] };
    group.members.push(variation);
    groups.set(id, group);
  }
  const always = groups.get('');
  const conditional = [...groups].flatMap(([id, group]) => (id === '' ? [] : [group]));
  if (conditional.length === 0) {
    return sayOne(work, chain, always?.members ?? [], pose);
  }
  const after = draft.place();
  const otherwise = draft.place();
  const ways = conditional.map((group) => ({ ...group, to: draft.place() }));
  branch(draft, chain.column, chain.open, ways, otherwise);
  let key: string | undefined;
  for (const { members, to } of [...ways, { members: always?.members ?? [], to: otherwise }]) {
    const inner = new Chain(draft, chain.column, to);
    key = sayOne(work, inner, members, pose) ?? key;
    if (pose === undefined) inner.end(after);
  }
  chain.continueAt(after);
  return key;
}

const quiet: JsonObject = { quiet: true };

/** The condition of a variation: all of its slots have these values. */
function conditionOf(work: Work, json: JsonValue | undefined): { readonly id: string; readonly decision: Decision } {
  const list = listOf(json).filter((each) => textOf(member(each, 'name')) !== '');
  if (list.length === 0) return { id: '', decision: true };
  const parts = list.map((each): Expression => {
    const value = member(each, 'value') ?? null;
    const isScalar = value === null || typeof value !== 'object';
    return {
      kind: 'compare',
      operator: '=',
      left: { kind: 'field', field: work.slot(textOf(member(each, 'name'))), path: [] },
      right: { kind: 'literal', value: isScalar ? (value as string | number | boolean | null) : JSON.stringify(value) },
    };
  });
  return { id: JSON.stringify(list), decision: decisionOf({ kind: 'all', parts }) as ConditionParams };
}

/** Says one of several variations. @returns The key of the question. */
function sayOne(work: Work, chain: Chain, members: readonly Variation[], pose: Pose | undefined): string | undefined {
  const { draft } = work;
  const texts = members
    .map(({ json, at }) => fill(work, textOf(member(json, 'text')), at))
    .filter((text) => text.trim() !== '');
  const [first] = members;
  const isAlone = first === undefined || !otherParts.some((part) => member(first.json, part) !== undefined);
  if (pose !== undefined && isAlone) return pose(chain, texts.length > 0 ? wordsOf(texts) : quiet);
  if (texts.length > 0) chain.add('send_text', wordsOf(texts));
  if (first === undefined) return undefined;
  const { json, at } = first;
  const url = fill(work, textOf(member(json, 'image')), at);
  if (/^https?:\/\//i.test(url)) chain.add('send_media', { url, media_type: 'image' });
  else if (url !== '') draft.report(at, ['lost', 'media-kind', 'The picture has no address on the web.']);
  for (const name of otherParts) {
    if (name === 'image' || member(json, name) === undefined) continue;
    draft.report(at, ['lost', 'media-kind', `The part “${name}” of the response is not shown.`]);
  }
  const buttons = buttonsOf({ json: [json], at });
  if (pose !== undefined) return pose(chain, quiet);
  if (buttons.length === 0) return undefined;
  const key = chain.add('send_text', { text: buttons.map(({ title }) => `- ${title}`).join('\n') });
  draft.report(
    at,
    ['changed', 'choice-limit', 'The buttons are lines of a text to type: no question waits there.'],
    key,
  );
  return undefined;
}

/** Parts of a response besides texts and buttons. */
const otherParts = ['image', 'custom', 'attachment', 'elements', 'quick_replies'];

function reportResponse(work: Work, response: Placed): void {
  const { draft } = work;
  draft.report(response.at, ['carried', 'carried', 'The response is said where a flow names it.']);
  for (const { json, at } of variationsOf(response)) {
    if (memberAt(json, 'metadata', 'rephrase') === true) {
      draft.report(at, [
        'changed',
        'wording-dropped',
        'The words are said as they are written: no model rephrases them.',
      ]);
    }
    if (isObject(member(json, 'translation'))) {
      draft.report(at, ['lost', 'language-dropped', 'Visitors do not read the words in other languages.']);
    }
  }
}

/** `{slot}` and `{{ slots.x }}`. */
const placeholder = /\{\{\s*(.*?)\s*\}\}|\{([\p{L}_][\p{L}\p{N}_]*)\}/gsu;

/** Fills slots into a text. */
export function fill(work: Work, text: string, at: SourceAt): string {
  return withoutReferences(text).replace(
    placeholder,
    (whole: string, code: string | undefined, name: string | undefined) => {
      const simple = name ?? /^(?:slots\.)?([\p{L}_][\p{L}\p{N}_]*)$/u.exec(code ?? '')?.[1];
      if (simple !== undefined) return `@{${work.slot(simple)}}`;
      const message = `The text lacks the result of the template ${whole.slice(0, 60)}.`;
      work.draft.report(at, ['lost', 'code-not-translated', message]);
      return '';
    },
  );
}
