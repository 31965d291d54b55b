import type { ChannelCapabilities } from '../../domain/channel.ts';
import type { BotMessage } from '../../domain/conversation/messages.ts';
import { mediaTypeOf } from '../../domain/message/file-type.ts';
import { numberedLines } from '../behaviour/numbered-lines.ts';
import { costs } from '../budget/costs.ts';
import type { StepBudget } from '../budget/step-budget.ts';

/**
 * Writes a dialog that has more or longer buttons than its channel family shows as one text, with a numbered line for
 * each button. The question reads the number or the label as the answer to a dialog.
 *
 * @spec CX3
 */
export function plainDialog(
  message: BotMessage,
  { buttons: shown }: ChannelCapabilities,
  budget: StepBudget,
): BotMessage {
  if (shown === undefined || !('buttons' in message)) return message;
  const { buttons } = message;
  const { most = Number.POSITIVE_INFINITY, label: longest = Number.POSITIVE_INFINITY } = shown;
  for (const label of buttons) budget.charge(costs.element + label.length * costs.character);
  if (buttons.length <= most && buttons.every((label) => isWithin(label, longest))) return message;
  if (message.type === 'dialog') {
    const { title: body, rich } = message;
    return { type: 'text', ...numberedLines({ body, ...(rich !== undefined && { rich }) }, buttons) };
  }
  const { url, mediaType } = message;
  return { type: mediaTypeOf(url), url, caption: numberedLines({ body: '' }, buttons).body, declaredType: mediaType };
}

/** @param most - In Unicode code points, of which each has one or two UTF-16 units. */
function isWithin(text: string, most: number): boolean {
  return text.length <= most || (text.length <= 2 * most && Array.from(text).length <= most);
}
