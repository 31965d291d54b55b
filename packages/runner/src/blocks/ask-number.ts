import { ownMember } from '@botwright/core/diagram';
import type { Visit } from '../behaviour/block-behaviour.ts';
import { numberOf, readNumber } from '../number/read-number.ts';
import { defineQuestion } from '../question/define-question.ts';
import { typedText } from '../question/typed-text.ts';
import { fillJson } from '../text/fill-json.ts';

/** @spec RN60, RN61 */
export const askNumber = defineQuestion({
  block: 'ask_number',
  read: (message, visit) => {
    const value = readNumber(typedText(message) ?? '');
    if (value === undefined) return undefined;
    const isTooSmall = value < (boundOf(visit, 'min') ?? Number.NEGATIVE_INFINITY);
    const isTooGreat = value > (boundOf(visit, 'max') ?? Number.POSITIVE_INFINITY);
    return isTooSmall || isTooGreat ? undefined : { type: 'float', value };
  },
});

/** A number, or a text with Fields in it that reads as one. */
function boundOf({ params, fields, limits, work }: Visit, name: string): number | undefined {
  return numberOf(fillJson(ownMember(params, name) ?? null, fields, limits.textLength, work));
}
