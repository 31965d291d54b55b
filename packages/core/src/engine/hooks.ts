import { hasMessageHooks } from '../domain/delivery/message-hooks.ts';
import {
  type HookCreation,
  type HookEdit,
  hookCreationSchema,
  hookEditSchema,
  type WrittenHook,
} from '../domain/inputs/hooks.ts';
import { type OffsetRequest, offsetSchema } from '../domain/paging/offset.ts';
import type { Slice } from '../domain/paging/page.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { Cipher } from '../ports/cipher.ts';
import type { Clock } from '../ports/clock.ts';
import type { HookChange, HookRecord } from '../ports/hook-store.ts';
import type { PlanSource } from '../ports/host-directories.ts';
import type { BrandReader } from '../ports/storage.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import { brandStorage } from './brand-storage.ts';
import { type Caller, type PermissionsOf, permitted } from './caller.ts';
import { findChannel } from './channels/channel-records.ts';
import { EngineError } from './engine-error.ts';
import type { EngineStorage } from './events/engine-storage.ts';
import { applyPlanToHooks } from './hook-plans.ts';
import type { EngineLimits } from './limits.ts';
import { findTargetFault, invalidParameters, readInput } from './read-input.ts';
import { secretContext } from './secrets/encryption.ts';

export interface MessageHook {
  readonly number: number;
  readonly channelNumber: number;
  readonly url: string;
  readonly token: string;
  readonly name: string;
  readonly active: boolean;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
}

/**
 * @throws {EngineError} `channel_not_found`, `hook_not_found`; on `create` and `update` then `plan_required`, then
 *   `invalid_parameters`.
 */
export interface MessageHooks {
  create(channel: number, hook: HookCreation): Promise<MessageHook>;
  /** By ascending number. */
  list(channel: number, request?: OffsetRequest): Promise<Slice<MessageHook>>;
  get(channel: number, hook: number): Promise<MessageHook>;
  update(channel: number, hook: number, edit: HookEdit): Promise<MessageHook>;
  /** Ends its pending deliveries. */
  delete(channel: number, hook: number): Promise<void>;
}

export const hookPermissions: PermissionsOf<MessageHooks> = {
  create: 'anyone',
  list: 'anyone',
  get: 'anyone',
  update: 'anyone',
  delete: 'anyone',
};

export interface HookDependencies {
  readonly storage: EngineStorage;
  readonly cipher: Cipher;
  readonly plans: PlanSource;
  /** Absent: every http(s) address is accepted. */
  readonly sender: WebhookSender | undefined;
  readonly clock: Clock;
  readonly limits: Pick<EngineLimits, 'maxHooks'>;
}

/** The use-cases of the message hooks of the channels that a caller can see. */
export function hooks(dependencies: HookDependencies, caller: Caller): MessageHooks {
  const { storage, cipher, plans, sender, clock, limits } = dependencies;
  const { reader, commit } = brandStorage(storage, caller);
  const { brand } = caller.principal;
  const urlContext = secretContext('hook-url', brand);
  const tokenContext = secretContext('hook-token', brand);

  /** @spec HK13, HK14, CH2 */
  async function findHook(from: Pick<BrandReader, 'channels' | 'hooks'>, channel: number, hook: unknown) {
    const { number } = await findChannel(caller, from, channel);
    const found = Number.isSafeInteger(hook) ? await from.hooks.find(hook as number) : undefined;
    if (found === undefined || found.channelNumber !== number) throw new EngineError('hook_not_found');
    return found;
  }

  /** The hook as callers see it, with its secrets. @spec HK11, HK15 */
  function toHook(record: HookRecord): MessageHook {
    const { number, channelNumber, name, active, createdAt, updatedAt } = record;
    const url = cipher.decrypt(record.encryptedUrl, urlContext);
    const token = cipher.decrypt(record.encryptedToken, tokenContext);
    return { number, channelNumber, url, token, name, active, createdAt, updatedAt };
  }

  /** Encrypts the secrets of an edit for storing. @spec HK15, HK16, SX9 */
  function toStored({ url, token, name }: WrittenHook): HookChange {
    const fault = url === undefined ? undefined : findTargetFault(sender, url);
    if (fault !== undefined) throw invalidParameters('url', fault);
    return {
      ...(url !== undefined && { encryptedUrl: cipher.encrypt(url, urlContext), origin: new URL(url).origin }),
      ...(token !== undefined && { encryptedToken: cipher.encrypt(token, tokenContext) }),
      ...(name !== undefined && { name }),
    };
  }

  /** @spec HK12 */
  async function requirePlan(): Promise<void> {
    if (!hasMessageHooks(await plans.planOf(brand))) throw new EngineError('plan_required');
  }

  /**
   * Applies the plan again after a hook was created: a change of plans at the same time may have missed the new hook.
   * If the plan cannot be read, the hook stays on until the next change; each delivery attempt checks the plan too.
   *
   * @spec HK20
   */
  async function applyPlanAfterWrite(): Promise<void> {
    try {
      if (!hasMessageHooks(await plans.planOf(brand))) await applyPlanToHooks(dependencies, brand);
    } catch {
      // The hook is created: an error here would tell the caller that it is not.
    }
  }

  return permitted(caller, hookPermissions, {
    /** @spec HK8, HK11, HK12, HK13, HK15, HK16, HK20, HK22 */
    async create(channel, hook) {
      await findChannel(caller, reader(), channel);
      await requirePlan();
      const wanted = toStored(readInput(hookCreationSchema, hook));

      const created = await commit(async (tx) => {
        const { number } = await findChannel(caller, tx, channel);
        // An empty update locks the channel, so that concurrent creations are counted one after the other.
        await tx.channels.update(number, {});
        const { total } = await tx.hooks.list({ channelNumber: number, offset: 0, limit: 0 });
        const { maxHooks } = limits;
        if (total >= maxHooks) throw invalidParameters('', `A channel has at most ${maxHooks} message hooks.`);
        const now = clock.now();
        const record = await tx.hooks.insert({
          channelNumber: number,
          name: '',
          encryptedUrl: '',
          encryptedToken: '',
          origin: '',
          ...wanted,
          active: true,
          disabledByPlan: false,
          createdAt: now,
          updatedAt: now,
        });
        tx.raise({ type: 'hook.created', ...placeOf(record) });
        return toHook(record);
      });
      await applyPlanAfterWrite();
      return created;
    },

    /** @spec HK12, HK14, HK15, PA6, PA7 */
    async list(channel, request = {}) {
      const from = reader();
      const { number } = await findChannel(caller, from, channel);
      const { items, total } = await from.hooks.list({ channelNumber: number, ...readInput(offsetSchema, request) });
      return { items: items.map(toHook), total };
    },

    /** @spec HK12, HK14, HK15 */
    async get(channel, hook) {
      return toHook(await findHook(reader(), channel, hook));
    },

    /** @spec HK9, HK11, HK12, HK13, HK14, HK15, HK16 */
    async update(channel, hook, edit) {
      await findHook(reader(), channel, hook);
      await requirePlan();
      const wanted = toStored(readInput(hookEditSchema, edit));

      return commit(async (tx) => {
        const present = await findHook(tx, channel, hook);
        const change = { ...wanted, updatedAt: clock.now() };
        if ((await tx.hooks.update(present.number, change)) === 'absent') throw new EngineError('hook_not_found');
        tx.raise({ type: 'hook.changed', ...placeOf(present) });
        return toHook({ ...present, ...change });
      });
    },

    /** @spec HK12, HK14, HK17 */
    async delete(channel, hook) {
      await commit(async (tx) => {
        const present = await findHook(tx, channel, hook);
        const { number } = present;
        if ((await tx.hooks.delete(number)) === 'absent') throw new EngineError('hook_not_found');
        await tx.deliveries.endPending({ kind: 'hook', number }, clock.now());
        tx.raise({ type: 'hook.deleted', ...placeOf(present) });
      });
    },
  });
}

function placeOf({ channelNumber, number: hookNumber }: HookRecord) {
  return { channelNumber, hookNumber };
}
