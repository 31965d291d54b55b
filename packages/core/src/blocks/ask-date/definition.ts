import type { AnswerForm, BlockProblem } from '../../domain/blocks/block-definition.ts';
import { param } from '../../domain/blocks/describe-block.ts';
import { defineQuestion } from '../../domain/blocks/question-block.ts';
import { isJsonList, type JsonObject, type JsonValue, ownMember } from '../../domain/json/json-value.ts';
import { type DateNames, dateNames, localePattern, type NamesOfOne } from '../../domain/time/date-names.ts';

const defaultFormat = ['%Y/%m/%d'];
const defaultLocale = 'en';
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
      isTestable: false,
      rules: { enum: pickerFormats },
      description: 'Form in which the calendar writes the date that was picked.',
    }),
    param('locale', 'string', {
      default: defaultLocale,
      rules: { pattern: localePattern },
      description: 'Language of the names of months and days of the week, such as "es" or "pt-BR".',
    }),
    param('showDatePicker', 'boolean', { isTestable: false, description: 'Shows a calendar to pick from.' }),
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

/** A pattern for the digits of each directive. */
const written: ReadonlyMap<string, readonly [shown: string, example: string]> = new Map([
  ['%Y', ['yyyy', '\\d{4}']],
  ['%y', ['yy', '\\d{2}']],
  ['%m', ['mm', '\\d{1,2}']],
  ['%d', ['dd', '\\d{1,2}']],
  ['%e', ['d', '\\d{1,2}']],
  ['%D', ['mm/dd/yy', '\\d{1,2}/\\d{1,2}/\\d{2}']],
  ['%F', ['yyyy-mm-dd', '\\d{4}-\\d{1,2}-\\d{1,2}']],
]);

/** Each directive for a name: the names in a language, and the pattern of a name. */
const names: ReadonlyMap<string, readonly [name: keyof NamesOfOne, of: keyof DateNames]> = new Map([
  ['%B', ['inDate', 'months']],
  ['%b', ['shortInDate', 'months']],
  ['%h', ['shortInDate', 'months']],
  ['%A', ['inDate', 'weekdays']],
  ['%a', ['shortInDate', 'weekdays']],
]);
const nameExample = "[\\p{L}\\p{M}\\d][\\p{L}\\p{M}. ']{0,24}";

/** The example for forms with names: a visitor understands an example better than `mmmm`. */
const example = { '%Y': '2026', '%y': '26', '%d': '21', '%e': '21', '%m': '11', month: 10, weekday: 6 } as const;

/** A visitor who picks from a calendar need not know any form. Forms with unknown directives are not shown. */
function typedForms(params: JsonObject): readonly AnswerForm[] {
  const format = ownMember(params, 'format') ?? defaultFormat;
  const locale = ownMember(params, 'locale');
  if (ownMember(params, 'showDatePicker') === true || !isJsonList(format)) return [];
  return format.flatMap((entry) =>
    typeof entry === 'string' && entry.length <= longestForm && entry.includes('%')
      ? formOf(entry, typeof locale === 'string' ? locale : defaultLocale)
      : [],
  );
}

/** UTF-16 units. */
const longestForm = 64;

function formOf(entry: string, locale: string): readonly AnswerForm[] {
  const parts = [...entry.matchAll(/%-?.|[^%]+/gsu)].map(([part]) =>
    part.startsWith('%') ? part.replace('-', '') : part,
  );
  const isWithNames = parts.some((part) => names.has(part));
  let shown = '';
  let pattern = '';
  for (const part of parts) {
    const name = names.get(part);
    const digits = written.get(part);
    if (part.startsWith('%') && name === undefined && digits === undefined) return [];
    shown += name === undefined ? shownPart(part, isWithNames) : nameOf(locale, ...name);
    pattern += name === undefined ? (digits?.[1] ?? part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')) : nameExample;
  }
  return [{ shown: isWithNames ? shown : shown.toLowerCase(), example: new RegExp(pattern, 'u') }];
}

function shownPart(part: string, isExample: boolean): string {
  const inExample: string | undefined =
    isExample && part in example ? example[part as keyof typeof example].toString() : undefined;
  return inExample ?? written.get(part)?.[0] ?? part;
}

function nameOf(locale: string, name: keyof NamesOfOne, of: keyof DateNames): string {
  return dateNames(locale)[of][of === 'months' ? example.month : example.weekday]?.[name] ?? '';
}

/** A longer format cannot be a format of the calendar. */
const longestEqual = Math.max(...pickerFormats.map(({ length }) => length));

function accepts(entry: JsonValue, picked: string): boolean {
  if (typeof entry !== 'string' || entry.length > longestEqual) return false;
  return entry.replace(/%./gu, (part) => pickerPartOf.get(part) ?? part) === picked;
}
