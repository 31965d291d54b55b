import type { JsonValue } from '@botwright/core/diagram';
import { isObject, listOf, member, textOf } from '../json.ts';
import { type Flow, reachOf, type SourceBlock } from './flow.ts';
import type { Variables } from './texts.ts';

/** The values that Fields can have, as far as the blocks of a bot show. */
export interface Values {
  /** All texts that a Field can have; `undefined` when a visitor or another system writes it. */
  textsOf(field: string): readonly string[] | undefined;
  /** Whether only numbers are written to a Field. */
  isNumber(field: string): boolean;
  /** Whether the Field can only have the conversation as a text. */
  isTranscript(field: string): boolean;
  /** Whether a block adds entries to the Field. */
  isList(field: string): boolean;
  /** Whether a conversation can come to a block before the Field has a value. */
  mayBeUnset(field: string, at: SourceBlock): boolean;
}

/** Whether a block always gives its variable a value; an answer of another system may lack it. */
function isSure({ type }: SourceBlock): boolean {
  return type === 'Set variable' || type === 'cards' || type.endsWith(' input');
}

type Write = 'number' | 'list' | 'transcript' | 'any' | { readonly text: string };

/** Reads which block writes what to which Field. */
export function readValues(flow: Flow, variables: Variables): Values {
  const writes = new Map<string, Write[]>();
  const writers = new Map<string, Set<SourceBlock>>();
  for (const block of flow.groups.flatMap(({ blocks }) => blocks)) {
    for (const [id, write] of writesOf(block)) {
      const field = variables.byId(id);
      if (field === undefined) continue;
      writes.set(field, [...(writes.get(field) ?? []), write]);
      if (isSure(block)) writers.set(field, (writers.get(field) ?? new Set()).add(block));
    }
  }
  for (const { field, value } of variables.list) {
    if (typeof value === 'string' && value !== '') writes.set(field, [...(writes.get(field) ?? []), 'any']);
  }
  const written = (field: string): readonly Write[] => writes.get(field) ?? [];
  return {
    textsOf: (field) => {
      const texts = written(field).map((write) => (typeof write === 'object' ? write.text : undefined));
      return texts.every((text) => text !== undefined) ? texts : undefined;
    },
    isNumber: (field) => written(field).every(isNumberWrite),
    isTranscript: (field) => written(field).length > 0 && written(field).every((write) => write === 'transcript'),
    isList: (field) => written(field).includes('list'),
    mayBeUnset: (field, at) => {
      const own = writers.get(field) ?? new Set();
      const after = (block: SourceBlock) => (own.has(block) ? [] : [...flow.after(block), flow.goal(block)]);
      return reachOf([flow.first], after).has(at);
    },
  };
}

function isNumberWrite(write: Write): boolean {
  return write === 'number' || (typeof write === 'object' && /^-?\d+(?:\.\d+)?$/.test(write.text));
}

/** The variables that a block writes, by their ids. */
function writesOf({ type, json }: SourceBlock): readonly (readonly [id: JsonValue, write: Write])[] {
  const options = member(json, 'options');
  const id = member(options, 'variableId') ?? '';
  if (type === 'Condition') return [];
  if (type === 'Set variable') return [[id, writeOfSet(options)]];
  if (type === 'number input' || type === 'rating input') return [[id, 'number']];
  const items = listOf(member(json, 'items'));
  const titles = items.map((item) => {
    const value = textOf(member(item, 'value'));
    return value === '' ? textOf(member(item, 'content') ?? member(item, 'title')) : value;
  });
  const isFixed =
    /^(?:picture )?choice input$/.test(type) &&
    member(options, 'isMultipleChoice') !== true &&
    textOf(member(options, 'dynamicVariableId')) === '' &&
    !isObject(member(options, 'dynamicItems')) &&
    titles.every((title) => title !== '' && !title.includes('{{'));
  if (isFixed) return titles.map((text) => [id, { text }]);
  return idsIn(options).map((each) => [each, 'any']);
}

function writeOfSet(options: JsonValue | undefined): Write {
  const type = textOf(member(options, 'type'));
  if (type === 'Append value(s)') return 'list';
  if (type === 'Transcript') return 'transcript';
  if (type !== '' && type !== 'Custom') return 'any';
  const code = textOf(member(options, 'expressionToEvaluate')).trim();
  if (/^\{\{[^{}]+\}\} [-+*] \d+(?:\.\d+)?$/.test(code)) return 'number';
  if (code.startsWith('[')) return 'list';
  return /^[\p{L}\p{N} .-]+$/u.test(code) ? { text: code } : 'any';
}

/** Ids of variables in options, which some block of a service may write. */
function idsIn(options: JsonValue | undefined, depth = 0): readonly JsonValue[] {
  if (depth > 8 || typeof options !== 'object' || options === null) return [];
  return Object.entries(options).flatMap(([name, value]) =>
    typeof value === 'string' ? (/variableid$/i.test(name) ? [value] : []) : idsIn(value, depth + 1),
  );
}
