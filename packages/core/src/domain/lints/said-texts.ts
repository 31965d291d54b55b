import { isJsonList } from '../json/json-value.ts';
import { parseMarkdown } from '../rich-text/parse-markdown.ts';
import type { TemplateInline } from '../rich-text/template.ts';
import { paramOf } from '../rules/block-facts.ts';
import type { Block, DiagramIndex } from '../rules/diagram-index.ts';

export interface SaidText {
  readonly block: Block;
  readonly param: string;
  /** The place in a list of texts. */
  readonly index?: number;
  readonly text: string;
}

/** The texts that visitors read. */
export function* saidTexts({ groups }: DiagramIndex): Generator<SaidText> {
  for (const { kind, blocks } of groups) {
    for (const param of kind?.definition.texts ?? []) {
      for (const block of blocks) {
        const value = paramOf(block, param);
        if (typeof value === 'string') yield { block, param, text: value };
        else if (isJsonList(value)) {
          for (const [index, text] of value.entries())
            if (typeof text === 'string') yield { block, param, index, text };
        }
      }
    }
  }
}

/** The marks in an author's text, outer ones first. */
export function marksIn(text: string): readonly Exclude<TemplateInline, string | { readonly field: string }>[] {
  const within = (parts: readonly TemplateInline[]): ReturnType<typeof marksIn> =>
    parts.flatMap((part) => (typeof part === 'string' || 'field' in part ? [] : [part, ...within(part.c)]));
  return parseMarkdown(text, () => undefined).flatMap((block) =>
    block.t === 'p' ? within(block.c) : block.c.flatMap(within),
  );
}
