import type * as v from 'valibot';
import { openDelivery } from '../domain/delivery/delivery-progress.ts';
import type { DeliveryTarget } from '../domain/delivery/delivery-target.ts';
import { hasMessageHooks } from '../domain/delivery/message-hooks.ts';
import { deliveryListSchema } from '../domain/inputs/deliveries.ts';
import type { Slice } from '../domain/paging/page.ts';
import { asUuid } from '../domain/uuid.ts';
import type { DeliveryRecord } from '../ports/delivery-store.ts';
import { brandStorage } from './brand-storage.ts';
import { type Caller, type PermissionsOf, permitted } from './caller.ts';
import { placeOfDelivery } from './dispatch/delivery-events.ts';
import { type Transports, transportAddress } from './dispatch/transports.ts';
import { EngineError } from './engine-error.ts';
import type { EngineParts } from './engine-parts.ts';
import { readInput } from './read-input.ts';
import { load, type Part } from './use-case/use-case.ts';

/** One message on its way to one webhook. */
export interface Delivery extends Omit<DeliveryRecord, 'workspace'> {}

/** Dead letters: `state: 'dead'`. */
type DeliveryListRequest = v.InferInput<typeof deliveryListSchema>;

/** @throws {EngineError} `delivery_not_found` */
export interface Deliveries {
  /** Newest first. Dead letters: `state: 'dead'`. */
  list(request?: DeliveryListRequest): Promise<Slice<Delivery>>;
  /** Reads one delivery with its attempts. */
  get(id: string): Promise<Delivery>;
  /** The text that is sent, which is the same with each attempt; `undefined` when it was erased with its customer. */
  body(id: string): Promise<string | undefined>;
  /**
   * Makes a new delivery of the same body to the same target, due immediately. It waits for no other, and none waits
   * for it.
   *
   * @throws {EngineError} `plan_required`, `delivery_target_off`, `delivery_body_erased`
   */
  replay(id: string): Promise<Delivery>;
}

export const deliveryPermissions: PermissionsOf<Deliveries> = {
  list: 'anyone',
  get: 'anyone',
  body: 'anyone',
  replay: 'anyone',
};

/** The deliveries to hooks and channels of a caller's workspaces. */
export function deliveries({ storage, plans, clock, ids, transports }: EngineParts, caller: Caller): Deliveries {
  const { load: read, run, execute } = brandStorage(storage, caller);
  const { brand, workspaces } = caller.principal;

  /** @spec DI17 */
  function* loadDelivery(deliveryId: unknown): Part<DeliveryRecord> {
    const id = asUuid(deliveryId);
    const [record] = id === undefined ? [] : yield* load({ kind: 'delivery', id });
    if (record === undefined || !workspaces.includes(record.workspace)) throw new EngineError('delivery_not_found');
    return record;
  }

  const findDelivery = (id: unknown) => run(loadDelivery(id));

  return permitted(caller, deliveryPermissions, {
    /** @spec DI16 */
    async list(request = {}) {
      const slice = await read({
        kind: 'deliveries',
        query: { ...readInput(deliveryListSchema, request), workspaces },
      });
      return { ...slice, items: slice.items.map(toDelivery) };
    },

    /** @spec DI17 */
    async get(id) {
      return toDelivery(await findDelivery(id));
    },

    /** @spec DI17, DI27 */
    async body(id) {
      const { id: found } = await findDelivery(id);
      return read({ kind: 'deliveryBody', id: found });
    },

    /** @spec DI17, DI18, DI19, DI28, TP4 */
    async replay(id) {
      const { target } = await findDelivery(id);
      if (target.kind === 'hook' && !hasMessageHooks(await plans.planOf(brand))) throw new EngineError('plan_required');

      return execute(function* ({ operations, events }) {
        const before = yield* loadDelivery(id);
        const origin = yield* loadOrigin(transports, before.target);
        if (origin === undefined) throw new EngineError('delivery_target_off');
        const [body] = yield* load({ kind: 'deliveryBody', id: before.id });
        if (body === undefined) throw new EngineError('delivery_body_erased');

        const { progress: _, ordered: __, ...same } = before;
        const now = clock.now();
        const again = { ...same, id: ids.uuidAt(now), origin, createdAt: now, replayOf: before.id };
        operations.push({ kind: 'addDeliveries', deliveries: [{ ...again, body, dueAt: now }] });
        const record = { ...again, progress: openDelivery(now) };
        events.push({ type: 'delivery.replayed', ...placeOfDelivery(record), replayOf: before.id });
        return toDelivery(record);
      });
    },
  });
}

/** The delivery as callers see it. */
export function toDelivery({ workspace: _, ...delivery }: DeliveryRecord): Delivery {
  return delivery;
}

/** @returns `undefined` when the target is off or was deleted. */
function* loadOrigin(transports: Transports, { kind, number }: DeliveryTarget): Part<string | undefined> {
  if (kind === 'channel') {
    const [channel] = yield* load({ kind, number });
    return channel && (transportAddress(transports, channel) ?? channel.webhook)?.origin;
  }
  const [hook] = yield* load({ kind, number });
  return hook?.active === true ? hook.origin : undefined;
}
