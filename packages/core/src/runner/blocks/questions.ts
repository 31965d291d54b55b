import { shippedBlocks } from '../../domain/blocks/shipped.ts';
import { isJsonList, type JsonObject, ownMember } from '../../domain/json/json-value.ts';
import { isSameNumber } from '../../domain/number-text.ts';
import { countCodePoints } from '../../domain/text.ts';
import type { BlockBehaviour, ExecutionContext } from '../behaviour/block-behaviour.ts';
import { questionBehaviour, seenAnswer, type TypedAnswer, typedAnswer } from '../behaviour/question.ts';
import { costs } from '../budget/costs.ts';
import { type DecimalMark, numberOf, readNumber } from '../field/read-number.ts';
import { fillJson } from '../text/fill-json.ts';
import { isHostName, plainDots } from '../text/host-name.ts';
import { hasNames, readDate } from '../text/read-date.ts';
import { readWebAddress } from '../text/read-web-address.ts';

/** @spec RN55 */
const askQuestion = questionBehaviour({
  block: 'ask_question',
  read: (message, { params, budget }) => {
    const answer = typedAnswer(message, budget);
    if (answer === undefined) return undefined;
    const length = countCodePoints(answer.seen);
    const isTooShort = length < (numberParam(params, 'minChars') ?? 0);
    const isTooLong = length > (numberParam(params, 'maxChars') ?? Number.POSITIVE_INFINITY);
    return isTooShort || isTooLong ? undefined : { type: 'string', value: answer.typed };
  },
});

function numberParam(params: JsonObject, name: string): number | undefined {
  const bound = ownMember(params, name);
  return typeof bound === 'number' ? bound : undefined;
}

/** Unicode code points. */
const maxNameLength = 255;

/** @spec RN56 */
const askName = questionBehaviour({
  block: 'ask_name',
  read: (message, { budget }) => {
    const answer = typedAnswer(message, budget);
    if (answer === undefined || !/\p{L}/u.test(answer.seen)) return undefined;
    const value = answer.typed.replace(/\s+/g, ' ');
    if (countCodePoints(value) > maxNameLength) return undefined;
    return { type: 'string', value };
  },
});

/** UTF-16 units of an email address, and of the part before the `@`. */
const maxEmailLength = 254;
const maxLocalLength = 64;
const localForm = /^[^\s@"(),:;<>[\\\]]+$/u;

/** @spec RN57 */
const askEmail = questionBehaviour({
  block: 'ask_email',
  read: (message, { budget }) => {
    const value = readEmailAddress(seenAnswer(message, budget));
    return value !== undefined ? { type: 'string', value } : undefined;
  },
});

/** @returns The address, or `undefined` when the text is none. */
function readEmailAddress(text: string): string | undefined {
  const [local = '', written = '', ...rest] = text.split('@');
  if (rest.length > 0 || text.length > maxEmailLength || local.length > maxLocalLength) return undefined;
  if (!localForm.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..')) return undefined;
  const domain = plainDots(written);
  return isHostName(domain) ? `${local}@${domain}` : undefined;
}

const minDigits = 6;
/** Digits of an international number, by E.164. */
const maxDigits = 15;

/** The long vowel of Japanese, the middle dot and the tilde stand for dashes in some countries. */
const phoneForm = /^\+?[\d ().\-/ー·・~]+$/;

/** @spec RN58 */
const askPhone = questionBehaviour({
  block: 'ask_phone',
  read: (message, { budget }) => {
    const text = seenAnswer(message, budget);
    if (!phoneForm.test(text)) return undefined;
    const digits = text.replace(/\D/g, '');
    if (digits.length < minDigits || digits.length > maxDigits) return undefined;
    return { type: 'string', value: text.startsWith('+') ? `+${digits}` : digits };
  },
});

/** @spec RN60, RN61, RN141 */
const askNumber = questionBehaviour({
  block: 'ask_number',
  read: (message, context) => {
    const value = readNumber(seenAnswer(message, context.budget), decimalOf(context));
    if (value === undefined) return undefined;
    const [min, max] = [boundOf(context, 'min'), boundOf(context, 'max')];
    const isTooSmall = min !== undefined && value < min && !isSameNumber(value, min);
    const isTooGreat = max !== undefined && value > max && !isSameNumber(value, max);
    return isTooSmall || isTooGreat ? undefined : { type: 'float', value };
  },
});

function decimalOf({ params }: ExecutionContext): DecimalMark {
  const decimal = ownMember(params, 'decimal');
  return decimal === 'comma' || decimal === 'ask' ? decimal : 'point';
}

/** A number, or a text with Fields filled in that reads as one. */
function boundOf({ params, fields, limits, budget }: ExecutionContext, name: string): number | undefined {
  return numberOf(fillJson(ownMember(params, name) ?? null, fields, limits.textLength, budget));
}

/** @spec RN59, RN138 */
const askUrl = questionBehaviour({
  block: 'ask_url',
  read: (message, { budget }) => {
    const answer = typedAnswer(message, budget);
    const value = answer && readWebAddress(answer);
    return value === undefined ? undefined : { type: 'string', value };
  },
});

/** The form of ISO 8601, which is read when no form of the author fits. */
const isoForm = { strftime: '%F', shown: 'yyyy-mm-dd', picked: 'yyyy-MM-dd', pattern: /^\d{4}-\d{2}-\d{2}$/ };

const dateForms = shippedBlocks.find(({ name }) => name === 'ask_date')?.answerForms;

/** @spec RN62, RN130, RN131, RN144, RN145, RN148 */
const askDate = questionBehaviour({
  block: 'ask_date',
  read: (message, { params, now, budget }) => {
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
  },
  form: ({ params, budget }) => {
    const format = ownMember(params, 'format');
    const locale = localeOf(params);
    for (const form of isJsonList(format) ? format : []) {
      budget.charge(typeof form === 'string' && hasNames(form) ? costs.dateNames : costs.entry);
      const [known] = dateForms?.({ format: [form], locale }) ?? [];
      if (known !== undefined) return known.shown;
    }
    return isoForm.shown;
  },
  expects: ({ params }) => {
    if (ownMember(params, 'showDatePicker') !== true) return { kind: 'date' };
    const format = ownMember(params, 'pickerFormat');
    return { kind: 'date', format: typeof format === 'string' ? format : isoForm.picked };
  },
});

function localeOf(params: JsonObject): string {
  const locale = ownMember(params, 'locale');
  return typeof locale === 'string' ? locale : 'en';
}

/** A file that was sent, or the address of one that the visitor typed. @spec RN64, RN148 */
const askFile = questionBehaviour({
  block: 'ask_file',
  read: (message, { budget }) => {
    const value = 'url' in message ? message.url : typedAddress(typedAnswer(message, budget));
    return value === undefined ? undefined : { type: 'string', value };
  },
  expects: () => ({ kind: 'file' }),
});

/** With its scheme: a single word with a dot in it is more often a name of a file than the address of one. */
function typedAddress(answer: TypedAnswer | undefined): string | undefined {
  return answer !== undefined && /^https?:/i.test(answer.seen) ? readWebAddress(answer) : undefined;
}

/** Blocks that ask for one typed answer. */
export const questions: readonly BlockBehaviour[] = [
  askQuestion,
  askName,
  askEmail,
  askPhone,
  askNumber,
  askUrl,
  askDate,
  askFile,
];
