import type { JsonObject, JsonValue } from '@botwright/core/diagram';
import { celField } from '../code/cel.ts';
import { listOf, member, pointerTo, textOf } from '../json.ts';
import { isWebAddress } from './bubbles.ts';
import { readCondition } from './conditions.ts';
import {
  addBlock,
  type Conversion,
  type Converter,
  fillIn,
  knownParams,
  optionsOf,
  remark,
  withoutAbsent,
  written,
} from './conversion.ts';
import type { SourceBlock } from './flow.ts';
import { hasNewFormulas } from './set-variable.ts';
import { blockForInput, listField, reportQuestion, type Words, wordsOf } from './words.ts';

/** A choice of the source. */
interface Item {
  readonly id: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly show: JsonObject | undefined;
  readonly image: string | undefined;
  readonly description: string | undefined;
  readonly pointer: string;
  readonly to: string | undefined;
  /** The values that the choice writes to Fields other than the destination of the block. */
  readonly writes: readonly (readonly [field: string, value: string | undefined])[];
}

/** Choices of one item: its own, or for a card its buttons. */
function readItems(block: SourceBlock, conversion: Conversion): readonly Item[] {
  const { flow } = conversion;
  const otherwise = flow.next(block);
  const ids = new Set<string>();
  const idOf = (json: JsonValue): string => {
    const wanted = textOf(member(json, 'id'));
    let id = /^[\w.:-]{1,64}$/.test(wanted) ? wanted : 'choice';
    for (let nth = 2; ids.has(id); nth += 1) id = `${wanted.slice(0, 50) || 'choice'}-${nth}`;
    ids.add(id);
    return id;
  };
  return listOf(member(block.json, 'items')).flatMap((json, at): readonly Item[] => {
    const pointer = pointerTo(block.pointer, 'items', at);
    const fill = (text: JsonValue | undefined) => fillIn(conversion, text, pointer);
    const options = member(json, 'options');
    const item = {
      value: written(member(json, 'value') ?? member(options, 'internalValue')),
      show: readShow(member(json, 'displayCondition') ?? member(options, 'displayCondition'), pointer, conversion),
      image: written(fill(member(json, 'pictureSrc') ?? member(json, 'imageUrl'))),
      description: written(fill(member(json, 'description'))),
    };
    const words = fill(member(json, 'content') ?? member(json, 'title'));
    const title = words === '' ? (item.image ?? '') : words;
    if (title === '') {
      remark(conversion, pointer, ['changed', 'wording-dropped', 'The choice without words is “…”.']);
    }
    const writesOf = ({ image, description, value }: Partial<Item>, name: string, button: string): Item['writes'] => {
      const values: Readonly<Record<string, string | undefined>> = {
        'Image URL': image,
        Title: name,
        Description: description,
        Button: button,
        'Internal Value': value,
      };
      const mapped = listOf(member(optionsOf(block), 'saveResponseMapping')).map((each) => {
        const field = textOf(member(each, 'field'));
        return [conversion.variables.byId(member(each, 'variableId')), values[field]] as const;
      });
      const own =
        block.type === 'cards' ? undefined : conversion.variables.byId(member(optionsOf(block), 'variableId'));
      return [...mapped, [own, value] as const].filter(([field]) => field !== undefined) as unknown as Item['writes'];
    };
    const paths = listOf(member(json, 'paths'));
    if (block.type !== 'cards' || paths.length === 0) {
      const to = flow.follow(member(json, 'outgoingEdgeId')) ?? otherwise;
      return [{ ...item, id: idOf(json), label: title, pointer, to, writes: writesOf(item, title, '') }];
    }
    return paths.map((path, nth) => {
      const label = fill(member(path, 'text'));
      const to = flow.follow(member(path, 'outgoingEdgeId')) ?? otherwise;
      const description = [item.description, label].filter((part) => part !== undefined && part !== '').join(' — ');
      const shown = paths.length === 1 ? item : { ...item, description: description === '' ? undefined : description };
      return {
        ...shown,
        id: idOf(path),
        label: title === '' ? label : title,
        pointer: pointerTo(pointer, 'paths', nth),
        to,
        writes: writesOf(item, title, label),
      };
    });
  });
}

function readShow(given: JsonValue | undefined, pointer: string, conversion: Conversion): JsonObject | undefined {
  const condition = member(given, 'condition');
  if (member(given, 'isEnabled') !== true || condition === undefined) return undefined;
  const { parts, dropped, changes } = readCondition(condition, conversion);
  const [first, ...others] = parts;
  if (first === undefined || others.length > 0 || dropped.length > 0) {
    remark(conversion, pointer, [
      'lost',
      'condition-formula',
      'The choice is always shown: its condition has no form.',
    ]);
    return undefined;
  }
  for (const message of changes) remark(conversion, pointer, ['changed', 'condition-formula', message]);
  return first;
}

const choices: Converter = (block, conversion) => {
  const { at } = conversion;
  const options = optionsOf(block);
  const question = blockForInput(block, conversion) ?? 'buttons';
  const list = listField(block, conversion);
  if (list !== undefined) return listOfField(block, conversion, question, list);
  const items = readItems(block, conversion);
  if (items.length === 0) {
    remark(conversion, block.pointer, ['carried', 'carried', 'A choice of nothing asks nothing, and is left out.']);
    return conversion.flow.next(block);
  }
  if (member(options, 'isSearchable') === true) {
    remark(conversion, block.pointer, ['lost', 'setting-dropped', 'The visitor cannot filter the choices.']);
  }
  if (question === 'ask_choices') return several(block, conversion, items);
  if (member(options, 'isMultipleChoice') === true) {
    remark(conversion, block.pointer, ['lost', 'choice-limit', 'The visitor makes one choice, not several.']);
  }
  const cards = at.mostOf('ask_card', 'cards');
  return one(block, conversion, question === 'ask_card' && items.length <= cards ? 'ask_card' : 'buttons', items);
};

/** Whether entries of a block may have a value and a condition. */
function hasOptions({ at }: Conversion, question: string): boolean {
  return question !== 'buttons' || at.hasParam('buttons', 'source');
}

/** The entry of an item, and the report of it. */
function entryOf(item: Item, question: string, conversion: Conversion, key: string): JsonObject {
  const { id, label, value, show, image, description, pointer } = item;
  const canHave = hasOptions(conversion, question);
  const common = canHave ? withoutAbsent({ value, show }) : {};
  remark(conversion, pointer, ['carried', 'carried', 'The choice is a choice.'], key);
  if (value !== undefined && !canHave) {
    remark(conversion, pointer, ['changed', 'setting-dropped', `The Field gets “${label}”, not “${value}”.`], key);
  }
  if (show !== undefined && !canHave) {
    remark(
      conversion,
      pointer,
      ['lost', 'condition-formula', 'The choice is shown always, not by its condition.'],
      key,
    );
  }
  if (question !== 'ask_card') {
    if (image !== undefined) remark(conversion, pointer, ['lost', 'media-kind', 'The choice has no picture.'], key);
    if (description !== undefined) {
      remark(conversion, pointer, ['lost', 'wording-dropped', 'The choice has no description.'], key);
    }
    return { id, label: label === '' ? '…' : label, ...common };
  }
  const isShown = image !== undefined && isWebAddress(image);
  if (image !== undefined && !isShown) {
    remark(conversion, pointer, ['lost', 'media-kind', 'The picture has no address on the web.'], key);
  }
  const { show: shown } = common;
  return withoutAbsent({
    id,
    title: label === '' ? '…' : label,
    text: description,
    image: isShown ? image : undefined,
    show: shown,
  });
}

/** One choice. More entries than a block holds continue in a next block. @spec IM24 */
function one(block: SourceBlock, conversion: Conversion, question: string, items: readonly Item[]): string {
  const param = question === 'ask_card' ? 'cards' : 'buttons';
  const most = conversion.at.mostOf(question, param);
  const words = wordsOf(block, question, conversion);
  const pages: (readonly Item[])[] = [];
  for (let rest = items; rest.length > 0; ) {
    const isLast = rest.length <= most;
    pages.push(isLast ? rest : rest.slice(0, most - 1));
    rest = isLast ? [] : rest.slice(most - 1);
  }
  let next: string | undefined;
  for (const [at, page] of [...pages.entries()].reverse()) {
    const isLast = at === pages.length - 1;
    const more = page.some(({ id }) => id === 'more') ? 'more-choices' : 'more';
    const entries = page.map((item) => entryOf(item, question, conversion, block.place));
    const leads: [string, string | undefined][] = page.map((item) => [
      `$${item.id}`,
      question === 'ask_card' ? writeMore(block, conversion, item) : item.to,
    ]);
    if (!isLast) {
      entries.push({ id: more, label: '…' });
      leads.push([`$${more}`, next]);
    }
    next = addBlock(conversion, block, question, { ...words.params, [param]: entries }, leads);
  }
  const key = next as string;
  if (items.every(({ show }) => show !== undefined)) {
    const message = 'Where no choice is shown, the conversation ends; before, it accepted no answer.';
    remark(conversion, block.pointer, ['changed', 'choice-limit', message], key);
  }
  reportQuestion(conversion, block, words, key);
  if (pages.length > 1) {
    remark(conversion, block.pointer, ['changed', 'choice-limit', `The choices are on ${pages.length} pages.`], key);
  }
  return key;
}

/** A card writes its title; its other values are written behind it. @spec IM67 */
function writeMore(block: SourceBlock, conversion: Conversion, { writes, to }: Item): string | undefined {
  return writes.reduceRight<string | undefined>(
    (next, [field, value]) =>
      value === undefined
        ? next
        : addBlock(conversion, block, 'set_a_field', { field, action: 'SET', value }, [['success', next]]),
    to,
  );
}

/** Several choices in one answer. */
function several(block: SourceBlock, conversion: Conversion, items: readonly Item[]): string {
  const most = conversion.at.mostOf('ask_choices', 'choices');
  const words = wordsOf(block, 'ask_choices', conversion);
  const button = written(member(optionsOf(block), 'buttonLabel'));
  const params = {
    ...words.params,
    ...knownParams(conversion, 'ask_choices', { doneLabel: button }),
    choices: items.slice(0, most).map((item) => entryOf(item, 'ask_choices', conversion, block.place)),
  };
  const key = addBlock(conversion, block, 'ask_choices', params, [['$success', joinedPlace(block)]]);
  joinChoices(block, conversion, words);
  for (const { pointer } of items.slice(most)) {
    remark(conversion, pointer, ['lost', 'choice-limit', `The choice is missing: ${most} fit.`], key);
  }
  reportQuestion(conversion, block, words, key);
  return key;
}

const joinedPlace = ({ place }: SourceBlock): string => `${place}:joined`;

/** The source saves several choices as one text. @spec IM64 */
function joinChoices(block: SourceBlock, conversion: Conversion, { params }: Words): void {
  const { builder, flow } = conversion;
  const next = flow.next(block);
  const { destination } = params;
  if (typeof destination !== 'string' || !hasNewFormulas(conversion)) {
    builder.standsFor(joinedPlace(block), next);
    return;
  }
  const formula = { expression: `${celField(destination)}.join(", ")`, destination };
  const key = addBlock(conversion, block, 'formulas', formula, [
    ['$success', next],
    ['$failed', next],
  ]);
  builder.standsFor(joinedPlace(block), key);
}

/** Choices that a Field lists. */
function listOfField(block: SourceBlock, conversion: Conversion, question: string, list: string): string {
  const { at, flow } = conversion;
  const next = flow.next(block);
  const isSeveral = question === 'ask_choices';
  if (isSeveral || at.hasParam('buttons', 'source')) {
    const offers = isSeveral ? 'ask_choices' : 'buttons';
    const words = wordsOf(block, offers, conversion);
    const [output, to] = isSeveral ? ['$success', joinedPlace(block)] : ['$item', next];
    const key = addBlock(conversion, block, offers, { ...words.params, source: 'list', list }, [[output, to]]);
    if (isSeveral) joinChoices(block, conversion, words);
    reportQuestion(conversion, block, words, key);
    if (block.type !== 'choice input') {
      remark(conversion, block.pointer, ['lost', 'media-kind', 'The choices have no pictures.'], key);
    }
    if (!isSeveral) {
      const message =
        'Of more than 20 choices the first 20 are shown, “…” leads to the others up to 100, and equal ones stay.';
      remark(conversion, block.pointer, ['changed', 'choice-limit', message], key);
    }
    return withoutList(block, conversion, question, list, key);
  }
  reportItems(block, conversion);
  const words = wordsOf(block, 'ask_question', conversion);
  const key = addBlock(conversion, block, 'ask_question', words.params, [['$success', next]]);
  reportQuestion(conversion, block, words, key);
  const message = `The visitor types the answer, and is not offered the choices of “${list}”.`;
  remark(conversion, block.pointer, ['lost', 'choice-limit', message], key);
  return key;
}

/** Without a value of the list, the source offers the choices of the block. @spec IM62 */
function withoutList(block: SourceBlock, conversion: Conversion, question: string, list: string, key: string): string {
  const { values } = conversion;
  const items = values.mayBeUnset(list, block) && block.type === 'choice input' ? readItems(block, conversion) : [];
  if (items.length === 0) {
    reportItems(block, conversion);
    return key;
  }
  const fixed =
    question === 'ask_choices' ? several(block, conversion, items) : one(block, conversion, 'buttons', items);
  const isSet = { match: 'all', conditions: [{ field: list, operator: 'is_set' }] };
  return addBlock(conversion, block, 'conditions', isSet, [
    ['true', key],
    ['false', fixed],
  ]);
}

function reportItems(block: SourceBlock, conversion: Conversion): void {
  for (const [nth] of listOf(member(block.json, 'items')).entries()) {
    const pointer = pointerTo(block.pointer, 'items', nth);
    remark(conversion, pointer, ['carried', 'carried', 'The choices are those of a list, which this one stands for.']);
  }
}

export const choiceInputs: Readonly<Record<string, Converter>> = {
  'choice input': choices,
  'picture choice input': choices,
  cards: choices,
};
