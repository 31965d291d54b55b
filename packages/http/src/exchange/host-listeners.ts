import type { Answered, ApiOptions } from './api-options.ts';

export interface HostListeners {
  fault(error: unknown, requestId: string): void;
  answered(answered: Answered): void;
}

/**
 * Tells the host what happened. A listener that throws is itself a fault, and harms no answer.
 *
 * @spec HT18
 */
export function hostListeners({ onFault, onAnswered }: ApiOptions): HostListeners {
  function fault(error: unknown, requestId: string): void {
    try {
      onFault?.(error, requestId);
    } catch {
      // Whoever takes faults cannot be told of this one.
    }
  }

  return {
    fault,
    answered(answered) {
      try {
        onAnswered?.(answered);
      } catch (error) {
        fault(error, answered.requestId);
      }
    },
  };
}
