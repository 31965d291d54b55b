import { isJsonList, type JsonObject, type JsonValue, ownMember } from '../../json/json-value.ts';
import type { BlockProblem } from '../block-definition.ts';
import { param } from '../define-block.ts';
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

/** A longer format cannot be equal to one that the calendar writes. */
const longestEqual = Math.max(...pickerFormats.map(({ length }) => length));

function accepts(entry: JsonValue, picked: string): boolean {
  if (typeof entry !== 'string' || entry.length > longestEqual) return false;
  return entry.replace(/%./gu, (part) => pickerPartOf.get(part) ?? part) === picked;
}
