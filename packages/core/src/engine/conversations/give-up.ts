import { systemSender } from '../../domain/message/message.ts';
import { recordMessages } from '../messages/record-messages.ts';
import type { Desk } from './desk.ts';
import { openScene } from './find-next-turn.ts';
import { resetConversation } from './reset-conversation.ts';
import type { HeldConversation } from './step-result.ts';

/**
 * Gives up what cannot be worked: the entry, or the effects whose outcome cannot be handed in.
 *
 * @spec CV26, CV51
 */
export async function giveUp(desk: Desk, held: HeldConversation): Promise<void> {
  const plan = await desk.plans.planOf(held.brand);
  await desk.storage.transaction(held.brand, async (tx) => {
    const scene = await openScene(desk, tx, held);
    if (scene === undefined) return;
    const { customer, channel, record } = scene;
    const data = { action: 'error', code: 'step_failed', detail: 'The conversation could not be worked.' } as const;
    await recordMessages(desk, tx, { customer, channel, plan }, [
      { content: { type: 'event', data }, sender: systemSender },
    ]);
    const entry = record?.effectsJson === undefined ? await tx.conversations.next(customer.number) : undefined;
    if (entry !== undefined) await tx.conversations.drop(customer.number, entry.number);
    await resetConversation(desk, scene);
    await tx.conversations.clearDeaths(customer.number);
  });
}
