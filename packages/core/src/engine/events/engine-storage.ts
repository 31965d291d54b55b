import type { Clock, Timer } from '../../ports/clock.ts';
import type { BatchOperation, DecidedRecords, Program, RecordStore, Scope } from '../../ports/record-store.ts';
import type { Storage } from '../../ports/storage.ts';
import { recordKinds } from '../../records/record-kinds.ts';
import { interpret, interpretReads } from '../records/interpret.ts';
import type { Answer, Load } from '../records/loads.ts';
import { createSettingsMemory } from '../records/settings-memory.ts';
import { versionNames } from '../records/version-names.ts';
import { refusingStorage } from '../refusing-storage.ts';
import type { StorageOutages } from '../storage-outages.ts';
import { checkedUseCase } from '../use-case/checked-use-case.ts';
import {
  answerRequests,
  type Committed,
  commitProgram,
  createTurns,
  noLeases,
  readAndCommit,
} from '../use-case/run-program.ts';
import { load, type Part, type UseCase } from '../use-case/use-case.ts';
import { withoutRetries } from '../without-retries.ts';
import type { WorkSignals } from '../work-signal.ts';
import type { EngineEvent, EventActor, RaisedEvent } from './engine-events.ts';
import type { EventBus } from './event-bus.ts';
import { raisedWrites } from './event-log.ts';
import { createEventWriter, type EventWriter } from './event-writer.ts';

const byEngine: EventActor = Object.freeze({ kind: 'engine' });

/** The committed state of one brand. */
export interface BrandReads {
  /** Loads one thing. */
  load<const TLoad extends Load>(wanted: TLoad): Promise<Answer<TLoad>>;
  /** Runs a part of a use-case that changes nothing. Each of its batches sees one moment. */
  run<T>(part: Part<T>): Promise<T>;
}

/** The store for the use-cases. A call fails with `dependency_failed` when the store is unavailable. */
export interface EngineStorage extends Storage {
  /** Reads the committed state of a brand. */
  reads(brand: string): BrandReads;
  /**
   * Runs a use-case until it is decided, and commits its decision. Once it is stored, its events are published, and
   * workers find the work that it queued. If it runs again, only its last run counts.
   *
   * @param by - The actor. Default: the engine.
   * @throws The error of the use-case; nothing is stored then.
   * @spec EV1, EV2, EV12, CV29, DI2
   */
  perform<T>(brand: string, useCase: () => UseCase<T>, by?: EventActor): Promise<T>;
  /** The same records; a program that writes also stores these events, if the engine keeps events. @spec EV12 */
  raising(events: readonly EngineEvent[]): RecordStore;
  /** Stores events of a change that is stored by itself, if the engine keeps them. @spec EV20 */
  readonly keepSoon: EventWriter['add'];
  /** Waits until the events of `keepSoon` are stored, or cannot be stored now. */
  readonly settleEvents: EventWriter['close'];
  readonly activity: StorageActivity;
}

/** The brand of events, and their actor. Default: the engine. */
export interface EventOrigin {
  readonly brand: string;
  readonly by?: EventActor | undefined;
}

/** Counts the calls of an engine to its store, so that work that can wait sees whether other work runs. @spec DR44 */
export interface StorageActivity {
  /** The number of use-cases and reads that have begun. */
  count(): number;
}

export interface EngineStorageParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly events: EventBus;
  readonly outages: StorageOutages;
  readonly signals: WorkSignals;
  /** Whether the storage is in a transaction of the host: a conflict is thrown. Default no. */
  readonly isJoined?: boolean;
  /** Called when events were stored. Absent: the engine keeps no events. */
  readonly onKept?: (() => void) | undefined;
  /** The actors whose events the engine keeps. Default: all. */
  readonly keptBy?: readonly EventActor['kind'][] | undefined;
  /** Called when the decision of a use-case was stored. */
  onStored?(brand: string, operations: readonly BatchOperation[]): void;
}

export function createEngineStorage(parts: EngineStorageParts): EngineStorage {
  const { storage: given, clock, timer, outages, signals, isJoined = false, onKept, keptBy, onStored } = parts;
  const refusing = refusingStorage(given, outages);
  const storage = isJoined ? withoutRetries(refusing) : refusing;
  const running = {
    records: storage,
    kinds: recordKinds,
    // The first retry has its turn in this process, so only other processes can cause another conflict.
    wait: async (conflicts: number) => (conflicts === 1 ? undefined : timer.sleep(2 ** conflicts)),
    oneByOne: createTurns(),
  };
  const interpreting = {
    settingsMemory: createSettingsMemory(),
    hasText: storage.capabilities.text === true,
    nextVersion: versionNames(),
  };
  let count = 0;
  const writer = createEventWriter({ storage, timer, onKept });
  const isKept = ({ by }: Pick<EngineEvent, 'by'>) => onKept !== undefined && keptBy?.includes(by.kind) !== false;

  /** Stores events with the writes of a program. */
  function* keeping<TDecision extends DecidedRecords>(
    program: Program<TDecision>,
    raisedBy: (decision: TDecision) => readonly EngineEvent[],
  ): Program<TDecision> {
    const decision = yield* program;
    const raised = raisedBy(decision);
    if (raised.length === 0) return decision;
    return { ...decision, operations: [...decision.operations, ...(yield* raisedWrites(raised))] };
  }

  /** @returns The whole store, if the engine keeps none of the events. */
  function raising(raised: readonly EngineEvent[]): RecordStore {
    const events = raised.filter(isKept);
    if (events.length === 0) return storage;
    let conflicts = 0;
    return {
      ...storage,
      async exclusive<TDecision extends DecidedRecords>(scope: Scope, program: () => Program<TDecision>) {
        const kept = () => keeping(program(), ({ operations }) => (operations.length === 0 ? [] : events));
        const declared = { records: storage, kinds: recordKinds };
        const ran = await (storage.exclusive?.(scope, kept) ?? readAndCommit(declared, scope, kept()));
        if (ran.committed.kind !== 'conflict') onKept?.();
        else if (storage.exclusive === undefined) {
          conflicts += 1;
          await running.wait(conflicts);
        }
        return ran;
      },
    };
  }

  function reads(brand: string): BrandReads {
    const run = <T>(part: Part<T>): Promise<T> => {
      count += 1;
      return answerRequests(storage, { brand }, interpretReads(brand, part));
    };
    return {
      run,
      async load(wanted) {
        const [answer] = await run(load(wanted));
        return answer as Answer<typeof wanted>;
      },
    };
  }

  return {
    ...storage,
    activity: { count: () => count },
    reads,
    raising,
    keepSoon: (events) => writer.add(events.filter(isKept)),
    settleEvents: writer.close,
    async perform(brand, useCase, by = byEngine) {
      const keeps = isKept({ by });
      for (;;) {
        count += 1;
        const { decision, committed } = await commitProgram(running, { brand }, () => {
          const program = interpret(interpreting, brand, checkedUseCase(useCase()));
          if (!keeps) return program;
          return keeping(program, ({ decided }) =>
            decided.kind === 'decided' ? stampedEvents(clock, { brand, by }, decided.events) : [],
          );
        });
        const { decided, operations } = decision;
        if (decided.kind === 'decided') {
          notify(signals, operations, committed);
          onStored?.(brand, operations);
          if (keeps && decided.events.length > 0) onKept?.();
          publishEvents(parts, { brand, by }, decided.events);
          return decided.answer({ ...noLeases, ...committed });
        }
        await decided.obtain();
      }
    },
  };
}

/** Notifies the engine's workers of the work that a batch queued. A leased conversation has its worker already. */
function notify(signals: WorkSignals, operations: readonly BatchOperation[], { isLeased }: Partial<Committed>): void {
  if (operations.some((each) => each.do === 'addDeliveries')) signals.deliveries.notify();
  const hasConversations = operations.some(
    (each) => each.do === 'enqueue' && (each.holder === undefined || isLeased !== true),
  );
  if (hasConversations) signals.conversations.notify();
}

/** Publishes events of a committed change. @spec EV1 */
export function publishEvents(
  { events, clock }: { readonly events: EventBus; readonly clock: Clock },
  of: EventOrigin,
  raised: readonly RaisedEvent[],
): void {
  if (raised.length === 0 || !events.hasSubscribers()) return;
  events.publish(stampedEvents(clock, of, raised));
}

/** @spec EV6, EV7 */
export function stampedEvents(
  clock: Clock,
  { brand, by = byEngine }: EventOrigin,
  raised: readonly RaisedEvent[],
): readonly EngineEvent[] {
  const at = clock.now();
  return raised.map((event) => Object.freeze({ ...event, at, brand, by }) as EngineEvent);
}
