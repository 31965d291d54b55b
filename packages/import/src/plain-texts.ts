import type { JsonObject, JsonValue } from '@botwright/core/diagram';
import { textOf } from './json.ts';

/** Removes absent members. */
export function withoutAbsent(members: { readonly [name: string]: JsonValue | undefined }): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject;
}

/** A short quotation in one line. */
export function excerpt(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return `“${line.length > 60 ? `${line.slice(0, 59)}…` : line}”`;
}

/** A text of the source; `undefined` when blank. */
export function written(value: JsonValue | undefined): string | undefined {
  const text = textOf(value);
  return text.trim() === '' ? undefined : text;
}

/** A text in which `@{` inserts no Field: an invisible character stands between the two. */
export function withoutReferences(text: string): string {
  return text.replaceAll('@{', '@\u2060{');
}

/** Cuts a text to a number of code points. */
export function cut(text: string, most: number): string {
  const points = [...text];
  return points.length <= most ? text : `${points.slice(0, most - 1).join('')}…`;
}

/** Whether an address is one of the web, or begins with a Field. */
export function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) || url.startsWith('@{');
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

/** The text of simple HTML: elements are removed, and blocks end lines. */
export function textOfHtml(html: string): string {
  return html
    .replace(/<br\s*\/?>|<\/(?:div|p|li)>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_whole, name: string) => entities[name] ?? '')
    .replace(/\n+$/, '');
}
