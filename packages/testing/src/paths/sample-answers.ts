import { isJsonList, type JsonObject, ownMember } from '@botwright/core/conversation';
import type { SentMessage } from '../chat/sent-message.ts';

/** A message of the visitor. */
export type SampleAnswer = string | SentMessage;

const samples: Readonly<Record<string, (params: JsonObject) => readonly SampleAnswer[]>> = {
  ask_question: lengths,
  ask_name: () => ['Ann Example'],
  ask_email: () => ['ann@example.com'],
  ask_phone: () => ['+1 202 555 0123'],
  ask_number: numbers,
  ask_url: () => ['https://example.com/'],
  ask_date: dates,
  ask_file: () => [{ image: 'https://example.com/picture.png' }],
};

/** Answers that a question of this kind may accept, the most probable first. @param block - Name of the definition. */
export function sampleAnswers(block: string, params: JsonObject): readonly SampleAnswer[] {
  const all = Object.values(samples).flatMap((answers) => answers({}));
  return [...(samples[block]?.(params) ?? []), ...all];
}

const sentence = 'Something that a visitor would write here. ';
const longest = 1_000;

function lengths({ minChars, maxChars }: JsonObject): readonly string[] {
  const min = typeof minChars === 'number' ? Math.min(minChars, longest) : 0;
  const max = typeof maxChars === 'number' ? maxChars : longest;
  const text = sentence.repeat(Math.max(1, Math.ceil(min / sentence.length))).slice(0, max);
  return [text.trim(), 'x'.repeat(min)];
}

function numbers({ min, max }: JsonObject): readonly string[] {
  // A formula that divides by the answer fails with 0.
  const positive = typeof min === 'number' ? Math.max(min, 1) : undefined;
  return [positive, min, max, 1].filter((answer) => typeof answer === 'number').map(String);
}

const parts: ReadonlyMap<string, string> = new Map([
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
function dates(params: JsonObject): readonly string[] {
  const format = ownMember(params, 'format');
  const forms = isJsonList(format) ? format.filter((form) => typeof form === 'string') : [];
  return [...forms, '%Y/%m/%d'].map((form) =>
    form.replaceAll(/%-?./gu, (part) => parts.get(part.replace('-', '')) ?? part),
  );
}
