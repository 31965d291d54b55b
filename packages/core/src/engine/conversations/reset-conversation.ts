import type { Desk } from './desk.ts';
import type { Scene } from './turn.ts';

/** A conversation that has not begun has another name than before, so that ids of effects do not come again. */
export async function resetConversation(desk: Desk, scene: Scene, beginAt?: string): Promise<void> {
  const { tx, runner, customer } = scene;
  const state = runner.createConversation(desk.ids.uuid(), 0);
  const began = { ...(beginAt !== undefined && { beginAt }) };
  await tx.conversations.put({ customerNumber: customer.number, stateJson: JSON.stringify(state), ...began });
}
