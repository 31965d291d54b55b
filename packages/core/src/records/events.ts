import type { EpochMs } from '../domain/time/epoch-ms.ts';
import { ascending, recordKind } from '../ports/record-kind.ts';

/**
 * An event that was stored by the commit of its change, and has no position yet. If a commit can see the change of
 * another one, its event has the greater number.
 */
export interface RaisedEventRecord {
  readonly number: number;
  readonly event: Readonly<Record<string, unknown>>;
}

export const raisedEvents = recordKind<RaisedEventRecord>()({
  name: 'raised_event',
  scope: 'store',
  key: ['number'],
  announced: 'events',
  fields: { number: 'integer', event: 'json' },
  lists: { raised: { filters: {}, orders: { number: [ascending('number')] } } },
});

/** An event with its position: from 1, without gaps. Only the first ones are removed. */
export interface KeptEventRecord {
  readonly position: number;
  readonly at: EpochMs;
  readonly event: Readonly<Record<string, unknown>>;
}

export const keptEvents = recordKind<KeptEventRecord>()({
  name: 'kept_event',
  scope: 'store',
  key: ['position'],
  fields: { position: 'integer', at: 'integer', event: 'json' },
  lists: {
    kept: {
      filters: { after: { field: 'position', by: 'after' }, upTo: { field: 'position', by: 'upTo' } },
      orders: { position: [ascending('position')] },
    },
  },
});

/** There is one, with the name `log`. */
export interface EventLogRecord {
  readonly name: 'log';
  /** The last position that was given. */
  readonly last: number;
}

export const eventLogs = recordKind<EventLogRecord>()({
  name: 'event_log',
  scope: 'store',
  key: ['name'],
  fields: { name: 'text', last: 'integer' },
});

/** How far a named subscriber has come, and who calls its listener. */
export interface EventSubscriberRecord {
  readonly name: string;
  /** The position of the last event that its listener has handled. */
  readonly position: number;
  readonly worker?: string;
  readonly leaseUntil?: EpochMs;
}

export const eventSubscribers = recordKind<EventSubscriberRecord>()({
  name: 'event_subscriber',
  scope: 'store',
  key: ['name'],
  fields: { name: 'text', position: 'integer', worker: 'text?', leaseUntil: 'integer?' },
});
