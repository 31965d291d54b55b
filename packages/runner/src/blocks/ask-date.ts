import { isJsonList, ownMember } from '@botwright/core/diagram';
import { readDate } from '../date/read-date.ts';
import { defineQuestion } from '../question/define-question.ts';
import { typedText } from '../question/typed-text.ts';
import { costs } from '../work/costs.ts';

/** @spec RN62 */
export const askDate = defineQuestion({
  block: 'ask_date',
  read: (message, { params, now, work }) => {
    const text = typedText(message);
    const forms = ownMember(params, 'format');
    if (text === undefined || !isJsonList(forms)) return undefined;
    for (const form of forms) {
      work.charge(costs.dateForm);
      const value = typeof form === 'string' ? readDate(text, form, now) : undefined;
      if (value !== undefined) return { type: 'date', value };
    }
    return undefined;
  },
});
