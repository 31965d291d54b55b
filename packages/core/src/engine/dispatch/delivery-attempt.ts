import { attemptHeaders } from '../../domain/delivery/attempt-headers.ts';
import {
  type DeliveryProgress,
  disableDelivery,
  nextAttemptOf,
  recordAttempt,
} from '../../domain/delivery/delivery-progress.ts';
import { timeoutMsOf } from '../../domain/delivery/delivery-target.ts';
import { hasMessageHooks } from '../../domain/delivery/message-hooks.ts';
import type { Cipher } from '../../ports/cipher.ts';
import type { Timer } from '../../ports/clock.ts';
import type { ClaimedDelivery } from '../../ports/delivery-store.ts';
import type { PlanSource } from '../../ports/host-directories.ts';
import type { Tracer } from '../../ports/tracer.ts';
import type { WebhookSender } from '../../ports/webhook-sender.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { EngineStorage } from '../events/engine-storage.ts';
import { noLongerNeeded } from '../lease-worker.ts';
import { remember } from '../remember.ts';
import { secretContext } from '../secrets/encryption.ts';

export interface AttemptDependencies
  extends Pick<EngineParts, 'clock' | 'timer' | 'cipher' | 'retry' | 'userAgentBrand'> {
  readonly storage: Pick<EngineStorage, 'reads' | 'deliveryQueue'>;
  readonly plans: PlanSource;
  readonly sender: WebhookSender;
  readonly tracer?: Tracer | undefined;
}

/** An attempt that is due. */
export interface DueAttempt {
  readonly delivery: ClaimedDelivery;
  /** The body of the delivery in UTF-8. */
  readonly body: Uint8Array;
}

/**
 * Makes an attempt.
 *
 * @param abandoning - When aborted, no request is started any more.
 * @returns The result to store; `'abandoned'` when the end of the attempt is unknown.
 * @throws When the plan or a secret cannot be read; nothing was sent then.
 */
export type MakeAttempt = (due: DueAttempt, abandoning: AbortSignal) => Promise<DeliveryProgress | 'abandoned'>;

/** How many decrypted secrets are in memory. */
const rememberedSecrets = 512;

/** @spec DI4, DI6, DI7, DI9 */
export function createAttempts(dependencies: AttemptDependencies): MakeAttempt {
  const { clock, sender, retry, userAgentBrand } = dependencies;
  const readers = {
    storage: dependencies.storage,
    plans: sharePlanRequests(dependencies),
    cipher: rememberDecrypted(dependencies.cipher, rememberedSecrets),
  };

  return async ({ delivery, body }, abandoning) => {
    const { id, brand, target, progress, messageUuid } = delivery;
    const address = target.kind === 'hook' ? await findHook(readers, delivery) : await findWebhook(readers, delivery);
    if (address === undefined) return disableDelivery(progress, clock.now());
    if (abandoning.aborted) return 'abandoned';

    const { url, ...token } = address;
    const attempt = nextAttemptOf(progress);
    const headers = attemptHeaders({ brand: userAgentBrand, messageUuid, attempt, ...token });
    const startedAt = clock.now();
    const outcome = await sender.send({ id, url, headers, body, timeoutMs: timeoutMsOf(target), group: brand });
    if (outcome.kind === 'abandoned') return 'abandoned';
    return recordAttempt(progress, { startedAt, endedAt: clock.now(), outcome }, retry);
  };
}

interface AddressReaders {
  readonly storage: Pick<EngineStorage, 'reads'>;
  readonly plans: PlanSource;
  readonly cipher: Decrypter;
}

/** @returns `undefined` when the hook is disabled or deleted, or the plan has no message hooks. @spec DI4, DI6, DI7 */
async function findHook(
  { storage, plans, cipher }: AddressReaders,
  { brand, target }: ClaimedDelivery,
): Promise<{ readonly url: string; readonly token: string } | undefined> {
  if (!hasMessageHooks(await plans.planOf(brand))) return undefined;
  const hook = await storage.reads(brand).load({ kind: 'hook', number: target.number });
  if (hook?.active !== true) return undefined;
  return {
    url: cipher.decrypt(hook.encryptedUrl, secretContext('hook-url', brand)),
    token: cipher.decrypt(hook.encryptedToken, secretContext('hook-token', brand)),
  };
}

/** @returns `undefined` when the channel has no webhook any more. @spec DI6, DI7 */
async function findWebhook(
  { storage, cipher }: AddressReaders,
  { brand, target }: ClaimedDelivery,
): Promise<{ readonly url: string } | undefined> {
  const channel = await storage.reads(brand).load({ kind: 'channel', number: target.number });
  if (channel?.webhook === undefined) return undefined;
  return { url: cipher.decrypt(channel.webhook.encryptedUrl, secretContext('channel-webhook', brand)) };
}

export type Decrypter = Pick<Cipher, 'decrypt'>;

/**
 * Caches the secrets that were decrypted last, since decrypting takes longer than everything else that the engine does
 * for an attempt. The encrypted text is the key, so a changed secret is decrypted again. A failure to decrypt is not
 * cached.
 *
 * @param limit - The maximum number of cached secrets.
 * @spec DI7, DI14, DI22
 */
export function rememberDecrypted(cipher: Decrypter, limit: number): Decrypter {
  const decrypted = new Map<string, string>();
  return {
    decrypt(encrypted, context) {
      const key = `${context} ${encrypted}`;
      const secret = decrypted.get(key) ?? cipher.decrypt(encrypted, context);
      remember(decrypted, key, secret, limit);
      return secret;
    },
  };
}

const limitMs = 10_000;

/**
 * Makes a plan source with a time limit for each request. While a request for a brand is under way, further ones share
 * its response, whose age is therefore at most the duration of the request.
 *
 * @spec DI4, DI5, DI21
 */
export function sharePlanRequests({ timer, plans }: { readonly timer: Timer; readonly plans: PlanSource }): PlanSource {
  const pending = new Map<string, ReturnType<PlanSource['planOf']>>();
  return {
    planOf(brand) {
      const shared = pending.get(brand);
      if (shared !== undefined) return shared;
      const own = withinLimit(timer, plans.planOf(brand)).finally(() => pending.delete(brand));
      pending.set(brand, own);
      return own;
    },
  };
}

async function withinLimit<T>(timer: Timer, response: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = timer.sleep(limitMs, over.signal).then((): never => {
    throw new Error(`There was no answer within ${limitMs} ms.`);
  });
  // If the response comes first, a later time-out must not be an unhandled rejection.
  late.catch(() => {});
  try {
    return await Promise.race([response, late]);
  } finally {
    over.abort(noLongerNeeded);
  }
}
