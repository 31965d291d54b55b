import type { JsonObject, JsonValue } from '@botwright/core/diagram';
import { listOf, member, memberAt, numberOf, textOf } from '../json.ts';
import { cut } from '../plain-texts.ts';
import {
  type Conversion,
  carry,
  fillIn,
  knownParams,
  optionsOf,
  remark,
  reportAddress,
  reportDropped,
  written,
} from './conversion.ts';
import type { SourceBlock } from './flow.ts';
import { reportReading } from './readings.ts';
import { type BubbleText, readBubbleText } from './rich-text.ts';

/** The text of a text bubble, as a block of the result says it: a text, or the question that follows. */
export function bubbleTextOf(block: SourceBlock, { variables, at }: Conversion, saidBy = 'send_text'): BubbleText {
  return readBubbleText(member(block.json, 'content'), variables, at.hasParam(saidBy, 'format'));
}

/** Reports the losses of a text. @spec IM69 */
export function reportText(conversion: Conversion, block: SourceBlock, text: BubbleText, key: string): void {
  reportDropped(conversion, text.dropped, block.pointer);
  if (text.isFromHtml) {
    remark(conversion, block.pointer, ['changed', 'html-removed', 'HTML became plain text.'], key);
  }
  if (text.unmarked.length > 0) {
    const message = `The text was marked (${text.unmarked.join(', ')}) and is plain.`;
    remark(conversion, block.pointer, ['changed', 'text-plain-only', message], key);
  }
  if (/\]\([^)]*.@\{/.test(text.text)) reportAddress(conversion, block, key);
  const shown = new Set([...text.text.matchAll(/@\{([^{}]*)\}/g)].map(([, field = '']) => field));
  const free = [...shown].filter((field) => {
    const known = conversion.values.isNumber(field) ? [] : conversion.values.textsOf(field);
    return known === undefined || known.some((each) => maybeMarkdown.test(each));
  });
  if (free.length === 0) return;
  const message = `Markdown in the value of ${free.map((field) => `“${field}”`).join(', ')} is shown as it is written.`;
  remark(conversion, block.pointer, ['changed', 'text-plain-only', message], key);
}

/** A text that Markdown may show in another way. */
const maybeMarkdown = /[*_`#<>[\]~\\|{}]|^\s|\s$|^\d+[.)] |^[-+] /;

/** The words of a question: the text before it, or none if the question can be quiet. */
export interface Words {
  readonly params: JsonObject;
  /** The text before the question, if the question says it. */
  readonly folded?: SourceBlock;
  readonly question: string;
}

const defaultPlaceholders: Readonly<Record<string, string>> = {
  'text input': 'Type your answer...',
  'email input': 'Type your email...',
  'number input': 'Type a number...',
  'phone number input': 'Type your phone number...',
  'url input': 'Type a URL...',
};
const defaultRetry: Readonly<Record<string, string>> = {
  'email input': "This email doesn't seem to be valid. Can you type it again?",
};

/** Whether a text bubble is said by the question behind it, because questions cannot be quiet. */
export function isFolded(block: SourceBlock, conversion: Conversion): boolean {
  const after = block.group.blocks[block.at + 1];
  return (
    block.type === 'text' &&
    after !== undefined &&
    takesWords(after, conversion) &&
    !conversion.flow.isEntered(after) &&
    bubbleTextOf(block, conversion).text.trim() !== ''
  );
}

/** The block of the result that asks what an input of the source asks. */
const questionOf: Readonly<Record<string, readonly [block: string, otherwise?: string]>> = {
  'text input': ['ask_question'],
  'email input': ['ask_email'],
  'number input': ['ask_number'],
  'phone number input': ['ask_phone'],
  'url input': ['ask_url'],
  'date input': ['ask_date'],
  'time input': ['ask_time', 'ask_question'],
  'file input': ['ask_file'],
  'rating input': ['ask_rating', 'ask_number'],
  'choice input': ['buttons'],
  'picture choice input': ['ask_card', 'buttons'],
  cards: ['ask_card', 'buttons'],
};

const isOfItems = (type: string): boolean => ['choice input', 'picture choice input', 'cards'].includes(type);

/** The question for an input, by the catalog at hand. */
export function blockForInput({ type, json }: SourceBlock, { at }: Conversion): string | undefined {
  if (!Object.hasOwn(questionOf, type)) return undefined;
  const [block = '', otherwise] = questionOf[type] ?? [];
  const options = member(json, 'options');
  if (isOfItems(type) && member(options, 'isMultipleChoice') === true && at.has('ask_choices')) return 'ask_choices';
  if (type === 'date input' && member(options, 'isRange') === true) return 'ask_question';
  if (type === 'rating input' && ratingOf(options) === undefined) return 'ask_number';
  return at.has(block) ? block : otherwise;
}

function takesWords(block: SourceBlock, conversion: Conversion): boolean {
  const question = blockForInput(block, conversion);
  if (
    isOfItems(block.type) &&
    listField(block, conversion) === undefined &&
    listOf(member(block.json, 'items')).length === 0
  ) {
    return false;
  }
  return question !== undefined && !conversion.at.hasParam(question, 'quiet');
}

/** The Field that lists the choices of an input, when no fixed ones do. */
export function listField({ json }: SourceBlock, { variables }: Conversion): string | undefined {
  const options = member(json, 'options');
  const titles = memberAt(options, 'dynamicItems', 'titlesVariableId');
  return (
    variables.byId(member(options, 'dynamicVariableId')) ??
    (memberAt(options, 'dynamicItems', 'isEnabled') === true ? variables.byId(titles) : undefined)
  );
}

/** The params that every question has, with its words. */
export function wordsOf(block: SourceBlock, question: string, conversion: Conversion): Words {
  const { at, variables, bot } = conversion;
  const options = optionsOf(block);
  const fill = (text: JsonValue | undefined) => fillIn(conversion, text, block.pointer);
  const retry =
    written(member(options, 'retryMessageContent')) ??
    defaultRetry[block.type] ??
    written(memberAt(bot, 'settings', 'general', 'systemMessages', 'invalidMessage')) ??
    'Invalid message. Please, try again.';
  const placeholder = written(memberAt(options, 'labels', 'placeholder')) ?? defaultPlaceholders[block.type];
  const sendLabel = written(memberAt(options, 'labels', 'button'));
  const own = knownParams(conversion, question, {
    destination: variables.byId(member(options, 'variableId')),
    errorText: written(fill(retry)),
    placeholder: placeholder === undefined ? undefined : cut(fill(placeholder), 100),
    sendLabel: sendLabel === undefined ? undefined : cut(fill(sendLabel), 40),
  });
  if (!at.hasParam(question, 'placeholder') && memberAt(options, 'labels', 'placeholder') !== undefined) {
    remark(conversion, block.pointer, ['lost', 'wording-dropped', 'The field to type in has no words of its own.']);
  }
  if (at.hasParam(question, 'quiet')) return { params: { quiet: true, ...own }, question };
  const before = block.group.blocks[block.at - 1];
  if (before !== undefined && isFolded(before, conversion)) {
    const { text, format } = bubbleTextOf(before, conversion, question);
    const marked = format === 'markdown' ? { format } : {};
    return { params: { text, ...marked, ...own }, folded: before, question };
  }
  return { params: { text: written(fill(placeholder)) ?? '…', ...own }, question };
}

/** Reports the words of a question, and its text. */
export function reportQuestion(conversion: Conversion, block: SourceBlock, words: Words, key: string): void {
  const { folded, params } = words;
  carry(conversion, block, key, 'The question is a question.');
  reportReading(conversion, block, words.question, key);
  if (params['quiet'] === true) return;
  if (folded === undefined) {
    const message = `The question said nothing of its own, and now says “${textOf(params['text'])}”.`;
    remark(conversion, block.pointer, ['changed', 'question-folded', message], key);
    return;
  }
  const message = 'The text before the question is the text of the question, and is said again with it.';
  remark(conversion, folded.pointer, ['changed', 'question-folded', message], key);
  reportText(conversion, folded, bubbleTextOf(folded, conversion, words.question), key);
}

/** The bounds of a rating, if a rating of the result has such ones. */
export function ratingOf(options: JsonValue | undefined): { readonly min: number; readonly max: number } | undefined {
  const min = numberOf(member(options, 'startsAt') ?? 0);
  const max = numberOf(member(options, 'length') ?? 10);
  if (min === undefined || max === undefined || (min !== 0 && min !== 1)) return undefined;
  return Number.isInteger(max) && max >= 2 && max <= 10 ? { min, max } : undefined;
}

export { cut } from '../plain-texts.ts';
