import type { ConversationStatus } from '@botwright/core';

/** @spec CO7 */
export function encodeConversation({ deployment, bot, status, blockId, fields }: ConversationStatus): object {
  return {
    bot: bot ?? null,
    deployment,
    status,
    ...(blockId !== undefined && { block_id: blockId }),
    fields: Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value])),
  };
}
