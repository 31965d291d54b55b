import type { Storage } from '../ports/storage.ts';
import type { ConversationContext, ConversationFault } from './conversations/conversation-context.ts';
import { type ConversationWorkerOptions, startConversationWorker } from './conversations/conversation-worker.ts';
import { type DispatcherOptions, startDispatcher } from './dispatch/dispatcher.ts';
import type { EngineParts } from './engine-parts.ts';
import type { StorageOutages } from './storage-outages.ts';
import { rootTracer } from './tracing/trace.ts';
import type { WorkSignals } from './work-signal.ts';

export interface WorkersOptions {
  /** No other process works on this store: the leases of a former process end immediately. Default no. */
  readonly isAlone?: boolean;
  /**
   * Whether `onFault` gets every failure caused by an unavailable storage. Default no: it gets only the first failure
   * of each outage.
   */
  readonly everyStorageFault?: boolean;
  /** How many deliveries run at a time, their polls and leases, and who learns of faults. */
  readonly deliveries?: Omit<DispatcherOptions, 'isAlone'>;
  /** How many conversations run at a time, their polls and leases, and who learns of faults. */
  readonly conversations?: Omit<ConversationWorkerOptions, 'isAlone'> & {
    /** Time limit of one effect, in milliseconds. Default 60,000. */
    readonly effectLimitMs?: number;
    /** Called with every failure, with the exception of `everyStorageFault`; its result is ignored. */
    readonly onFault?: (fault: ConversationFault) => void;
  };
}

/** The background workers of an engine. */
export interface Workers {
  /** Begins nothing more, and resolves when nothing is under way. */
  stop(): Promise<void>;
}

export interface WorkerDependencies extends EngineParts {
  /** Absent: this engine processes no conversations. */
  readonly conversationContext: ConversationContext | undefined;
  /** The outages of the storage. */
  readonly outages: StorageOutages;
  /** Notified when a transaction of this engine has queued work. */
  readonly signals: WorkSignals;
  /** Calls back for work of other processes; absent if the store cannot notify of it. */
  readonly onQueuedWork: Storage['onQueuedWork'] | undefined;
}

/**
 * Starts the workers of this engine: for deliveries if it has a sender or transports, for conversations if it has a runner. The
 * process stays alive until they are stopped.
 *
 * @spec CV29, CV56, DI2, ER18, TP9
 */
export function startWorkers(dependencies: WorkerDependencies, options: WorkersOptions = {}): Workers {
  const { timer, conversationContext: context, signals, sender, transports } = dependencies;
  const { isAlone = false, everyStorageFault = false, deliveries = {}, conversations = {} } = options;
  const { effectLimitMs = context?.effectLimitMs } = conversations;
  const isRepeated = everyStorageFault ? () => false : dependencies.outages.repeats();
  const tracer = rootTracer(dependencies.tracer);
  const started: Workers[] = [];
  if (sender !== undefined || transports.size > 0) {
    const signal = signals.deliveries;
    const onFault = unlessRepeated(isRepeated, deliveries.onFault);
    started.push(startDispatcher({ ...dependencies, signal, tracer }, { ...deliveries, onFault, isAlone }));
  }
  if (context !== undefined && effectLimitMs !== undefined) {
    const report = unlessRepeated(isRepeated, conversations.onFault);
    const onFault = (fault: ConversationFault): void => {
      context.metrics.count('botwright.conversation.faults');
      report(fault);
    };
    const worker = startConversationWorker({ ...context, effectLimitMs, onFault, tracer }, signals.conversations, {
      ...conversations,
      isAlone,
    });
    const endReservations = dependencies.directLeases.add(worker.reserve);
    started.push({
      async stop() {
        endReservations();
        await worker.stop();
      },
    });
  }
  const letEnd = timer.keepAlive?.();
  const endCalls = dependencies.onQueuedWork?.((queued) => {
    if (queued.deliveries) signals.deliveries.notify();
    if (queued.conversations) signals.conversations.notify();
  });
  return {
    async stop() {
      endCalls?.();
      await Promise.all(started.map((workers) => workers.stop()));
      letEnd?.();
    },
  };
}

/** Without a listener the fault does not count as reported, so that the other listener gets it. */
function unlessRepeated<TFault extends { readonly error: unknown }>(
  isRepeated: (error: unknown) => boolean,
  onFault: ((fault: TFault) => void) | undefined,
): (fault: TFault) => void {
  return (fault) => {
    if (onFault !== undefined && !isRepeated(fault.error)) onFault(fault);
  };
}
