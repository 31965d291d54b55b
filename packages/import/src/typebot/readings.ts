import { member, textOf } from '../json.ts';
import { type Conversion, optionsOf, remark } from './conversion.ts';
import type { SourceBlock } from './flow.ts';

/** The differences in the reading of typed answers, by the block that asks. */
const readings: Readonly<Record<string, string>> = {
  ask_question: 'Blanks around an answer are left out.',
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
  if (message !== undefined) remark(conversion, block.pointer, ['changed', 'entity-asked', message], key);
  const field = conversion.variables.byId(textOf(member(optionsOf(block), 'variableId')));
  if (field !== undefined && conversion.values.isList(field)) {
    const message = `The answer takes the place of the list “${field}”, and is not added to it.`;
    remark(conversion, block.pointer, ['changed', 'setting-dropped', message], key);
  }
}
