import type { ChannelCapabilities } from '../../domain/channel.ts';
import type { BotMessage } from '../../domain/conversation/messages.ts';
import { mediaTypeOf } from '../../domain/message/file-type.ts';
import { numberedLines } from '../behaviour/numbered-lines.ts';
import { showsButtons } from '../behaviour/shown-buttons.ts';
import type { StepBudget } from '../budget/step-budget.ts';

/**
 * Writes a dialog that has more or longer buttons than its channel family shows as one text, with a numbered line for
 * each button. The question reads the number or the label as the answer to a dialog.
 *
 * @spec CX3
 */
export function plainDialog(message: BotMessage, can: ChannelCapabilities, budget: StepBudget): BotMessage {
  if (!('buttons' in message) || showsButtons(can, message.buttons, budget)) return message;
  const { buttons } = message;
  if (message.type === 'dialog') {
    const { title: body, rich } = message;
    return { type: 'text', ...numberedLines({ body, ...(rich !== undefined && { rich }) }, buttons) };
  }
  const { url, mediaType } = message;
  return { type: mediaTypeOf(url), url, caption: numberedLines({ body: '' }, buttons).body, declaredType: mediaType };
}
