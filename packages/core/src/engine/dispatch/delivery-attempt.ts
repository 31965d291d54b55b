import { attemptHeaders } from '../../domain/delivery/attempt-headers.ts';
import {
  type DeliveryProgress,
  disableDelivery,
  nextAttemptOf,
  recordAttempt,
} from '../../domain/delivery/delivery-progress.ts';
import { timeoutMsOf } from '../../domain/delivery/delivery-target.ts';
import { hasMessageHooks } from '../../domain/delivery/message-hooks.ts';
import type { AttemptOutcome } from '../../domain/delivery/retry-policy.ts';
import type { TransportOutcome } from '../../domain/delivery/transport-outcome.ts';
import type { Cipher } from '../../ports/cipher.ts';
import type { Timer } from '../../ports/clock.ts';
import type { ClaimedDelivery } from '../../ports/delivery-store.ts';
import type { PlanSource } from '../../ports/host-directories.ts';
import type { Tracer } from '../../ports/tracer.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { EngineStorage } from '../events/engine-storage.ts';
import { noLongerNeeded } from '../lease-worker.ts';
import { remember } from '../remember.ts';
import { secretContext } from '../secrets/encryption.ts';
import { attemptByTransport, transportOfOrigin } from './transports.ts';

export interface AttemptDependencies
  extends Pick<EngineParts, 'clock' | 'timer' | 'cipher' | 'sender' | 'transports' | 'retry' | 'userAgentBrand'> {
  readonly storage: Pick<EngineStorage, 'reads' | 'deliveryQueue'>;
  readonly plans: PlanSource;
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
 * @throws When the plan or a secret cannot be read, or the engine has no sender or transport for the delivery; nothing
 *   was sent then.
 */
export type MakeAttempt = (due: DueAttempt, abandoning: AbortSignal) => Promise<DeliveryProgress | 'abandoned'>;

/** How many decrypted secrets are in memory. */
const rememberedSecrets = 512;

/**
 * @param onThrown - Called with the error of a transport.
 * @spec DI4, DI6, DI7, DI9, TP4, TP9
 */
export function createAttempts(
  dependencies: AttemptDependencies,
  onThrown: (error: unknown, due: DueAttempt) => void,
): MakeAttempt {
  const { clock, timer, sender, transports, retry, userAgentBrand } = dependencies;
  const readers = {
    storage: dependencies.storage,
    plans: sharePlanRequests(dependencies),
    cipher: rememberDecrypted(dependencies.cipher, rememberedSecrets),
  };

  /** @returns `undefined` when the target is off. */
  async function prepare(due: DueAttempt, abandoning: AbortSignal): Promise<Attempt | undefined> {
    const { delivery, body } = due;
    const { id, brand, target, progress, messageUuid, origin } = delivery;
    const attempt = nextAttemptOf(progress);
    const timeoutMs = timeoutMsOf(target);
    const family = transportOfOrigin(origin);
    if (family !== undefined) {
      if (!(await hasChannel(readers, delivery, family))) return undefined;
      const transport = transports.get(family);
      if (transport === undefined) throw new Error(`This engine has no transport for channels of type ${family}.`);
      const bounds = { timeoutMs, abandoning, onThrown: (error: unknown) => onThrown(error, due) };
      return () => attemptByTransport(transport, timer, { delivery, attempt, ...bounds });
    }
    const address = target.kind === 'hook' ? await findHook(readers, delivery) : await findWebhook(readers, delivery);
    if (address === undefined) return undefined;
    if (sender === undefined) throw new Error('This engine has no sender for webhooks.');
    const { url, ...token } = address;
    const headers = attemptHeaders({ brand: userAgentBrand, messageUuid, attempt, ...token });
    return () => sender.send({ id, url, headers, body, timeoutMs, group: brand });
  }

  return async (due, abandoning) => {
    const { progress } = due.delivery;
    const makeAttempt = await prepare(due, abandoning);
    if (makeAttempt === undefined) return disableDelivery(progress, clock.now());
    if (abandoning.aborted) return 'abandoned';

    const startedAt = clock.now();
    const outcome = await makeAttempt();
    if (outcome.kind === 'abandoned') return 'abandoned';
    return recordAttempt(progress, { startedAt, endedAt: clock.now(), outcome }, retry);
  };
}

type Attempt = () => Promise<AttemptOutcome | TransportOutcome>;

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

/** @returns Whether the delivery's channel is one of the family. @spec DI6, TP9 */
async function hasChannel(
  { storage }: AddressReaders,
  { brand, target }: ClaimedDelivery,
  family: string,
): Promise<boolean> {
  const channel = await storage.reads(brand).load({ kind: 'channel', number: target.number });
  return channel?.type === family;
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
