import type { PlanTier } from '../../domain/blocks/block-definition.ts';
import { recordMessages } from '../messages/record-messages.ts';
import type { ComposedStep } from './compose-step.ts';
import type { Desk } from './desk.ts';
import type { Scene } from './turn.ts';

/** Writes all that comes of a step. @spec CV19 */
export async function writeStep(desk: Desk, scene: Scene, step: ComposedStep, plan: PlanTier): Promise<void> {
  const { tx, channel } = scene;
  const { change, customer, messages, record } = step;
  if (Object.keys(change).length > 0) await tx.customers.update(customer.number, change);
  await recordMessages(desk, tx, { customer, channel, plan }, messages);
  await tx.conversations.put(record);
}
