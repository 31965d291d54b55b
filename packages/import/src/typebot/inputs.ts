import type { JsonObject, JsonValue } from '@botwright/core/diagram';
import { celField, celText } from '../code/cel.ts';
import { listOf, member, memberAt, numberOf, textOf } from '../json.ts';
import {
  addBlock,
  type Conversion,
  type Converter,
  excerpt,
  fillIn,
  knownParams,
  leaveOut,
  optionsOf,
  remark,
  written,
} from './conversion.ts';
import type { SourceBlock } from './flow.ts';
import { hasNewFormulas } from './set-variable.ts';
import { blockForInput, ratingOf, reportQuestion, wordsOf } from './words.ts';

/** A question with one output. */
function typed(
  own: (options: JsonValue | undefined, block: SourceBlock, conversion: Conversion) => JsonObject,
  behind = (block: SourceBlock, { flow }: Conversion, _params: JsonObject): string | undefined => flow.next(block),
): Converter {
  return (block, conversion) => {
    const question = blockForInput(block, conversion);
    if (question === undefined) {
      return leaveOut(conversion, block, 'integration-unknown', `The visitor is not asked for “${block.type}”.`);
    }
    const words = wordsOf(block, question, conversion);
    const params = { ...words.params, ...own(optionsOf(block), block, conversion) };
    const saved = `${block.place}:saved`;
    const key = addBlock(conversion, block, question, params, [['$success', saved]]);
    conversion.builder.standsFor(saved, behind(block, conversion, params));
    reportQuestion(conversion, block, words, key);
    return key;
  };
}

const none = (): JsonObject => ({});

const text = typed((options, block, conversion) => {
  for (const [name, what] of [
    ['attachments', 'cannot attach files'],
    ['audioClip', 'cannot record a sound'],
  ] as const) {
    if (memberAt(options, name, 'isEnabled') === true) {
      remark(conversion, block.pointer, ['lost', 'setting-dropped', `The visitor ${what}.`]);
    }
  }
  return {};
});

const number = typed((options, block, conversion) => {
  const bounds: { [name: string]: JsonValue } = {};
  for (const name of ['min', 'max']) {
    const given = member(options, name);
    if (given === undefined || given === null || given === '') continue;
    const bound = numberOf(given);
    if (bound === 0) {
      const message = 'The bound 0 is checked, which it was not before.';
      remark(conversion, block.pointer, ['changed', 'setting-dropped', message]);
    }
    if (bound !== undefined) bounds[name] = bound;
    else
      remark(conversion, block.pointer, [
        'lost',
        'setting-dropped',
        `The number has no bound “${name}” of a variable.`,
      ]);
  }
  for (const name of ['step', 'style', 'unit', 'currency', 'locale']) {
    if (member(options, name) === undefined || member(options, name) === 'decimal') continue;
    remark(conversion, block.pointer, ['lost', 'setting-dropped', `The number is typed without its “${name}”.`]);
  }
  return bounds;
});

const dateParts: Readonly<Record<string, string>> = {
  yyyy: '%Y',
  yy: '%y',
  MM: '%m',
  M: '%m',
  MMMM: '%B',
  MMM: '%b',
  dd: '%d',
  d: '%d',
  HH: '%H',
  H: '%H',
  mm: '%M',
  EEEE: '%A',
};

const dateForm = (options: JsonValue | undefined): string => {
  const usual = member(options, 'hasTime') === true ? 'dd/MM/yyyy HH:mm' : 'dd/MM/yyyy';
  return written(member(options, 'format')) ?? usual;
};

const date = typed((options, block, conversion) => {
  if (member(options, 'isRange') === true) {
    const message = 'The visitor types two dates as one text, without a check.';
    remark(conversion, block.pointer, ['changed', 'setting-dropped', message]);
    return {};
  }
  const hasTime = member(options, 'hasTime') === true;
  const given = dateForm(options);
  const parts = given.match(/[A-Za-z]+|[^A-Za-z]+/g) ?? [];
  const isKnown = parts.every((part) => !/^[A-Za-z]/.test(part) || Object.hasOwn(dateParts, part));
  const format = isKnown ? parts.map((part) => dateParts[part] ?? part.replaceAll('%', '')).join('') : '%d/%m/%Y';
  if (!isKnown) {
    remark(conversion, block.pointer, [
      'changed',
      'setting-dropped',
      `Dates are written as dd/mm/yyyy, not as ${given}.`,
    ]);
  }
  for (const bound of ['min', 'max']) {
    if (written(member(options, bound)) === undefined) continue;
    remark(conversion, block.pointer, ['lost', 'setting-dropped', `The date has no bound “${bound}”.`]);
  }
  const picker = isKnown ? given : 'dd/MM/yyyy';
  const isPicked = !hasTime && conversion.at.allows('ask_date', 'pickerFormat', picker);
  return { format: [format], ...(isPicked ? { showDatePicker: true, pickerFormat: picker } : {}) };
}, writeDate);

/** The places of the parts in 2026-06-15T14:30:00Z. */
const placesOfParts: Readonly<Record<string, readonly [from: number, to: number]>> = {
  yyyy: [0, 4],
  yy: [2, 4],
  MM: [5, 7],
  dd: [8, 10],
  HH: [11, 13],
  mm: [14, 16],
};

/** The source saves a date as a text in the form of the block. @spec IM66 */
function writeDate(block: SourceBlock, conversion: Conversion, { destination }: JsonObject): string | undefined {
  const options = optionsOf(block);
  const next = conversion.flow.next(block);
  const form = dateForm(options);
  if (typeof destination !== 'string' || member(options, 'isRange') === true || form === 'yyyy-MM-dd') return next;
  const parts = form.match(/[A-Za-z]+|[^A-Za-z]+/g) ?? [];
  const isKnown = parts.every((part) => !/^[A-Za-z]/.test(part) || Object.hasOwn(placesOfParts, part));
  if (!isKnown || !hasNewFormulas(conversion)) {
    const message = `The date is saved as 2026-06-15, not in the form ${excerpt(form)}.`;
    remark(conversion, block.pointer, ['changed', 'setting-dropped', message], block.place);
    return next;
  }
  const texts = parts.map((part) => {
    const [from, to] = placesOfParts[part] ?? [];
    return from === undefined ? celText(part) : `string(${celField(destination)}).substring(${from}, ${to})`;
  });
  return addBlock(conversion, block, 'formulas', { expression: texts.join(' + '), destination }, [
    ['$success', next],
    ['$failed', next],
  ]);
}

const time = typed((options, block, conversion) => {
  const format = written(member(options, 'format')) ?? 'HH:mm';
  if (format !== 'HH:mm') {
    const message = `The time is saved as 14:30, not in the form ${excerpt(format)}.`;
    remark(conversion, block.pointer, ['changed', 'setting-dropped', message]);
  }
  if (!conversion.at.has('ask_time')) {
    remark(conversion, block.pointer, [
      'changed',
      'setting-dropped',
      'The visitor types the time as a text, without a check.',
    ]);
  }
  return {};
});

const typesOfNames: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  txt: 'text/plain',
  csv: 'text/csv',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
};

/** `image/*` and `.pdf` as a file question names them; other texts as they are. */
function fileKind(given: string): string {
  const text = given.trim().toLowerCase();
  const [, kind] = /^([a-z]+)\/\*$/.exec(text) ?? [];
  const ending = text.replace(/^\./, '');
  return kind ?? (Object.hasOwn(typesOfNames, ending) ? (typesOfNames[ending] ?? text) : text);
}

const file = typed((options, block, conversion) => {
  if (member(options, 'isRequired') === false) {
    remark(conversion, block.pointer, [
      'lost',
      'setting-dropped',
      'The visitor cannot leave the question without a file.',
    ]);
  }
  const isSeveral = member(options, 'isMultipleAllowed') === true;
  const isFiltered = memberAt(options, 'allowedFileTypes', 'isEnabled') === true;
  const types = listOf(memberAt(options, 'allowedFileTypes', 'types'))
    .map(textOf)
    .filter((type) => type.trim() !== '')
    .map(fileKind);
  const isKnown = types.length > 0 && conversion.at.accepts('ask_file', { accept: types });
  const params = knownParams(conversion, 'ask_file', {
    several: isSeveral ? true : undefined,
    accept: isFiltered && isKnown && types.length <= conversion.at.mostOf('ask_file', 'accept') ? types : undefined,
  });
  if (isSeveral && params['several'] === undefined) {
    remark(conversion, block.pointer, ['lost', 'setting-dropped', 'The visitor sends one file, not several.']);
  }
  if (isFiltered && params['accept'] === undefined) {
    remark(conversion, block.pointer, ['lost', 'setting-dropped', 'The visitor may send a file of any type.']);
  }
  return params;
});

const rating = typed((options, block, conversion) => {
  const bounds = ratingOf(options);
  if (bounds === undefined || !conversion.at.has('ask_rating')) {
    remark(conversion, block.pointer, [
      'changed',
      'choice-limit',
      'The visitor types the number in place of pressing it.',
    ]);
    const [min, max] = [numberOf(member(options, 'startsAt') ?? 0), numberOf(member(options, 'length') ?? 10)];
    return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  }
  const fill = (text: JsonValue | undefined) =>
    written(text) === undefined ? undefined : fillIn(conversion, text, block.pointer);
  if (memberAt(options, 'customIcon', 'isEnabled') === true) {
    remark(conversion, block.pointer, ['changed', 'theme-dropped', 'The rating shows stars, not an icon of its own.']);
  }
  return knownParams(conversion, 'ask_rating', {
    ...bounds,
    icon: member(options, 'buttonType') === 'Icons' ? 'star' : 'number',
    lowLabel: fill(memberAt(options, 'labels', 'left')),
    highLabel: fill(memberAt(options, 'labels', 'right')),
  });
});

const payment: Converter = (block, conversion) =>
  leaveOut(conversion, block, 'integration-unknown', 'The visitor is not asked to pay; the conversation goes on.');

export const inputs: Readonly<Record<string, Converter>> = {
  'text input': text,
  'email input': typed(none),
  'number input': number,
  'phone number input': typed(none),
  'url input': typed(none),
  'date input': date,
  'time input': time,
  'file input': file,
  'rating input': rating,
  'payment input': payment,
};
