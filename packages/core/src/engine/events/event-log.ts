import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import {
  type BatchOperation,
  get,
  type NumberRequest,
  type RecordStore,
  type RequestFor,
  type ScanAnswer,
  type ScanRequest,
} from '../../ports/record-store.ts';
import { eventLogs, type KeptEventRecord, keptEvents, raisedEvents } from '../../records/events.ts';
import { ask, expecting, list, type ProgramPart, put, read, remove } from '../use-case/requests.ts';
import { runPlan } from '../use-case/run-program.ts';
import type { EngineEvent } from './engine-events.ts';

/** Events per read, and per commit that gives or removes positions. */
const atOnce = 200;

const log = { name: 'log' } as const;

type Scan = RequestFor<ScanAnswer, ScanRequest>;

/** The events without a position that were raised first. */
const firstRaised = (look: number): Scan => ({
  ...{ do: 'scan', kind: raisedEvents.name, list: 'raised', order: 'number', within: [], where: {} },
  look,
});

const firstKept: Scan = {
  ...{ do: 'scan', kind: keptEvents.name, list: 'kept', order: 'position', within: [], where: {} },
  look: 1,
};

/** Stores events with the other writes of a program. Call it when everything else is decided. @spec EV12 */
export function* raisedWrites(events: readonly EngineEvent[]): ProgramPart<readonly BatchOperation[]> {
  const number: RequestFor<number, NumberRequest> = { do: 'number', sequence: raisedEvents.name };
  const numbers = (yield* ask(...events.map(() => number))).toSorted((one, other) => one - other);
  return numbers.map((each, index) => put(raisedEvents, { number: each, event: { ...events[index] } }));
}

/**
 * Gives positions to stored events, in the order of their numbers, and returns the last position.
 *
 * Race rule: an event gets the position after the last one, under the lock of the log, once its commit can be seen. So
 * no event appears before a position that was read, for any duration of its transaction.
 *
 * @spec EV13
 */
export async function lastPosition(storage: RecordStore): Promise<number> {
  for (;;) {
    const [stored, { keys }] = await read(storage, 'store', get(eventLogs, log), firstRaised(1));
    if (keys.length === 0) return stored?.record.last ?? 0;
    await runPlan(storage, 'store', givePositions);
  }
}

function* givePositions(writes: BatchOperation[]): ProgramPart<void> {
  const [stored] = yield* ask(expecting(get(eventLogs, log)));
  const [{ keys }] = yield* ask(firstRaised(atOnce));
  if (keys.length === 0) return;
  const raised = yield* ask(...keys.map(([number]) => get(raisedEvents, { number: number as number })));
  let last = stored?.record.last ?? 0;
  for (const each of raised) {
    if (each === undefined) continue;
    const { number, event } = each.record;
    last += 1;
    writes.push(
      put(keptEvents, { position: last, at: event['at'] as EpochMs, event }),
      remove(raisedEvents, { number }),
    );
  }
  writes.push(put(eventLogs, { ...log, last }));
}

/** Events after a position, in their order. */
export interface EventPage {
  readonly events: readonly KeptEventRecord[];
  /** How many events after the position the store has removed. */
  readonly lost: number;
}

/** @param last - A position that was given. */
export async function readEvents(storage: RecordStore, after: number, last: number): Promise<EventPage> {
  if (after >= last) return { events: [], lost: 0 };
  const events = await readFrom(storage, after, last);
  const isNext = events[0]?.position === after + 1;
  if (isNext) return { events, lost: 0 };
  const [{ keys }] = await read(storage, 'store', firstKept);
  const [first = last + 1] = (keys[0] ?? []) as readonly number[];
  return { events: await readFrom(storage, first - 1, last), lost: first - 1 - after };
}

async function readFrom(storage: RecordStore, after: number, last: number): Promise<readonly KeptEventRecord[]> {
  const [{ items }] = await read(storage, 'store', pageAfter(after, last));
  return items.map(({ record }) => record);
}

function pageAfter(after: number, last: number) {
  const where = { after, upTo: Math.min(last, after + atOnce) };
  return list(keptEvents, { list: 'kept', order: 'position', where });
}

/** Removes the first events, up to the first one that was raised at this moment or later. @spec EV19 */
export async function removeEvents(storage: RecordStore, before: EpochMs): Promise<void> {
  // Also without subscribers, all events have positions.
  const last = await lastPosition(storage);
  for (let removed = atOnce; removed === atOnce; ) {
    removed = await runPlan(storage, 'store', function* (writes) {
      const [{ keys }] = yield* ask(firstKept);
      const [[first] = []] = keys as readonly (readonly number[])[];
      if (first === undefined) return 0;
      const [{ items }] = yield* ask(pageAfter(first - 1, last));
      const recent = items.findIndex(({ record }) => record.at >= before);
      const old = recent === -1 ? items : items.slice(0, recent);
      writes.push(...old.map(({ record }) => remove(keptEvents, record)));
      return old.length;
    });
  }
}
