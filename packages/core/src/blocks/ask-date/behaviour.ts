import type { VisitorInput } from '../../domain/conversation/messages.ts';
import { isDateField } from '../../domain/field/field.ts';
import { isJsonList, type JsonObject, ownMember } from '../../domain/json/json-value.ts';
import type { ExecutionContext } from '../../runner/behaviour/block-behaviour.ts';
import { type AcceptedAnswer, questionBehaviour, seenAnswer, takeTyped } from '../../runner/behaviour/question.ts';
import { costs } from '../../runner/budget/costs.ts';
import { hasNames, readDate } from '../../runner/text/read-date.ts';
import { askDate as definition } from './definition.ts';

/** The form of ISO 8601, which is read when no form of the author fits. */
const isoForm = { strftime: '%F', shown: 'yyyy-mm-dd', picked: 'yyyy-MM-dd', pattern: /^\d{4}-\d{2}-\d{2}$/ };

/** @spec RN62, RN130, RN131, RN144, RN145, RN148 */
export const askDate = questionBehaviour({
  block: 'ask_date',
  samples: datesInForms,
  read,
  form: ({ params, budget }) => {
    const format = ownMember(params, 'format');
    const locale = localeOf(params);
    for (const form of isJsonList(format) ? format : []) {
      budget.charge(typeof form === 'string' && hasNames(form) ? costs.dateNames : costs.entry);
      const [known] = definition.answerForms?.({ format: [form], locale }) ?? [];
      if (known !== undefined) return known.shown;
    }
    return isoForm.shown;
  },
  take: (held, context) => (isDateField(held) ? held : takeTyped(read, held, context)),
  isExpectedStored: true,
  expects: ({ params }) => {
    if (ownMember(params, 'showDatePicker') !== true) return { kind: 'date' };
    const format = ownMember(params, 'pickerFormat');
    return { kind: 'date', format: typeof format === 'string' ? format : isoForm.picked };
  },
});

function read(message: VisitorInput, { params, now, budget }: ExecutionContext): AcceptedAnswer | undefined {
  const text = seenAnswer(message, budget);
  if (text === '') return undefined;
  const locale = localeOf(params);
  const forms = ownMember(params, 'format');
  const known = (isJsonList(forms) ? forms : []).filter((form) => typeof form === 'string');
  if (known.some(hasNames)) budget.charge(costs.dateNames + costs.dateWriting);
  for (const form of known) {
    budget.charge(hasNames(form) ? costs.wordedDateForm : costs.dateForm);
    const value = readDate(text, form, now, locale);
    if (value !== undefined) return { type: 'date', value };
  }
  if (!isoForm.pattern.test(text)) return undefined;
  budget.charge(costs.dateForm);
  const value = readDate(text, isoForm.strftime, now, locale);
  return value === undefined ? undefined : { type: 'date', value };
}

function localeOf(params: JsonObject): string {
  const locale = ownMember(params, 'locale');
  return typeof locale === 'string' ? locale : 'en';
}

const partsOfSample: ReadonlyMap<string, string> = new Map([
  ['%Y', '2026'],
  ['%y', '26'],
  ['%m', '06'],
  ['%d', '15'],
  ['%e', '15'],
  ['%b', 'Jun'],
  ['%B', 'June'],
  ['%D', '06/15/26'],
  ['%F', '2026-06-15'],
]);

/** 15 June 2026 in the accepted forms. */
function datesInForms(params: JsonObject): readonly string[] {
  const format = ownMember(params, 'format');
  const forms = isJsonList(format) ? format.filter((form) => typeof form === 'string') : [];
  return [...forms, '%Y/%m/%d'].map((form) =>
    form.replaceAll(/%-?./gu, (part) => partsOfSample.get(part.replace('-', '')) ?? part),
  );
}
