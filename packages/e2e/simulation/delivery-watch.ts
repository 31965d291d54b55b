import { hash } from 'node:crypto';
import type {
  ClaimedDelivery,
  ClaimRequest,
  DeliveryQueue,
  LeaseHolder,
  NewDelivery,
  WebhookRequest,
} from '@botwright/core/ports';
import type { AttemptOutcome, DeliveryProgress } from '@botwright/core/webhooks';
import { maxSkewMs } from './plan.ts';
import type { Fail, InvariantName } from './violation.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Bounds of every worker. They are small, so that plans reach them. */
export const bounds = { slots: 6, perTarget: 2 } as const;

/** Shorter than the longest freeze of a machine and than a slow call of the store, so that leases are lost. */
export const leaseMs = 4_000;

/** From the end of a failed attempt to the next one; written down here again, so that the engine's own can be wrong. */
const gapsMs = [5_000, 10_000, 15_000, 20_000, 25_000] as const;
const maxAttempts = 6;

interface Sent {
  readonly attempt: number;
  readonly startedAt: number;
  endedAt?: number;
  outcome?: AttemptOutcome;
}

/** The attempt that a claim of one worker allows. */
interface Grant {
  readonly progress: DeliveryProgress;
  sent?: Sent;
}

interface Tracked {
  readonly brand: string;
  readonly id: string;
  readonly target: string;
  /** The customer and the target of an ordered delivery. */
  readonly line: string | undefined;
  readonly bodyHash: string;
  progress: DeliveryProgress;
  lease: { readonly worker: string; readonly until: number } | undefined;
  /** By the name of the worker, which has several when it lost the lease and claimed again. A machine has many names. */
  readonly grants: Map<string, readonly Grant[]>;
  /** The attempts that were counted. */
  readonly counted: Sent[];
}

/** An attempt that is under way. */
export interface AttemptUnderWay {
  end(outcome: AttemptOutcome): void;
}

/** Follows every delivery from its commit to its end. */
export interface DeliveryWatch {
  /** @param machine - That makes the calls. */
  queue(inner: DeliveryQueue, machine: string): DeliveryQueue;
  added(brand: string, added: NewDelivery): void;
  ended(isEnded: (each: { readonly brand: string; readonly target: string }) => boolean, at: number): void;
  /** @param nowOfMachine - By the clock of the machine that sends. */
  attempt(machine: string, request: WebhookRequest, nowOfMachine: number): AttemptUnderWay;
  pending(): number;
  all(): readonly { readonly brand: string; readonly id: string; readonly progress: DeliveryProgress }[];
}

export function watchDeliveries(time: VirtualTime, fail: Fail): DeliveryWatch {
  const known = new Map<string, Tracked>();
  const leased = new Set<Tracked>();
  const pending = new Set<Tracked>();
  /** The machine of each worker, and the deliveries under way on each machine, by brand. */
  const machineOf = new Map<string, string>();
  const underWay = new Map<string, Map<string, number>>();

  const check = (holds: boolean, invariant: InvariantName, detail: () => string): void => {
    if (!holds) fail(invariant, detail());
  };

  function setProgress(tracked: Tracked, progress: DeliveryProgress): void {
    tracked.progress = progress;
    if (progress.state !== 'pending') pending.delete(tracked);
  }

  function endLease(tracked: Tracked): void {
    tracked.lease = undefined;
    leased.delete(tracked);
  }

  function grantsOf(tracked: Tracked, machine: string | undefined): readonly Grant[] {
    return [...tracked.grants].flatMap(([worker, own]) => (machineOf.get(worker) === machine ? own : []));
  }

  function complete(worker: string, ended: { brand: string; id: string; progress: DeliveryProgress }): boolean {
    const tracked = known.get(ended.id);
    if (tracked?.brand !== ended.brand || tracked.lease?.worker !== worker) return false;
    const { progress: before } = tracked;
    const { progress: after } = ended;
    const log = JSON.stringify(after.attempts.slice(0, before.attempts.length));
    // An attempt of a lease that the worker lost: the store keeps the attempts counted since.
    if (log !== JSON.stringify(before.attempts)) return false;
    const grants = grantsOf(tracked, machineOf.get(worker));
    const name = `delivery ${tracked.id}`;
    const counted = after.attempts.length - before.attempts.length;
    const wasPending = before.state === 'pending';
    check(wasPending, 'finished_stays_finished', () => `${name} was ${before.state}, is ${after.state}.`);
    check(after.attempts.length <= maxAttempts, 'six_attempts', () => `${name} has ${after.attempts.length}.`);
    const sent = grants.map((grant) => grant.sent).find((each) => each !== undefined && isResult(each, after));
    if (counted === 1 && sent?.outcome !== undefined) {
      const expected = expectedState(after.attempts.length, sent.outcome);
      const invariant = expected === 'pending' ? 'every_delivery_ends' : 'finished_stays_finished';
      check(after.state === expected, invariant, () => `${name} should be ${expected}, and is ${after.state}.`);
      if (after.state === 'pending') {
        const gap = gapsMs[after.attempts.length - 1] ?? 0;
        const earliest = (sent.endedAt ?? 0) + gap - maxSkewMs;
        check(after.dueAt >= earliest, 'never_early', () => `${name} is due before the gap is over.`);
      }
      tracked.counted.push(sent);
    } else {
      const isEnd = after.state === 'delivered' || (after.state === 'dead' && after.reason !== 'disabled');
      // When the machine claimed twice, the attempt of the first claim is not stored, and which one sent is not known.
      const [only, ...others] = grants;
      const isForgotten =
        others.length === 0 && only?.sent?.outcome !== undefined && only.sent.outcome.kind !== 'abandoned';
      check(
        counted === 0 && !isEnd && !isForgotten,
        'six_attempts',
        () =>
          `${name} had ${before.attempts.length} attempts, made ${grants.length}, has ${after.attempts.length}, and is ${after.state}.`,
      );
    }
    setProgress(tracked, after);
    endLease(tracked);
    return true;
  }

  function lease(claimed: ClaimedDelivery, { worker, leaseUntil, now }: ClaimRequest): void {
    const tracked = known.get(claimed.id);
    const name = `delivery ${claimed.id}`;
    if (tracked === undefined || tracked.brand !== claimed.brand) {
      fail('store_is_as_committed', `${name} was claimed, and is not committed.`);
      return;
    }
    const { progress } = tracked;
    if (tracked.lease !== undefined) {
      fail('one_lease', `${name} was claimed by ${worker}, and ${tracked.lease.worker} has it.`);
    }
    if (progress.state !== 'pending') {
      fail('finished_stays_finished', `${name} was claimed and is ${progress.state}.`);
      return;
    }
    const { dueAt, attempts } = progress;
    check(dueAt <= now, 'never_early', () => `${name} was claimed ${dueAt - now} ms before it is due.`);
    const isWhole = claimed.progress.attempts.length === attempts.length;
    check(isWhole, 'six_attempts', () => `${name} lost attempts.`);
    check(hashOf(claimed.body) === tracked.bodyHash, 'same_bytes', () => `${name} was claimed with another body.`);
    const { line } = tracked;
    // In the order in which they were added.
    const first = line === undefined ? tracked : pending.values().find((each) => each.line === line);
    check(first === tracked, 'deliveries_in_order', () => `${name} was claimed before ${first?.id}.`);
    tracked.lease = { worker, until: leaseUntil };
    tracked.grants.set(worker, [...(tracked.grants.get(worker) ?? []), { progress }]);
    leased.add(tracked);
  }

  function claimed(request: ClaimRequest, result: readonly ClaimedDelivery[]): void {
    for (const each of request.ended ?? []) complete(request.worker, each);
    for (const each of leased) if (each.lease !== undefined && each.lease.until <= request.now) endLease(each);
    for (const each of result) lease(each, request);
    const counts = new Map<string, number>();
    for (const { target } of leased) counts.set(target, (counts.get(target) ?? 0) + 1);
    for (const [target, count] of counts) {
      check(count <= bounds.perTarget, 'caps_hold', () => `${target} has ${count} leases.`);
    }
  }

  function release(isReleased: (tracked: Tracked) => boolean): void {
    for (const each of leased) if (isReleased(each)) endLease(each);
  }

  function countUnderWay(machine: string, brand: string, change: 1 | -1): void {
    const counts = underWay.get(machine) ?? new Map<string, number>();
    underWay.set(machine, counts);
    counts.set(brand, (counts.get(brand) ?? 0) + change);
    const all = [...counts.values()].reduce((sum, each) => sum + each, 0);
    check(all <= bounds.slots, 'caps_hold', () => `${machine} has ${all} attempts under way.`);
    const own = counts.get(brand) ?? 0;
    check(own <= bounds.slots / 2, 'caps_hold', () => `${machine} has ${own} attempts of ${brand} under way.`);
  }

  function startAttempt(machine: string, request: WebhookRequest, nowOfMachine: number): Sent {
    const { id, headers, body, url } = request;
    const attempt = Number(headers['x-delivery-attempt']);
    const sent: Sent = { attempt, startedAt: time.now() };
    const tracked = known.get(id);
    const name = `delivery ${id}`;
    if (tracked === undefined) {
      fail('message_has_deliveries', `${name} is sent, and is not committed.`);
      return sent;
    }
    const { brand } = tracked;
    const isOwn = new URL(url).hostname.startsWith(`${brand}.`);
    check(isOwn, 'brands_are_apart', () => `${name} of ${brand} goes to ${url}.`);
    check(hashOf(body) === tracked.bodyHash, 'same_bytes', () => `attempt ${attempt} of ${name} has another body.`);
    // The newest one: the machine may not know an older one.
    const grant = grantsOf(tracked, machine).findLast(
      ({ sent: before, progress }) => before === undefined && progress.attempts.length + 1 === attempt,
    );
    if (grant === undefined) {
      fail('one_lease', `${machine} sends ${name}, and claimed no attempt ${attempt} of it.`);
      return sent;
    }
    grant.sent = sent;
    const { progress } = grant;
    const isNext = attempt === progress.attempts.length + 1 && attempt <= maxAttempts;
    check(isNext, 'six_attempts', () => `attempt ${attempt} of ${name} follows ${progress.attempts.length}.`);
    if (progress.state === 'pending') {
      check(nowOfMachine >= progress.dueAt, 'never_early', () => `${name} is sent before it is due.`);
    }
    const before = tracked.counted.at(attempt - 2);
    const gap = gapsMs[attempt - 2];
    if (attempt > 1 && before?.endedAt !== undefined && gap !== undefined) {
      const waited = time.now() - before.endedAt;
      const isLate = waited >= gap - 2 * maxSkewMs;
      check(isLate, 'never_early', () => `attempt ${attempt} of ${name} comes after ${waited} ms.`);
    }
    return sent;
  }

  return {
    pending: () => pending.size,
    all: () => [...known.values()],
    added(brand, { id, target, body, dueAt, customerNumber, ordered }) {
      const progress: DeliveryProgress = { state: 'pending', attempts: [], dueAt };
      const place = { brand, id, target: `${brand} ${target.kind}:${target.number}`, bodyHash: hashOf(body) };
      const line = ordered === true ? `${place.target} ${customerNumber}` : undefined;
      const tracked: Tracked = { ...place, line, progress, lease: undefined, grants: new Map(), counted: [] };
      known.set(id, tracked);
      pending.add(tracked);
    },
    ended(isEnded, at) {
      for (const each of pending) {
        if (!isEnded(each)) continue;
        const { attempts } = each.progress;
        setProgress(each, { state: 'dead', reason: 'disabled', attempts, finishedAt: at });
        endLease(each);
      }
    },
    attempt(machine, request, nowOfMachine) {
      const sent = startAttempt(machine, request, nowOfMachine);
      const brand = request.group ?? '';
      countUnderWay(machine, brand, 1);
      return {
        end(outcome) {
          Object.assign(sent, { endedAt: time.now(), outcome });
          countUnderWay(machine, brand, -1);
        },
      };
    },
    queue: (inner, machine) => ({
      async claim(request) {
        machineOf.set(request.worker, machine);
        const result = await inner.claim(request);
        claimed(request, result);
        return result;
      },
      async complete(each, progress) {
        const result = await inner.complete(each, progress);
        const { brand, id, worker } = each;
        const isStored = complete(worker, { brand, id, progress });
        const isSame = isStored === (result === 'completed');
        check(isSame, 'store_is_as_committed', () => `complete of delivery ${id} returned ${result}.`);
        return result;
      },
      async renew(holder: LeaseHolder) {
        await inner.renew(holder);
        for (const each of leased) {
          if (each.lease?.worker === holder.worker) each.lease = { worker: holder.worker, until: holder.leaseUntil };
        }
      },
      async release(worker, ids) {
        await inner.release(worker, ids);
        release(({ lease, id }) => lease?.worker === worker && (ids === undefined || ids.includes(id)));
      },
      async recover() {
        await inner.recover();
        release(() => true);
      },
      nextDueAt: (wanted) => inner.nextDueAt(wanted),
      depth: (brands) => inner.depth(brands),
      prune: (finishedBefore, limit) => inner.prune(finishedBefore, limit),
    }),
  };
}

/** Whether the progress says how this attempt ended. */
function isResult({ attempt, outcome }: Sent, { attempts }: DeliveryProgress): boolean {
  const last = attempts.at(-1);
  if (outcome === undefined || outcome.kind === 'abandoned' || attempt !== attempts.length) return false;
  return outcome.kind === 'answered' ? last?.status === outcome.status : last?.error === outcome.reason;
}

function expectedState(attempts: number, outcome: AttemptOutcome): DeliveryProgress['state'] {
  if (outcome.kind !== 'answered') return 'dead';
  if (outcome.status >= 200 && outcome.status < 300) return 'delivered';
  return attempts < maxAttempts ? 'pending' : 'dead';
}

function hashOf(body: string | Uint8Array): string {
  return hash('sha1', body, 'base64');
}
