import type { PlanTier } from '../blocks/block-definition.ts';
import type { SenderType } from '../message/message.ts';
import { hasMessageHooks } from '../plan/message-hooks.ts';
import type { DeliveryTarget } from './delivery-target.ts';

/** Where a message was said, and who wants to hear of it. */
export interface Audience {
  readonly channel: {
    readonly number: number;
    readonly purpose: 'live' | 'test';
    /** Where messages to the customer leave by: APIchat channels alone have one. */
    readonly webhook?: unknown;
  };
  readonly hooks: readonly { readonly number: number; readonly active: boolean }[];
  readonly plan: PlanTier;
}

/**
 * Lists the targets that a message is delivered to: hooks in their order, then the webhook of the channel.
 *
 * @spec WH22, WH23, WH24, WH25
 */
export function targetsOfMessage(sender: SenderType, { channel, hooks, plan }: Audience): readonly DeliveryTarget[] {
  if (channel.purpose === 'test') return [];
  const heard = hasMessageHooks(plan) ? hooks.filter(({ active }) => active) : [];
  const leaves = channel.webhook !== undefined && (sender === 'bot' || sender === 'agent');
  return [
    ...heard.map(({ number }): DeliveryTarget => ({ kind: 'hook', number })),
    ...(leaves ? [{ kind: 'channel', number: channel.number } as const] : []),
  ];
}
