import type { JsonObject, JsonValue } from '@botwright/core/diagram';
import { branch } from '../drafting/branch.ts';
import { Chain, type Column } from '../drafting/draft.ts';
import { listOf, member, pointerTo, textOf } from '../json.ts';
import { excerpt, withoutAbsent } from '../plain-texts.ts';
import type { SourceAt } from '../source-order.ts';
import { buttonsOf, questionWords, type ResponseButton, say } from './responses.ts';
import { readCondition, type Work } from './work.ts';

const notValid = 'Sorry, the value that you gave is not valid. Please give a valid one.';
/** Buttons of one block. */
const mostButtons = 20;

/** The places of a step that asks. */
interface CollectPlaces {
  readonly from: string;
  /** Where the slot is asked, whatever its value. The same as `from`: always. */
  readonly ask: string;
  readonly next: string;
}

/** Asks for a slot without a value, until no rejection applies. @spec IR5 */
export function collect(
  work: Work,
  column: Column,
  step: JsonValue,
  at: SourceAt,
  { from, ask, next }: CollectPlaces,
): void {
  const { draft, project } = work;
  const name = textOf(member(step, 'collect'));
  const field = work.slot(name);
  const answered = draft.place();
  if (ask !== from && member(step, 'ask_before_filling') === true) draft.builder.standsFor(from, ask);
  else if (ask !== from) {
    const isSet = { match: 'all' as const, conditions: [{ field, operator: 'is_set' }] };
    branch(draft, column, from, [{ decision: isSet, to: answered }], ask);
  }
  const utter = textOf(member(step, 'utter')) || `utter_ask_${name}`;
  const response = project.responses.get(utter);
  const chain = new Chain(draft, column, ask);
  const buttons = buttonsOf(response);
  let words: JsonObject;
  if (response === undefined) {
    const description = textOf(member(step, 'description')).trim() || name.replaceAll('_', ' ');
    words = { text: `${description.charAt(0).toUpperCase()}${description.slice(1)}?` };
    const message = `The words of the question come from code that does not run; it asks ${excerpt(textOf(words['text']))}.`;
    draft.report(at, ['changed', 'integration-unknown', message]);
  } else {
    words = questionWords(work, utter) ?? { quiet: true };
  }
  const slot = project.slots.get(name)?.json;
  const values = listOf(member(slot, 'values'))
    .map(plain)
    .filter((value) => value !== '');
  const type = textOf(member(slot, 'type')) || 'text';
  const pose = (asking: Chain, said: JsonObject): string =>
    question(work, asking, { name, field, type, words: said, buttons, values, at }, answered);
  const key = words['quiet'] === true ? say(work, chain, utter, at, pose) : pose(chain, words);
  draft.report(at, ['carried', 'carried', 'The slot is asked.'], key);

  const rejections = listOf(member(step, 'rejections')).map((rejection, nth) => {
    const place = { path: at.path, pointer: pointerTo(at.pointer, 'rejections', nth) };
    draft.report(place, ['carried', 'carried', 'The rejection is a condition, after which the slot is asked again.']);
    return {
      utter: textOf(member(rejection, 'utter')),
      decision: readCondition(work, textOf(member(rejection, 'if')), place),
      place,
      to: draft.place(),
    };
  });
  branch(draft, column, answered, rejections, next);
  for (const { utter: words2, place, to } of rejections) {
    const again = new Chain(draft, column, to);
    if (words2 !== '') say(work, again, words2, place);
    again.end(ask);
  }
}

const plain = (value: JsonValue): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

interface Question {
  readonly name: string;
  readonly field: string;
  readonly type: string;
  readonly words: JsonObject;
  readonly buttons: readonly ResponseButton[];
  readonly values: readonly string[];
  readonly at: SourceAt;
}

function question(work: Work, chain: Chain, asked: Question, next: string): string {
  const { draft } = work;
  const { field, type, words, buttons, values, at, name } = asked;
  const common = { ...words, destination: field };
  if (type === 'bool' && buttons.length === 0) {
    return chain.close('ask_yes_no', { ...common, errorText: notValid }, [
      ['$yes', next],
      ['$no', next],
    ]);
  }
  const choices = buttons.length > 0 ? buttons : values.map((value) => ({ title: value, payload: value }));
  if (choices.length > 0 && choices.length <= mostButtons) return offer(work, chain, asked, choices, next);
  if (choices.length > mostButtons) {
    draft.report(at, ['lost', 'choice-limit', `The visitor types “${name}”: ${mostButtons} choices fit.`]);
  }
  if (type === 'float' || type === 'int') {
    const key = chain.close('ask_number', { ...common, errorText: notValid }, [['$success', next]]);
    draft.report(at, ['changed', 'entity-asked', `The visitor gives “${name}” alone, not within a sentence.`], key);
    return key;
  }
  const key = chain.close('ask_question', common, [['$success', next]]);
  draft.report(at, ['changed', 'entity-asked', `The whole answer is “${name}”: no model reads the sentence.`], key);
  return key;
}

function offer(
  work: Work,
  chain: Chain,
  { field, type, words, values, at, name }: Question,
  choices: readonly ResponseButton[],
  next: string,
): string {
  const { draft } = work;
  const taken = new Set(choices.map(({ title }) => title.toLowerCase()));
  const leads: [string, string][] = [];
  const entries = choices.map(({ title, payload }, nth): JsonObject => {
    const id = `b${nth + 1}`;
    const sets = slotsIn(payload);
    const given = sets?.find(([slot]) => slot === name)?.[1] ?? (sets === undefined ? payload : title);
    const value = typedAs(given, type, values);
    const others = (sets ?? []).filter(([slot]) => slot !== name);
    const isWord =
      sets === undefined && !payload.startsWith('/') && !taken.has(payload.toLowerCase()) && payload.length <= 100;
    if (isWord) taken.add(payload.toLowerCase());
    if (others.length === 0) leads.push([`$${id}`, next]);
    else {
      const to = draft.place();
      const set = new Chain(draft, chain.column, to);
      for (const [slot, text] of others) {
        const typeOf = textOf(member(work.project.slots.get(slot)?.json, 'type'));
        set.add('set_a_field', { field: work.slot(slot), action: 'SET', value: typedAs(text, typeOf, []) }, 'success');
      }
      set.end(next);
      leads.push([`$${id}`, to]);
    }
    return withoutAbsent({
      id,
      label: title,
      value: value === title ? undefined : value,
      words: isWord ? [payload] : undefined,
    });
  });
  const key = chain.close('buttons', { ...words, destination: field, errorText: notValid, buttons: entries }, leads);
  if (type !== 'categorical' && type !== 'bool') {
    draft.report(at, ['changed', 'choice-limit', `The visitor chooses “${name}”, and gives no other answer.`], key);
  }
  return key;
}

/** `/SetSlots(a=b, c=d)` as pairs; `/intent{"a": "b"}` too. `undefined` for a plain text. */
export function slotsIn(payload: string): readonly (readonly [slot: string, value: string])[] | undefined {
  const [, list] = /^\/SetSlots\((.*)\)$/s.exec(payload) ?? [];
  if (list !== undefined) {
    return list.split(',').flatMap((pair) => {
      const [, slot, value = ''] = /^\s*([^=]+?)\s*=\s*(.*?)\s*$/s.exec(pair) ?? [];
      return slot === undefined ? [] : [[slot, value.replace(/^["'](.*)["']$/s, '$1')] as const];
    });
  }
  const [, json] = /^\/[^{]*(\{.*\})$/s.exec(payload) ?? [];
  if (json === undefined) return undefined;
  return [...json.matchAll(/"([^"]+)"\s*:\s*("?)([^",}]*)\2/g)].map(
    ([, slot = '', , value = '']) => [slot, value] as const,
  );
}

/** A text as the type of a slot has it. */
export function typedAs(text: string, type: string, values: readonly string[]): JsonValue {
  if (type === 'bool') {
    if (/^(?:true|yes|y|1|si|sí|ja|oui)$/i.test(text)) return true;
    if (/^(?:false|no|n|0|nein|non)$/i.test(text)) return false;
  }
  if ((type === 'float' || type === 'int') && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  return values.find((value) => value.toLowerCase() === text.toLowerCase()) ?? text;
}
