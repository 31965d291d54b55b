import type { InlineMark } from './rich-text.ts';

/** A reference `@{field}` to a Field. */
export interface TemplateReference {
  readonly field: string;
}

/** Text of the author with references, in order. */
export type TemplateText = readonly (string | TemplateReference)[];

export type TemplateInline =
  | string
  | TemplateReference
  | { readonly t: InlineMark; readonly c: readonly TemplateInline[] }
  | TemplateLink;

export interface TemplateLink {
  readonly t: 'a';
  /** The address as the author wrote it, with references. */
  readonly address: string;
  readonly c: readonly TemplateInline[];
  /** The whole link as written, for an address that cannot be used. */
  readonly written: TemplateText;
}

export type TemplateBlock =
  | { readonly t: 'p'; readonly c: readonly TemplateInline[] }
  | { readonly t: 'ul' | 'ol'; readonly c: readonly (readonly TemplateInline[])[] };

/** Counts steps of parsing, each before it is done. */
export type CountWork = (steps: number) => void;

/** Deepest marks in each other, and most links in a text; the rest is shown as written. @spec RX5 */
export const richBounds = { levels: 8, links: 200 } as const;

/** Stands for a reference while the text is parsed: no space and no punctuation. Not a character of any text. */
export const placeholder = '\uffff';
