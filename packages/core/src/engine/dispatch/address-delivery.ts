import { attemptHeaders } from '../../domain/delivery/attempt-headers.ts';
import { nextAttemptOf } from '../../domain/delivery/delivery-progress.ts';
import { hasMessageHooks } from '../../domain/plan/message-hooks.ts';
import type { ClaimedDelivery } from '../../ports/delivery-store.ts';
import { secretContext } from '../secrets/secret-context.ts';
import type { AttemptParts } from './dispatch-parts.ts';

export interface DeliveryAddress {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Finds where a delivery goes now, and under which headers.
 *
 * @returns `undefined` when its target went off or away, by plan or by hand.
 * @throws When the plan or a secret is not to be had.
 * @spec DI4, DI5, DI6, DI7
 */
export async function addressDelivery(
  parts: AttemptParts,
  delivery: ClaimedDelivery,
): Promise<DeliveryAddress | undefined> {
  const secrets =
    delivery.target.kind === 'hook' ? await openHook(parts, delivery) : await openWebhook(parts, delivery);
  if (secrets === undefined) return undefined;
  const { url, ...token } = secrets;
  const headers = attemptHeaders({
    brand: parts.userAgentBrand,
    messageUuid: delivery.messageUuid,
    attempt: nextAttemptOf(delivery.progress),
    ...token,
  });
  return { url, headers };
}

async function openHook(
  { storage, plans, secrets }: AttemptParts,
  { brand, target }: ClaimedDelivery,
): Promise<{ readonly url: string; readonly token: string } | undefined> {
  const plan = await plans.planOf(brand);
  if (!hasMessageHooks(plan)) return undefined;
  const hook = await storage.reader(brand).hooks.find(target.number);
  if (hook?.active !== true) return undefined;
  return {
    url: secrets.open(hook.sealedUrl, secretContext('hook-url', brand)),
    token: secrets.open(hook.sealedToken, secretContext('hook-token', brand)),
  };
}

async function openWebhook(
  { storage, secrets }: AttemptParts,
  { brand, target }: ClaimedDelivery,
): Promise<{ readonly url: string } | undefined> {
  const channel = await storage.reader(brand).channels.find(target.number);
  if (channel?.webhook === undefined) return undefined;
  return { url: secrets.open(channel.webhook.sealedUrl, secretContext('channel-webhook', brand)) };
}
