import type { Principal } from '../domain/principal.ts';
import type { BrandCheck } from './brand-gate.ts';
import type { ChannelCaller } from './conversations/channel-engine.ts';
import type { EngineParts } from './engine-parts.ts';
import type { EventActor } from './events/engine-events.ts';
import type { EngineStorage } from './events/engine-storage.ts';
import { type AskInDecision, askInDecision, describe } from './policy/ask-in-decision.ts';
import type { Policy } from './policy/policy.ts';
import type { Answer, Load } from './records/loads.ts';
import { shareTenantRecords } from './tenants/tenant-records.ts';
import { load, type Part } from './use-case/use-case.ts';

/** A family of use-cases, and who calls it. */
export interface GuardedFamily<TFamily> {
  readonly family: string;
  /** Makes the family on a store. */
  make(parts: EngineParts): TFamily;
  /** Absent: its use-cases find the brand, and check it. */
  readonly by?: Principal | ChannelCaller;
  /** Some of its use-cases do not read through `storage` of their parts: the brand is checked before each. */
  readonly isCheckedBefore?: boolean;
}

/**
 * Makes a family of use-cases of which each call passes the host's checks: it has a separate store, on which the
 * brand is checked with the first reads, and the policy is asked in the decision.
 *
 * @spec PO1, PO10, TN18
 */
export function guardedFamily<TFamily extends object>(
  policy: Policy | undefined,
  parts: EngineParts,
  { family, make, by, isCheckedBefore = false }: GuardedFamily<TFamily>,
): TFamily {
  const plain = make(parts);
  const brandGate = by && parts.brandGate;
  if (policy === undefined && brandGate?.begin === undefined) return plain;
  const calls = Object.keys(plain).map((useCase) => {
    const described = policy && describe({ family, useCase });
    if (described === undefined && brandGate?.begin === undefined) return [useCase, plain[useCase as keyof TFamily]];
    const call = async (...given: readonly unknown[]) => {
      const ask = policy && described && askInDecision(policy, { family, useCase, given }, described, parts.identities);
      const check = brandGate?.begin?.();
      if (by !== undefined) await (isCheckedBefore ? brandGate?.require(by.brand) : check?.before(by.brand));
      const storage = guardedStorage(parts.storage, { ask, check, by });
      const made = make({ ...parts, storage }) as Readonly<Record<string, (...given: readonly unknown[]) => unknown>>;
      return made[useCase]?.(...given);
    };
    return [useCase, call];
  });
  return Object.fromEntries(calls) as TFamily;
}

interface CallGuards {
  readonly ask: AskInDecision | undefined;
  readonly check: BrandCheck | undefined;
  readonly by: Principal | ChannelCaller | undefined;
}

function guardedStorage(storage: EngineStorage, { ask, check, by }: CallGuards): EngineStorage {
  const guarded: EngineStorage = {
    ...storage,
    reads(brand) {
      const { run, load } = storage.reads(brand);
      if (check === undefined) return { run, load };
      return {
        run: (part) => run(check.within(part)),
        load: (wanted) => run(check.within(loadOne(wanted))),
      };
    },
    perform(brand, useCase, actor) {
      // Work of the engine itself, such as dropping a reservation.
      if (actor === undefined || actor.kind === 'engine' || actor.kind === 'host') {
        return storage.perform(brand, useCase, actor);
      }
      const asked = ask === undefined ? useCase : () => ask(callerOf(brand, actor, by), useCase());
      return storage.perform(brand, check === undefined ? asked : () => check.within(asked()), actor);
    },
  };
  shareTenantRecords(storage, guarded);
  return guarded;
}

function* loadOne<TLoad extends Load>(wanted: TLoad): Part<Answer<TLoad>> {
  const [answer] = yield* load(wanted);
  return answer as Answer<TLoad>;
}

function callerOf(
  brand: string,
  actor: Extract<EventActor, { readonly kind: 'person' | 'channel' }>,
  by: Principal | ChannelCaller | undefined,
): Principal | ChannelCaller {
  if (actor.kind === 'channel') return { brand, channelNumber: actor.channelNumber };
  if (by === undefined) throw new Error('A use-case of a person has no principal.');
  return by;
}
