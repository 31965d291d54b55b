import type { DispatchParts } from './dispatch/dispatch-parts.ts';
import { type DispatcherOptions, startDispatcher } from './dispatch/start-dispatcher.ts';

export interface WorkersOptions {
  /** Nobody else works on this store: leases that a former process left are given up at once. Default no. */
  readonly isAlone?: boolean;
  readonly deliveries?: Omit<DispatcherOptions, 'isAlone'>;
}

/** Work in the background. */
export interface Workers {
  /** Takes up nothing more, and resolves when nothing is under way. */
  stop(): Promise<void>;
}

/**
 * Starts what works in the background on this engine's store.
 *
 * @param dispatch - Absent: this engine sends no deliveries.
 */
export function startWorkers(dispatch: DispatchParts | undefined, options: WorkersOptions = {}): Workers {
  const { isAlone = false, deliveries } = options;
  if (dispatch === undefined) return { stop: async () => {} };
  return startDispatcher(dispatch, { ...deliveries, isAlone });
}
