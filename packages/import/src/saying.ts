import type { JsonObject } from '@botwright/core/diagram';
import type { BotWork, Column } from './bot-work.ts';

/** Something that a bot says with one block. */
export type Part =
  | { readonly kind: 'text'; readonly params: JsonObject }
  | { readonly kind: 'media'; readonly params: JsonObject }
  | { readonly kind: 'page'; readonly url: string; readonly label: string };

/** Adds the block of a part. @returns Its key. */
export function sayPart(work: BotWork, part: Part, column: Column, next: string | undefined): string {
  if (part.kind === 'text') return work.add('send_text', part.params, [['$success', next]], column);
  if (part.kind === 'media') return work.add('send_media', part.params, [['$success', next]], column);
  const { url, label } = part;
  if (work.at.has('open_url')) return work.add('open_url', { url, text: label }, [['$success', next]], column);
  return work.add('send_text', { text: `${label}: ${url}` }, [['$success', next]], column);
}

/** Splits parts into the ones before a question, and the text that it says itself. */
export function splitQuestion(parts: readonly Part[]): {
  readonly before: readonly Part[];
  readonly text: JsonObject | undefined;
} {
  const last = parts.at(-1);
  return last?.kind === 'text' ? { before: parts.slice(0, -1), text: last.params } : { before: parts, text: undefined };
}

/** The params of a question that says a text, or nothing. */
export const asked = (text: JsonObject | undefined): JsonObject => text ?? { text: '…', quiet: true };
