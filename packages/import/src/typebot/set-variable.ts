import type { JsonObject, JsonValue } from '@botwright/core/diagram';
import { celField, celFieldText, celText, longestFormula } from '../code/cel.ts';
import { translateCode } from '../code/translate-code.ts';
import { member, memberAt, textOf } from '../json.ts';
import {
  addBlock,
  type Conversion,
  type Converter,
  carry,
  excerpt,
  fillIn,
  leaveOut,
  optionsOf,
  remark,
} from './conversion.ts';
import type { SourceBlock } from './flow.ts';
import { keepCode } from './scripts.ts';

/** A block that sets a variable. @spec IM22 */
export const setVariable: Converter = (block, conversion) => {
  const options = optionsOf(block);
  const field = conversion.variables.byId(member(options, 'variableId'));
  if (field === undefined) {
    remark(conversion, block.pointer, ['carried', 'carried', 'It sets no variable, and is left out.']);
    return conversion.flow.next(block);
  }
  const type = textOf(member(options, 'type'));
  if (type !== '' && type !== 'Custom') return setOfType(type, field, block, conversion);
  return setExpression(textOf(member(options, 'expressionToEvaluate')), field, block, conversion);
};

function set(field: string, value: JsonValue, block: SourceBlock, conversion: Conversion): string {
  // `set_a_field` refuses a blank value.
  const isEmpty = typeof value === 'string' && value.trim() === '';
  const params: JsonObject = isEmpty ? { field, action: 'UNSET' } : { field, action: 'SET', value };
  return setField(params, block, conversion);
}

function setField(params: JsonObject, block: SourceBlock, conversion: Conversion): string {
  const key = addBlock(conversion, block, 'set_a_field', params, [['success', conversion.flow.next(block)]]);
  carry(conversion, block, key, 'The variable is a Field.');
  return key;
}

function compute(expression: string, field: string, block: SourceBlock, conversion: Conversion): string {
  const next = conversion.flow.next(block);
  const key = addBlock(conversion, block, 'formulas', { expression, destination: field }, [
    ['$success', next],
    ['$failed', next],
  ]);
  carry(conversion, block, key, 'The variable is a Field that a formula computes.');
  return key;
}

/** Whether formulas have the functions of texts and `random`: they come with `switch`. */
export const hasNewFormulas = ({ at }: Conversion): boolean => at.has('switch');

function setExpression(code: string, field: string, block: SourceBlock, conversion: Conversion): string | undefined {
  const { variables, at } = conversion;
  if (code.trim() === '') return set(field, '', block, conversion);
  const alone = /^\{\{([^{}]+)\}\}$/.exec(code);
  // The source keeps a number that begins with 0, such as of a phone, as a text.
  const isText = alone !== null || lacksVariable(code) || (/^0[^.].*/.test(code) && !Number.isNaN(Number(code)));
  const read = isText
    ? ({ kind: 'notCode' } as const)
    : translateCode(variables.inCode(code), {
        fieldOf: variables.fieldOfCodeName,
        hasTextFunctions: hasNewFormulas(conversion),
      });
  switch (read.kind) {
    case 'value':
      return set(field, read.value, block, conversion);
    case 'text':
      return set(field, read.text, block, conversion);
    case 'notCode':
      return set(field, fillIn(conversion, code, block.pointer), block, conversion);
    case 'formula': {
      if (read.sum?.field === field && at.allows('set_a_field', 'action', 'ADD')) {
        return add(field, read.sum.amount, block, conversion);
      }
      const key = compute(read.expression, field, block, conversion);
      reportFormula(read.expression, code, block, conversion, key);
      if (read.isGuess) {
        const message = `${excerpt(code)} is the formula ${excerpt(read.expression)}, which takes the variables for numbers, or for texts.`;
        remark(conversion, block.pointer, ['changed', 'condition-formula', message], key);
      }
      return key;
    }
    default:
      return keepCode(
        block,
        conversion,
        code,
        `The variable “${field}” is not set: ${excerpt(code)} has no translation.`,
      );
  }
}

/** In `${{{name}}}` the source finds no variable unless it stands elsewhere in the code, too: the code is words. */
function lacksVariable(code: string): boolean {
  const found = new Set([...code.matchAll(/\{\{(.*?)\}\}/g)].map(([, name]) => name));
  return [...code.matchAll(/\{\{([^{}]+)\}\}/g)].some(([, name]) => !found.has(name));
}

/** The source goes on with “null” or with words where a formula fails. @spec IM68 */
function reportFormula(
  expression: string,
  code: string,
  block: SourceBlock,
  conversion: Conversion,
  key: string,
): void {
  const { values } = conversion;
  const fields = new Set(
    [...expression.matchAll(/fields\[("(?:[^"\\]|\\.)*")\]/g)].map(([, name]) => JSON.parse(name ?? '""') as string),
  );
  const free = [...fields].filter((name) => !values.isNumber(name) || values.mayBeUnset(name, block));
  if (free.length > 0) {
    const names = free.map((name) => `“${name}”`).join(', ');
    const message = `Where ${names} cannot be computed with, the Field stays, and does not become “null” or words.`;
    remark(conversion, block.pointer, ['changed', 'condition-formula', message], key);
  }
  if (/\/|\d\.\d/.test(code)) {
    const message = 'A result has at most 15 digits, not 17.';
    remark(conversion, block.pointer, ['changed', 'condition-formula', message], key);
  }
}

function add(field: string, amount: number, block: SourceBlock, conversion: Conversion): string {
  const key = setField({ field, action: 'ADD', value: amount }, block, conversion);
  const { values } = conversion;
  const isUnset = values.mayBeUnset(field, block);
  const isText = !values.isNumber(field);
  if (!isUnset && !isText) return key;
  const before = [
    isUnset ? 'without a value the Field became “null”' : '',
    isText ? 'to a text the number was joined' : '',
  ].filter((each) => each !== '');
  const after = [isUnset ? 'no value counts as 0' : '', isText ? 'a text stays' : ''].filter((each) => each !== '');
  const message = `Before, ${before.join(', and ')}; now ${after.join(', and ')}.`;
  remark(conversion, block.pointer, ['changed', 'condition-formula', message], key);
  return key;
}

const day = 'duration("24h")';
const moments: Readonly<Record<string, string>> = {
  Now: 'string(now)',
  Today: 'string(now)',
  Yesterday: `string(now - ${day})`,
  Tomorrow: `string(now + ${day})`,
};

/** Values that every customer has. */
const known: Readonly<Record<string, string>> = {
  'Phone number': '@{phone}',
  'Contact name': '@{name}',
  'User ID': '@{id}',
  'Result ID': '@{id}',
};

function setOfType(type: string, field: string, block: SourceBlock, conversion: Conversion): string | undefined {
  const options = optionsOf(block);
  if (type === 'Empty') return setField({ field, action: 'UNSET' }, block, conversion);
  if (type === 'Environment name') {
    return set(field, conversion.family === 'msgapp' ? 'whatsapp' : 'web', block, conversion);
  }
  if (Object.hasOwn(known, type)) {
    if (type.endsWith(' ID')) {
      const message = 'The id is the one of the customer, not one of each conversation.';
      remark(conversion, block.pointer, ['changed', 'setting-dropped', message], block.place);
    }
    return set(field, known[type] ?? '', block, conversion);
  }
  if (Object.hasOwn(moments, type)) {
    if (textOf(member(options, 'timeZone')) !== '') {
      remark(
        conversion,
        block.pointer,
        ['lost', 'setting-dropped', 'The moment is in UTC, not in a time zone.'],
        block.place,
      );
    }
    return compute(moments[type] ?? '', field, block, conversion);
  }
  if (type === 'Transcript' && conversion.values.isTranscript(field) && conversion.at.has('language_model')) {
    const message = `The Field “${field}” has no value: models and e-mails get the conversation in its place.`;
    remark(conversion, block.pointer, ['changed', 'setting-dropped', message]);
    return conversion.flow.next(block);
  }
  if (type === 'Random ID' && hasNewFormulas(conversion)) {
    const key = compute('string(int(random() * 1000000000000000.0))', field, block, conversion);
    remark(conversion, block.pointer, ['changed', 'setting-dropped', 'The id has digits, and no letters.'], key);
    return key;
  }
  if (type === 'Append value(s)') return append(field, block, conversion);
  if (type === 'Map item with same index') return mapItem(field, block, conversion);
  return leaveOut(
    conversion,
    block,
    'code-not-translated',
    `The variable “${field}” does not get the value “${type}”.`,
  );
}

function append(field: string, block: SourceBlock, conversion: Conversion): string | undefined {
  const item = fillIn(conversion, member(optionsOf(block), 'item'), block.pointer);
  if (conversion.at.allows('set_a_field', 'action', 'APPEND') && item.trim() !== '') {
    const key = setField({ field, action: 'APPEND', value: item }, block, conversion);
    const [, shown] = /^@\{([^{}]*)\}$/.exec(item.trim()) ?? [];
    if (shown !== undefined && conversion.values.mayBeUnset(shown, block)) {
      const message = `While “${shown}” has no value, the list stays, and gets no empty entry.`;
      remark(conversion, block.pointer, ['changed', 'loop-index', message], key);
    }
    return key;
  }
  const name = celText(field);
  const own = celField(field);
  const list = `(${name} in fields ? (type(${own}) == list ? ${own} : [${own}]) : [])`;
  const expression = `${list} + [${celOf(item)}]`;
  if (expression.length > longestFormula) {
    return leaveOut(
      conversion,
      block,
      'loop-index',
      `The list “${field}” does not get another entry: the text is too long.`,
    );
  }
  return compute(expression, field, block, conversion);
}

/** A text with Fields in it, as an expression. */
function celOf(text: string): string {
  const parts = text
    .split(/@\{([^{}]*)\}/)
    .map((part, at) => (at % 2 === 1 ? celFieldText(part) : part === '' ? '' : celText(part)))
    .filter((part) => part !== '');
  return parts.length === 0 ? '""' : parts.join(' + ');
}

/** The entry of a list with the place of a value in another list, of texts in one line. */
function mapItem(field: string, block: SourceBlock, conversion: Conversion): string | undefined {
  const [item, base, target] = ['baseItemVariableId', 'baseListVariableId', 'targetListVariableId'].map((name) =>
    conversion.variables.byId(memberAt(optionsOf(block), 'mapListItemParams', name)),
  );
  if (item === undefined || base === undefined || target === undefined) {
    return leaveOut(conversion, block, 'loop-index', `The variable “${field}” is not set: a list is not chosen.`);
  }
  const [one, from, to] = [celField(item), celField(base), celField(target)];
  if (hasNewFormulas(conversion)) {
    const before = `("\\n" + ${from}.join("\\n") + "\\n").split("\\n" + ${one} + "\\n")[0]`;
    const expression = `${one} in ${from} ? ${to}[size(${before}.split("\\n")) - 1] : ""`;
    if (expression.length <= longestFormula) return compute(expression, field, block, conversion);
  }
  const branch = (at: number): string => `size(${from}) > ${at} && ${from}[${at}] == ${one} ? ${to}[${at}] : `;
  let count = 0;
  let expression = '';
  while (count < mostMapped && expression.length + branch(count).length < longestFormula - 10) {
    expression += branch(count);
    count += 1;
  }
  if (count === 0) {
    return leaveOut(conversion, block, 'loop-index', `The variable “${field}” is not set: the names are too long.`);
  }
  const key = compute(`${expression}""`, field, block, conversion);
  const message = `The entry is found among the first ${count} of “${base}”, not among all.`;
  remark(conversion, block.pointer, ['changed', 'loop-index', message], key);
  return key;
}

/** Entries that a formula compares; brackets and parts are bounded too. */
const mostMapped = 20;
