import { isJsonList, type JsonObject, type JsonValue, ownMember } from '../../json/json-value.ts';
import type { AnswerForm, BlockProblem } from '../block-definition.ts';
import { param } from '../describe-block.ts';
import { defineQuestion } from '../question-block.ts';

const defaultFormat = ['%Y/%m/%d'];
const pickerFormats = ['yyyy/MM/dd', 'yy/MM/dd', 'dd/MM/yyyy', 'dd/MM/yy', 'MM/dd/yy', 'MM/dd/yyyy'];

const pickerPartOf: ReadonlyMap<string, string> = new Map([
  ['%Y', 'yyyy'],
  ['%y', 'yy'],
  ['%m', 'MM'],
  ['%d', 'dd'],
  ['%D', 'MM/dd/yy'],
]);

const strftimeOf: ReadonlyMap<string, string> = new Map(
  pickerFormats.map((format) => [
    format,
    format.replace('yyyy', '%Y').replace('yy', '%y').replace('MM', '%m').replace('dd', '%d'),
  ]),
);

export const askDate = defineQuestion({
  name: 'ask_date',
  template: 'var_date',
  title: 'Ask for a date',
  description: 'Asks for a date, typed or picked from a calendar.',
  canBeWelcome: true,
  savesText: false,
  answerForms: typedForms,
  params: [
    param('format', 'array', {
      default: defaultFormat,
      rules: { nonEmpty: true },
      description: 'Forms of a date that are accepted, in the notation of strftime.',
    }),
    param('pickerFormat', 'string', {
      rules: { enum: pickerFormats },
      description: 'Form in which the calendar writes the date that was picked.',
    }),
    param('showDatePicker', 'boolean', { description: 'Shows a calendar to pick from.' }),
  ],
  check: checkPickerFormat,
});

/** @spec BL14 */
function checkPickerFormat(params: JsonObject): readonly BlockProblem[] {
  const picked = ownMember(params, 'pickerFormat');
  const wanted = typeof picked === 'string' ? strftimeOf.get(picked) : undefined;
  if (typeof picked !== 'string' || wanted === undefined) return [];
  const format = ownMember(params, 'format');
  const accepted = format === undefined ? defaultFormat : format;
  if (!isJsonList(accepted) || accepted.includes(wanted)) return [];
  if (accepted.some((entry) => accepts(entry, picked))) return [];
  return [
    {
      code: 'date_format_mismatch',
      message: `the calendar writes dates as ${picked}, which no entry of "format" accepts.`,
      param: 'format',
      hint: `Add "${wanted}" to "format".`,
    },
  ];
}

/** Digits and letters of each directive, as a visitor writes them. */
const written: ReadonlyMap<string, readonly [shown: string, example: string]> = new Map([
  ['%Y', ['yyyy', '\\d{4}']],
  ['%y', ['yy', '\\d{2}']],
  ['%m', ['mm', '\\d{1,2}']],
  ['%d', ['dd', '\\d{1,2}']],
  ['%e', ['d', '\\d{1,2}']],
  ['%b', ['mmm', '\\p{L}{3,4}']],
  ['%B', ['mmmm', '\\p{L}+']],
  ['%D', ['mm/dd/yy', '\\d{1,2}/\\d{1,2}/\\d{2}']],
  ['%F', ['yyyy-mm-dd', '\\d{4}-\\d{1,2}-\\d{1,2}']],
]);

/** A visitor who picks from a calendar need not know any form. A form with another directive is not shown. */
function typedForms(params: JsonObject): readonly AnswerForm[] {
  const format = ownMember(params, 'format') ?? defaultFormat;
  if (ownMember(params, 'showDatePicker') === true || !isJsonList(format)) return [];
  return format.flatMap((entry) => (typeof entry === 'string' && entry.length <= longestForm ? formOf(entry) : []));
}

/** UTF-16 units. */
const longestForm = 64;

function formOf(entry: string): readonly AnswerForm[] {
  let shown = '';
  let example = '';
  for (const [part] of entry.matchAll(/%-?.|[^%]+/gsu)) {
    const directive = written.get(part.replace('-', ''));
    if (part.startsWith('%') && directive === undefined) return [];
    shown += directive?.[0] ?? part.toLowerCase();
    example += directive?.[1] ?? part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  }
  return [{ shown, example: new RegExp(example, 'u') }];
}

/** A longer format cannot be equal to one that the calendar writes. */
const longestEqual = Math.max(...pickerFormats.map(({ length }) => length));

function accepts(entry: JsonValue, picked: string): boolean {
  if (typeof entry !== 'string' || entry.length > longestEqual) return false;
  return entry.replace(/%./gu, (part) => pickerPartOf.get(part) ?? part) === picked;
}
