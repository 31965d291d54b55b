import { ownMember } from '../../domain/json/json-value.ts';
import type { ExecutionContext } from '../../runner/behaviour/block-behaviour.ts';
import { choiceBehaviour, type WritingChoice } from '../../runner/behaviour/choice.ts';
import { entriesParam, textParam } from '../../runner/behaviour/params.ts';
import { fillText } from '../../runner/text/fill-text.ts';
import { isBlank } from '../../runner/text/is-blank.ts';

/** @spec RN34, RN65 */
export const buttons = choiceBehaviour('buttons', buttonsOf);

function buttonsOf({ params, fields, limits, budget }: ExecutionContext): readonly WritingChoice[] {
  return entriesParam(params, 'buttons', budget).flatMap((button) => {
    const id = ownMember(button, 'id');
    if (typeof id !== 'string' || id === '') return [];
    const written = fillText(textParam(button, 'label'), fields, limits.textLength, budget);
    const label = isBlank(written, budget) ? id : written;
    return [{ payload: `$${id}`, label, field: { type: 'string', value: label } }];
  });
}
