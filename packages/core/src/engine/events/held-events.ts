import type { EngineEvent } from './engine-events.ts';
import type { EventBus } from './event-bus.ts';

export interface HeldEvents extends EventBus {
  /** Publishes the held events, in their order. */
  release(): void;
}

/** Holds events of changes that are not committed yet. @spec EV11 */
export function heldEvents(events: EventBus): HeldEvents {
  let held: EngineEvent[] = [];
  return {
    ...events,
    publish: (raised) => void held.push(...raised),
    release() {
      events.publish(held);
      held = [];
    },
  };
}
