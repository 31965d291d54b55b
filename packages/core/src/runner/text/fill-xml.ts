import { escapeXml, legalXml } from '../../domain/escape-xml.ts';
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

/** In a section nothing can be escaped: a value that could end it, or be changed, is written outside of it. */
function inCdata(value: string): string {
  return /[\]\r]/.test(value) ? `]]>${escapeXml(value)}<![CDATA[` : legalXml(value);
}
