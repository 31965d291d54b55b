import type { Fields } from '../../domain/field/field.ts';
import { isHttpUrl } from '../../domain/http-url.ts';
import { parseMarkdown } from '../../domain/rich-text/parse-markdown.ts';
import { plainTextOf, type RichInline, type RichText } from '../../domain/rich-text/rich-text.ts';
import type { TemplateInline, TemplateLink, TemplateText } from '../../domain/rich-text/template.ts';
import { costs } from '../budget/costs.ts';
import type { StepBudget } from '../budget/step-budget.ts';
import { cutText, fieldText, referencedValue } from './fill-text.ts';
import { fillUrl } from './fill-url.ts';

/**
 * Parses the markup of an author's text, then fills the Fields in: a value is always text.
 *
 * @param maxLength - In UTF-16 units of the plain text. A longer text is cut and loses its markup.
 * @spec RX2, RX8, RX9, RX10
 */
export function fillRichText(template: string, fields: Fields, maxLength: number, budget: StepBudget): RichText {
  const blocks = parseMarkdown(template, (steps) => budget.charge(steps * costs.markupStep));
  const filling = { fields, budget, room: maxLength };
  const filled = blocks
    .map((block): RichText[number] =>
      block.t === 'p'
        ? { t: 'p', c: fillInlines(block.c, filling) }
        : { t: block.t, c: block.c.map((item) => fillInlines(item, filling)) },
    )
    .filter(({ c }) => c.length > 0);
  const body = plainTextOf(filled);
  return body.length > maxLength ? [{ t: 'p', c: [cutText(body, maxLength)] }] : filled;
}

interface Filling {
  readonly fields: Fields;
  readonly budget: StepBudget;
  /** UTF-16 units until the text is too long; less than 0 when it is. */
  room: number;
}

function fillInlines(parts: readonly TemplateInline[], filling: Filling): readonly RichInline[] {
  const filled: RichInline[] = [];
  const add = (part: RichInline): void => {
    const last = filled.at(-1);
    if (typeof part === 'string' && typeof last === 'string') filled[filled.length - 1] = last + part;
    else if (typeof part !== 'string' ? part.c.length > 0 : part !== '') filled.push(part);
  };
  for (const part of parts) {
    filling.budget.charge(costs.element);
    if (typeof part === 'string' || 'field' in part) add(fillPart(part, filling));
    else if (part.t === 'a') for (const each of fillLink(part, filling)) add(each);
    else if (part.t === 'code') add({ t: 'code', c: fillCode(part.c as TemplateText, filling) });
    else add({ t: part.t, c: fillInlines(part.c, filling) });
  }
  return filled;
}

/** The text of the author, or the value of a Field. */
function fillPart(part: TemplateText[number], filling: Filling): string {
  const { fields, budget } = filling;
  if (filling.room < 0) return '';
  budget.charge(typeof part === 'string' ? 0 : costs.reference);
  const text = typeof part === 'string' ? part : fieldText(referencedValue(part.field, fields), budget);
  budget.charge(Math.min(text.length, filling.room + 1) * costs.character);
  const cut = cutText(text, filling.room + 1);
  filling.room -= text.length;
  return cut;
}

/** Code has one line. */
function fillCode(parts: TemplateText, filling: Filling): readonly string[] {
  const code = parts.map((part) => fillPart(part, filling)).join('');
  return code === '' ? [] : [code.replace(/\r\n?|\n/g, ' ')];
}

/** A link whose address cannot be used is shown as written. @spec RX8 */
function fillLink({ address, c, written }: TemplateLink, filling: Filling): readonly RichInline[] {
  const href = fillUrl(address, filling.fields, filling.budget, isLinkAddress);
  if (href === undefined) return written.map((part) => fillPart(part, filling));
  const label = fillInlines(c, filling);
  return [{ t: 'a', href, c: label.length > 0 ? label : [href] }];
}

function isLinkAddress(address: string): boolean {
  return isHttpUrl(address) || (/^(?:mailto|tel):[^\s\p{Cc}]{1,8000}$/iu.test(address) && address.isWellFormed());
}
