import type { JsonValue } from '@botwright/core/diagram';
import { isObject, member, textOf } from '../json.ts';
import { type Conversion, optionsOf, remark } from './conversion.ts';
import type { Flow, SourceBlock } from './flow.ts';
import type { Variables } from './texts.ts';

/** The differences in the reading of typed answers, by the block that asks. */
const readings: Readonly<Record<string, string>> = {
  ask_question: 'Blanks around an answer are left out; another block compares or sends the answer.',
  ask_email:
    'An address keeps its capital letters; blanks around it, and names of hosts such as exämple.com, are accepted.',
  ask_number:
    'An answer is a number as a whole: “12 people” is refused, not read as 12, “1,000” is a thousand, and “007” is 7.',
  ask_phone: 'Any number of 6 to 15 digits is accepted, as typed, without a check of its country.',
  ask_url: 'An address that begins without https:// gets it, and other checks decide which addresses are accepted.',
  ask_date: 'Dates are read as the block says or as 2026-06-15, not from words such as “tomorrow”.',
  ask_time: 'A time is read alone, not in a sentence, and saved as 14:30.',
  ask_rating:
    'Only the numbers of the scale are accepted, none below it or between two; blanks around one are left out.',
  ask_file: 'A typed address is no file.',
  buttons: 'A typed answer may be the number of a choice, or its label in small or capital letters.',
  ask_card: 'A typed answer may be the number of a choice, or its label in small or capital letters.',
  ask_choices: 'A typed answer with a part that is no choice is refused as a whole.',
};

/** Reports how a question reads answers in another way than its source. @spec IM65 */
export function reportReading(conversion: Conversion, block: SourceBlock, question: string, key: string): void {
  const message = Object.hasOwn(readings, question) ? readings[question] : undefined;
  const field = conversion.variables.byId(textOf(member(optionsOf(block), 'variableId')));
  const isNoticed = question !== 'ask_question' || (field !== undefined && comparedFields(conversion).has(field));
  if (message !== undefined && isNoticed) {
    remark(conversion, block.pointer, ['changed', 'entity-asked', message], key);
  }
  if (field !== undefined && conversion.values.isList(field)) {
    const message = `The answer takes the place of the list “${field}”, and is not added to it.`;
    remark(conversion, block.pointer, ['changed', 'setting-dropped', message], key);
  }
}

const known = new WeakMap<Flow, ReadonlySet<string>>();

/** The Fields that other blocks than texts and questions read: they may notice blanks around an answer. */
function comparedFields({ flow, variables }: Conversion): ReadonlySet<string> {
  const found =
    known.get(flow) ??
    new Set(
      flow.groups
        .flatMap(({ blocks }) => blocks)
        .filter(({ type }) => type !== 'text' && !type.endsWith(' input'))
        .flatMap(({ json }) => fieldsIn(json, variables)),
    );
  known.set(flow, found);
  return found;
}

/** The Fields whose variables are named by their ids, or in texts. */
function fieldsIn(json: JsonValue, variables: Variables): readonly string[] {
  if (typeof json === 'string') {
    const names = [...json.matchAll(/\{\{([^{}]+)\}\}/g)].map(([, name = '']) => variables.byName(name));
    return [variables.byId(json), ...names].filter((field) => field !== undefined);
  }
  if (!isObject(json) && !Array.isArray(json)) return [];
  return Object.values(json).flatMap((value) => fieldsIn(value as JsonValue, variables));
}
