import type { ChannelCapabilities } from '../../domain/channel.ts';
import { costs } from '../budget/costs.ts';
import type { StepBudget } from '../budget/step-budget.ts';

/** Whether a channel family shows these buttons. @spec CX3 */
export function showsButtons(
  { buttons: shown }: ChannelCapabilities,
  labels: readonly string[],
  budget: StepBudget,
): boolean {
  if (shown === undefined) return true;
  const { most = Number.POSITIVE_INFINITY, label: longest = Number.POSITIVE_INFINITY } = shown;
  for (const label of labels) budget.charge(costs.element + label.length * costs.character);
  return labels.length <= most && labels.every((label) => isWithin(label, longest));
}

/** @param most - In Unicode code points, of which each has one or two UTF-16 units. */
function isWithin(text: string, most: number): boolean {
  return text.length <= most || (text.length <= 2 * most && Array.from(text).length <= most);
}
