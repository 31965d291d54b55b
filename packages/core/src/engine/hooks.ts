import { type DeliveryOrder, hookOrder } from '../domain/delivery/delivery-order.ts';
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
import type { Cipher } from '../ports/cipher.ts';
import type { PlanSource } from '../ports/host-directories.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import type { HookChange, HookRecord } from '../records/hooks.ts';
import { brandStorage } from './brand-storage.ts';
import { type Caller, type PermissionsOf, permitted } from './caller.ts';
import { loadChannel } from './channels/channel-records.ts';
import { EngineError } from './engine-error.ts';
import type { EngineParts } from './engine-parts.ts';
import { applyPlanToHooks } from './hook-plans.ts';
import { findTargetFault, invalidParameters, readInput } from './read-input.ts';
import { secretContext } from './secrets/encryption.ts';
import { load, type Part } from './use-case/use-case.ts';

/** A webhook of a channel, with its URL and its token in clear. */
export interface MessageHook
  extends Pick<HookRecord, 'number' | 'channelNumber' | 'name' | 'active' | 'createdAt' | 'updatedAt'> {
  /** http or https. */
  readonly url: string;
  /** Goes into the header `Authorization: Token <token>`; may be empty. */
  readonly token: string;
  /** With `customer`, a customer's next message waits until the one before was delivered or given up. */
  readonly order: DeliveryOrder;
}

/**
 * Webhooks of the channels that the caller sees, each by the number of its channel and its own.
 *
 * @throws {EngineError} `channel_not_found`, `hook_not_found`; on `create` and `update` then `plan_required`, then
 *   `invalid_parameters`.
 */
export interface MessageHooks {
  /** A channel has at most `limits.maxHooks`; one more is `invalid_parameters`. */
  create(channel: number, hook: HookCreation): Promise<MessageHook>;
  /** By ascending number. */
  list(channel: number, request?: OffsetRequest): Promise<Slice<MessageHook>>;
  /** Reads one hook. */
  get(channel: number, hook: number): Promise<MessageHook>;
  /** Absent and `null` members stay. Later attempts of pending deliveries use the new URL and token. */
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

/** The use-cases of the message hooks of the channels that a caller can see. */
export function hooks(parts: EngineParts, caller: Caller): MessageHooks {
  const { storage, cipher, plans, sender, clock, limits } = parts;
  const { load: read, run, execute } = brandStorage(storage, caller);
  const { brand } = caller.principal;
  const secrets = hookSecrets(cipher, brand);

  return permitted(caller, hookPermissions, {
    /** @spec HK8, HK11, HK12, HK13, HK15, HK16, HK20, HK22, HK23 */
    async create(channel, hook) {
      await run(loadChannel(caller, channel));
      await requirePlan(plans, brand);
      const wanted = secrets.encrypt(readWithTarget(sender, hookCreationSchema, hook));

      const created = await execute(function* ({ operations, events }) {
        // Locked, so that concurrent creations are counted one after the other.
        const { number: channelNumber } = yield* loadChannel(caller, channel, 'lockedChannel');
        const [{ total }, number] = yield* load(
          { kind: 'hookList', query: { channelNumber, offset: 0, limit: 0 } },
          { kind: 'hookNumber' },
        );
        const { maxHooks } = limits;
        if (total >= maxHooks) throw invalidParameters('', `A channel has at most ${maxHooks} message hooks.`);
        const now = clock.now();
        const unset = { name: '', encryptedUrl: '', encryptedToken: '', origin: '' };
        const state = { active: true, disabledByPlan: false, createdAt: now, updatedAt: now };
        const record = { number, channelNumber, ...unset, ...wanted, ...state };
        operations.push({ kind: 'insertHook', hook: record });
        events.push({ type: 'hook.created', ...placeOf(record) });
        return secrets.show(record);
      });
      await applyPlanAfterWrite(parts, brand);
      return created;
    },

    /** @spec HK12, HK14, HK15, PA6, PA7 */
    async list(channel, request = {}) {
      const { number } = await run(loadChannel(caller, channel));
      const { items, total } = await read({
        kind: 'hookList',
        query: { channelNumber: number, ...readInput(offsetSchema, request) },
      });
      return { items: items.map(secrets.show), total };
    },

    /** @spec HK12, HK14, HK15 */
    async get(channel, hook) {
      return secrets.show(await run(loadHook(caller, channel, hook)));
    },

    /** @spec HK9, HK11, HK12, HK13, HK14, HK15, HK16 */
    async update(channel, hook, edit) {
      await run(loadHook(caller, channel, hook));
      await requirePlan(plans, brand);
      const wanted = secrets.encrypt(readWithTarget(sender, hookEditSchema, edit));

      return execute(function* ({ operations, events }) {
        const present = yield* loadHook(caller, channel, hook, 'lockedHook');
        const change = { ...wanted, updatedAt: clock.now() };
        operations.push({ kind: 'updateHook', number: present.number, change });
        events.push({ type: 'hook.changed', ...placeOf(present) });
        return secrets.show({ ...present, ...change });
      });
    },

    /** @spec HK12, HK14, HK17 */
    async delete(channel, hook) {
      await execute(function* ({ operations, events }) {
        const present = yield* loadHook(caller, channel, hook, 'lockedHook');
        const { number } = present;
        operations.push({ kind: 'deleteHook', number });
        operations.push({ kind: 'endPending', target: { kind: 'hook', number }, at: clock.now() });
        events.push({ type: 'hook.deleted', ...placeOf(present) });
      });
    },
  });
}

/** @throws {EngineError} `hook_not_found` @spec HK13, HK14, CH2 */
function* loadHook(
  caller: Caller,
  channel: unknown,
  hook: unknown,
  kind: 'hook' | 'lockedHook' = 'hook',
): Part<HookRecord> {
  const { number } = yield* loadChannel(caller, channel);
  const [found] = Number.isSafeInteger(hook) ? yield* load({ kind, number: hook as number }) : [];
  if (found === undefined || found.channelNumber !== number) throw new EngineError('hook_not_found');
  return found;
}

/** @throws {EngineError} `invalid_parameters` @spec HK16 */
function readWithTarget(
  sender: WebhookSender | undefined,
  schema: typeof hookCreationSchema | typeof hookEditSchema,
  given: HookCreation | HookEdit,
): WrittenHook {
  const hook = readInput(schema, given);
  const fault = hook.url === undefined ? undefined : findTargetFault(sender, hook.url);
  if (fault !== undefined) throw invalidParameters('url', fault);
  return hook;
}

/** Encrypts the secrets of hooks for storing, and decrypts them for callers. @spec HK11, HK15, SX9 */
function hookSecrets(cipher: Cipher, brand: string) {
  const urlContext = secretContext('hook-url', brand);
  const tokenContext = secretContext('hook-token', brand);
  return {
    encrypt: ({ url, token, name, order }: WrittenHook): HookChange => ({
      ...(url !== undefined && { encryptedUrl: cipher.encrypt(url, urlContext), origin: new URL(url).origin }),
      ...(token !== undefined && { encryptedToken: cipher.encrypt(token, tokenContext) }),
      ...(name !== undefined && { name }),
      ...(order !== undefined && { order }),
    }),
    show(hook: HookRecord): MessageHook {
      const { number, channelNumber, encryptedUrl, encryptedToken, name, active, createdAt, updatedAt } = hook;
      const { order = hookOrder } = hook;
      const url = cipher.decrypt(encryptedUrl, urlContext);
      const token = cipher.decrypt(encryptedToken, tokenContext);
      return { number, channelNumber, url, token, name, order, active, createdAt, updatedAt };
    },
  };
}

/** @spec HK12 */
async function requirePlan(plans: PlanSource, brand: string): Promise<void> {
  if (!hasMessageHooks(await plans.planOf(brand))) throw new EngineError('plan_required');
}

/**
 * Applies the plan again after a hook was created: a change of plans at the same time may have missed the new hook.
 * If the plan cannot be read, the hook stays on until the next change; each delivery attempt checks the plan too.
 *
 * @spec HK20
 */
async function applyPlanAfterWrite(parts: EngineParts, brand: string): Promise<void> {
  try {
    if (!hasMessageHooks(await parts.plans.planOf(brand))) await applyPlanToHooks(parts, brand);
  } catch {
    // The hook is created: an error here would tell the caller that it is not.
  }
}

function placeOf({ channelNumber, number: hookNumber }: HookRecord) {
  return { channelNumber, hookNumber };
}
