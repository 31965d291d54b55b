import { countCodePoints, isJsonList, type JsonObject, ownMember } from '@botwright/core/conversation';
import { shippedBlocks } from '@botwright/core/diagram';
import type { BlockBehaviour, ExecutionContext } from '../behaviour/block-behaviour.ts';
import { questionBehaviour, typedText } from '../behaviour/question.ts';
import { costs } from '../budget/costs.ts';
import { numberOf, readNumber } from '../field/written-value.ts';
import { fillJson } from '../text/fill-json.ts';
import { isWebAddress } from '../text/fill-url.ts';
import { readDate } from '../text/read-date.ts';

/** @spec RN55 */
const askQuestion = questionBehaviour({
  block: 'ask_question',
  read: (message, { params }) => {
    const value = typedText(message);
    if (value === undefined) return undefined;
    const length = countCodePoints(value);
    const isTooShort = length < (numberParam(params, 'minChars') ?? 0);
    const isTooLong = length > (numberParam(params, 'maxChars') ?? Number.POSITIVE_INFINITY);
    return isTooShort || isTooLong ? undefined : { type: 'string', value };
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
  read: (message) => {
    const value = typedText(message)?.replace(/\s+/g, ' ');
    if (value === undefined || !/\p{L}/u.test(value) || countCodePoints(value) > maxNameLength) return undefined;
    return { type: 'string', value };
  },
});

/** UTF-16 units of an email address, and of the part before the `@`. */
const maxEmailLength = 254;
const maxLocalLength = 64;
const localForm = /^[^\s@"(),:;<>[\\\]]+$/u;
const labelForm = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/** @spec RN57 */
const askEmail = questionBehaviour({
  block: 'ask_email',
  read: (message) => {
    const value = typedText(message);
    return value !== undefined && isEmailAddress(value) ? { type: 'string', value } : undefined;
  },
});

function isEmailAddress(text: string): boolean {
  const [local = '', domain = '', ...rest] = text.split('@');
  if (rest.length > 0 || text.length > maxEmailLength || local.length > maxLocalLength) return false;
  if (!localForm.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false;
  const labels = domain.split('.');
  return labels.length > 1 && labels.every((label) => labelForm.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
}

const minDigits = 6;
/** Digits of an international number, by E.164. */
const maxDigits = 15;

/** @spec RN58 */
const askPhone = questionBehaviour({
  block: 'ask_phone',
  read: (message) => {
    const text = typedText(message) ?? '';
    if (!/^\+?[\d\s().\-/]+$/.test(text)) return undefined;
    const digits = text.replace(/\D/g, '');
    if (digits.length < minDigits || digits.length > maxDigits) return undefined;
    return { type: 'string', value: text.startsWith('+') ? `+${digits}` : digits };
  },
});

/** @spec RN60, RN61 */
const askNumber = questionBehaviour({
  block: 'ask_number',
  read: (message, context) => {
    const value = readNumber(typedText(message) ?? '');
    if (value === undefined) return undefined;
    const isTooSmall = value < (boundOf(context, 'min') ?? Number.NEGATIVE_INFINITY);
    const isTooGreat = value > (boundOf(context, 'max') ?? Number.POSITIVE_INFINITY);
    return isTooSmall || isTooGreat ? undefined : { type: 'float', value };
  },
});

/** A number, or a text with Fields filled in that reads as one. */
function boundOf({ params, fields, limits, budget }: ExecutionContext, name: string): number | undefined {
  return numberOf(fillJson(ownMember(params, name) ?? null, fields, limits.textLength, budget));
}

/** UTF-16 units. */
const maxUrlLength = 2_048;

/** @spec RN59 */
const askUrl = questionBehaviour({
  block: 'ask_url',
  read: (message) => {
    const text = typedText(message) ?? '';
    const value = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
    if (value.length > maxUrlLength || !isWebAddress(value)) return undefined;
    const { hostname, username, password } = new URL(value);
    return isNamedHost(hostname) && username + password === '' ? { type: 'string', value } : undefined;
  },
});

/** A name with a dot in it, or an address in numbers: `localhost` and most typos are neither. */
function isNamedHost(host: string): boolean {
  return host.startsWith('[') || /[^.]\.[^.]/.test(host);
}

/** The form of ISO 8601, which is read when no form of the author fits. */
const isoForm = { strftime: '%F', shown: 'yyyy-mm-dd', picked: 'yyyy-MM-dd', pattern: /^\d{4}-\d{2}-\d{2}$/ };

const dateForms = shippedBlocks.find(({ name }) => name === 'ask_date')?.answerForms;

/** @spec RN62, RN130, RN131, RN8003 */
const askDate = questionBehaviour({
  block: 'ask_date',
  read: (message, { params, now, budget }) => {
    const text = typedText(message);
    if (text === undefined) return undefined;
    const forms = ownMember(params, 'format');
    for (const form of isJsonList(forms) ? forms : []) {
      budget.charge(costs.dateForm);
      const value = typeof form === 'string' ? readDate(text, form, now) : undefined;
      if (value !== undefined) return { type: 'date', value };
    }
    if (!isoForm.pattern.test(text)) return undefined;
    budget.charge(costs.dateForm);
    const value = readDate(text, isoForm.strftime, now);
    return value === undefined ? undefined : { type: 'date', value };
  },
  form: ({ params, budget }) => {
    const format = ownMember(params, 'format');
    for (const form of isJsonList(format) ? format : []) {
      budget.charge(costs.entry);
      const [known] = dateForms?.({ format: [form] }) ?? [];
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

/** A file that was sent, or the address of one that the visitor typed. @spec RN64, RN8003 */
const askFile = questionBehaviour({
  block: 'ask_file',
  read: (message) => {
    const value = 'url' in message ? message.url : typedText(message);
    if (value === undefined || ('text' in message && !isWebAddress(value))) return undefined;
    return { type: 'string', value };
  },
  form: () => 'https://…',
  expects: () => ({ kind: 'file' }),
});

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
