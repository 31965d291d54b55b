import type { Fields } from '../../domain/field/field.ts';
import { costs } from '../budget/costs.ts';
import type { StepBudget } from '../budget/step-budget.ts';
import { fieldText, referencedValue, replaceParts } from './fill-text.ts';

/**
 * Fills the Fields into XML, as text that cannot be read as markup, in elements, attributes and CDATA sections.
 *
 * @returns `undefined` when the text grows beyond `maxLength` UTF-16 units.
 * @spec RN133
 */
export function fillXml(text: string, fields: Fields, maxLength: number, budget: StepBudget): string | undefined {
  budget.charge(text.length * costs.encodedCharacter);
  let isInCdata = false;
  return replaceParts(text, /<!\[CDATA\[|\]\]>|@\{([^{}]*)\}/g, maxLength, ([part, name]) => {
    budget.charge(costs.element);
    if (name === undefined) {
      isInCdata = part !== ']]>';
      return undefined;
    }
    const value = fieldText(referencedValue(name, fields), budget);
    budget.charge(value.length * costs.parsedCharacter);
    return isInCdata ? inCdata(value) : escapeXml(value);
  });
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // Parsers read a bare one as a line feed.
  '\r': '&#13;',
};

function escapeXml(value: string): string {
  return legal(value).replace(/[&<>"'\r]/g, (character) => entities[character] ?? '');
}

/** In a section nothing can be escaped: a value that could end it, or be changed, is written outside of it. */
function inCdata(value: string): string {
  return /[\]\r]/.test(value) ? `]]>${escapeXml(value)}<![CDATA[` : legal(value);
}

/** Replaces characters that XML 1.0 cannot contain in any way of writing. */
function legal(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are the ones to be replaced.
  return value.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
}
