import type { JsonObject } from '@botwright/core/diagram';
import { textOfHtml, withoutReferences } from '../plain-texts.ts';

/** A text of the source. */
export interface OldText {
  /** The params of a block that says it; `undefined` when it has no words. */
  readonly params: JsonObject | undefined;
  /** Its words without marks. */
  readonly plain: string;
  readonly hasHtml: boolean;
}

/**
 * Reads a text with `@name` for variables, `*strong*`, `_emphasis_` and `{html}…{/html}`.
 *
 * @spec IL4
 */
export function readMessage(given: string, fieldOf: (name: string) => string): OldText {
  const parts = given.split(/\{html\}([\s\S]*?)(?:\{\/html\}|$)/);
  const hasHtml = parts.length > 1;
  const words = parts
    .map((part, at) =>
      at % 2 === 0
        ? part
        : textOfHtml(part)
            .replace(/\s*\n\s*/g, '\n')
            .trim(),
    )
    .join('')
    .trim();
  const plain = fill(words, fieldOf);
  if (plain.trim() === '') return { params: undefined, plain: '', hasHtml };
  const isMarked = words.search(marked) >= 0;
  if (!isMarked) return { params: { text: plain }, plain, hasHtml };
  const text = fill(
    words.replace(marked, (_whole, sign: string, inner: string) => `${signs[sign]}${inner}${signs[sign]}`),
    fieldOf,
  );
  return { params: { text, format: 'markdown' }, plain, hasHtml };
}

const marked = /(?<![\p{L}\p{N}*_])([*_])(?=\S)([^*_\n]*\S)\1(?![\p{L}\p{N}*_])/gu;
const signs: Readonly<Record<string, string>> = { '*': '**', _: '*' };

/** A text without its marks, such as of a button. */
export const withoutMarks = (text: string): string => text.replace(marked, '$2');

/** Replaces `@name`; an address of e-mail stays. */
function fill(text: string, fieldOf: (name: string) => string): string {
  return withoutReferences(text).replace(
    /(?<![\p{L}\p{N}._%+-])@([A-Za-z]\w{0,60})/gu,
    (_whole, name: string) => `@{${fieldOf(name)}}`,
  );
}
