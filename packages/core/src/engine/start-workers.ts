import type { Bell } from './conversations/bell.ts';
import { startConversationWorker } from './conversations/conversation-worker.ts';
import { type ConversationFault, createDesk } from './conversations/desk.ts';
import type { ConversationWorkerOptions } from './conversations/worker-options.ts';
import type { DispatchParts } from './dispatch/dispatch-parts.ts';
import { type DispatcherOptions, startDispatcher } from './dispatch/start-dispatcher.ts';
import type { Parts } from './scope.ts';

export interface WorkersOptions {
  /** Nobody else works on this store: leases that a former process left are given up at once. Default no. */
  readonly isAlone?: boolean;
  readonly deliveries?: Omit<DispatcherOptions, 'isAlone'>;
  readonly conversations?: Omit<ConversationWorkerOptions, 'isAlone'> & {
    /** For one effect. Default 60,000. */
    readonly effectLimitMs?: number;
    /** Told of every failure. Nobody waits for what it does. */
    readonly onFault?: (fault: ConversationFault) => void;
  };
}

/** Work in the background. */
export interface Workers {
  /** Takes up nothing more, and resolves when nothing is under way. */
  stop(): Promise<void>;
}

export interface WorkerParts {
  readonly parts: Parts;
  /** Rings when something was pushed to an inbox. */
  readonly inboxes: Bell;
  /** Absent: this engine sends no deliveries. */
  readonly dispatch: DispatchParts | undefined;
}

/**
 * Starts what works in the background on this engine's store: what it has the parts for. The process stays alive until
 * it is stopped.
 *
 * @spec CV56
 */
export function startWorkers({ parts, inboxes, dispatch }: WorkerParts, options: WorkersOptions = {}): Workers {
  const { isAlone = false, deliveries, conversations = {} } = options;
  const started: Workers[] = [];
  if (dispatch !== undefined) started.push(startDispatcher(dispatch, { ...deliveries, isAlone }));
  if (parts.runner !== undefined) {
    started.push(startConversationWorker(createDesk(parts, conversations), inboxes, { ...conversations, isAlone }));
  }
  const letEnd = parts.alarm.stayAwake?.();
  return {
    async stop() {
      await Promise.all(started.map((workers) => workers.stop()));
      letEnd?.();
    },
  };
}
