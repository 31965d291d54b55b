import type { Visit } from '../behaviour/block-behaviour.ts';
import { entriesParam, textParam } from '../behaviour/param.ts';
import { fillText } from '../text/fill-text.ts';

const maxHeaders = 64;
/** Characters of all names and values together. */
const maxLength = 32_768;

interface Header {
  readonly name: string;
  readonly value: string;
}

/**
 * Fills the headers that the author wrote.
 *
 * @returns `undefined` when there are more than 64, or more than 32,768 characters of them.
 * @spec RN71, RN123
 */
export function headersOf({ params, fields, work }: Visit): readonly Header[] | undefined {
  const headers: Header[] = [];
  let left = maxLength;
  for (const written of entriesParam(params, 'headers', work)) {
    const name = textParam(written, 'name').trim();
    if (name.length > maxLength || !/^[!#$%&'*+\-.^_`|~\w]+$/.test(name)) continue;
    const filled = fillText(textParam(written, 'value'), fields, maxLength + 1, work);
    left -= name.length + filled.length;
    if (headers.length === maxHeaders || left < 0) return undefined;
    headers.push({ name, value: filled.replace(/[^\t\x20-\x7e\xa0-\xff]+/g, ' ').trim() });
  }
  return headers;
}
