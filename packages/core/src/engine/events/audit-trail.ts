import type { IdentifiedEvents } from '../identities/identified-types.ts';
import type { Identified } from '../identities/ids-in-values.ts';
import type { EngineEvent, EngineEventType, EventActor, EventsLost } from './engine-events.ts';
import type { Subscription, SubscriptionOptions } from './event-bus.ts';
import type { EngineEvents } from './subscribe.ts';

/** A change, with its actor, its record and its time. */
export interface AuditRecord {
  /** ISO 8601 in UTC, with milliseconds. */
  readonly at: string;
  /** `person:7`, `channel:3`, `host` or `engine`. */
  readonly who: string;
  /** The type of the event, such as `bot.published`. */
  readonly did: EngineEventType | EventsLost['type'];
  /** The record that changed: `bot:` and its id, `customer:` and its number, and so on. Absent for `events.lost`. */
  readonly to?: string;
  /** Absent for `events.lost`. */
  readonly brand?: string;
  /** Absent for events that concern no workspace. */
  readonly workspace?: number;
  /** Of the stored event. A record that is written again after a crash has the same. */
  readonly position?: number;
  /** All other members of the event. */
  readonly details: Readonly<Record<string, unknown>>;
}

export interface AuditOptions<TEvent = EngineEvent> extends Pick<SubscriptionOptions, 'maxWaiting'> {
  /** Called when `write` throws or rejects, and without an event when the store fails. Default: nothing. */
  readonly onFault?: (error: unknown, event: TEvent | EventsLost | undefined) => void;
  /** The events to write. Default: actions of a person or the host. `events.lost` is always written. */
  readonly includes?: (event: TEvent) => boolean;
  /** The name of the subscriber for which the engine stores events. Give each trail its own. Default `audit`. */
  readonly name?: string;
  /** Where a new name begins with stored events. Default: with the events from now on. */
  readonly from?: 'now' | 'oldest';
}

/**
 * Writes the actor and the action of each event, one record after the other: the next one waits for the promise that
 * `write` returns.
 *
 * Where the engine keeps events, the trail is a named subscriber: it has the events of all processes, each at least
 * once, in one process at a time; `write` is called again until it resolves. Otherwise it has the events of this engine
 * that were handed over before the process ended; if events were lost because `write` was too slow, it says how many.
 *
 * @example auditTrail(engine, (record) => process.stdout.write(auditLine(record)));
 * @spec AU1, AU2, AU3, AU4, AU5
 */
export function auditTrail(
  engine: { readonly events: EngineEvents },
  write: (record: AuditRecord) => unknown,
  options?: AuditOptions,
): Subscription;
/** The trail of an engine whose host has texts as ids of persons: `who` is `person:` and the id. */
export function auditTrail(
  engine: { readonly events: IdentifiedEvents },
  write: (record: AuditRecord) => unknown,
  options?: AuditOptions<Identified<EngineEvent>>,
): Subscription;
export function auditTrail(
  engine: { readonly events: EngineEvents | IdentifiedEvents },
  write: (record: AuditRecord) => unknown,
  options?: AuditOptions | AuditOptions<Identified<EngineEvent>>,
): Subscription {
  // The trail writes the ids of persons as they are.
  return trailOf(engine.events as EngineEvents, write, options as AuditOptions | undefined);
}

function trailOf(
  events: EngineEvents,
  write: (record: AuditRecord) => unknown,
  { includes = isByPersonOrHost, name = 'audit', from = 'now', onFault, maxWaiting }: AuditOptions = {},
): Subscription {
  const listener = (event: EngineEvent | EventsLost): unknown =>
    event.type === 'events.lost' || includes(event) ? write(recordOf(event)) : undefined;
  if (events.areKept) {
    return events.subscribe(listener, { name, from, onFault: (error, event) => onFault?.(error, event) });
  }
  return events.subscribe(listener, { ...(onFault && { onFault }), ...(maxWaiting !== undefined && { maxWaiting }) });
}

/** The record as a line of JSON, with its line break. @spec AU2 */
export function auditLine(record: AuditRecord): string {
  return `${JSON.stringify(record)}\n`;
}

function isByPersonOrHost({ by }: EngineEvent): boolean {
  return by.kind === 'person' || by.kind === 'host';
}

function recordOf(event: EngineEvent | EventsLost): AuditRecord {
  if (event.type === 'events.lost') {
    const { at, type, count } = event;
    return { at: new Date(at).toISOString(), who: 'engine', did: type, ...positionOf(event), details: { count } };
  }
  const { type, at, brand, by, ...said } = event;
  const { workspace, position: _, ...details } = said as typeof said & Pick<AuditRecord, 'position' | 'workspace'>;
  return {
    at: new Date(at).toISOString(),
    who: nameOf(by),
    did: type,
    to: subjectOf(event),
    brand,
    ...(workspace !== undefined && { workspace }),
    ...positionOf(event),
    details,
  };
}

/** Only stored events have a position. */
function positionOf(event: object): Pick<AuditRecord, 'position'> {
  return 'position' in event ? { position: Number(event.position) } : {};
}

function nameOf(by: EventActor): string {
  if (by.kind === 'person') return `person:${by.person}`;
  return by.kind === 'channel' ? `channel:${by.channelNumber}` : by.kind;
}

type FamilyOf<TType extends EngineEventType> = TType extends `${infer TFamily}.${string}` ? TFamily : never;
type Family = FamilyOf<EngineEventType>;
type EventOfFamily<TFamily extends Family> = EngineEvent<Extract<EngineEventType, `${TFamily}.${string}`>>;

const subjects: { readonly [TFamily in Family]: (event: EventOfFamily<TFamily>) => string } = {
  bot: ({ botId }) => `bot:${botId}`,
  draft: ({ botId }) => `bot:${botId}`,
  feedback: ({ botId }) => `bot:${botId}`,
  version: ({ versionId }) => `version:${versionId}`,
  channel: ({ channelNumber }) => `channel:${channelNumber}`,
  hook: ({ hookNumber }) => `hook:${hookNumber}`,
  customer: ({ customerNumber }) => `customer:${customerNumber}`,
  message: ({ messageUuid }) => `message:${messageUuid}`,
  conversation: ({ customerNumber }) => `customer:${customerNumber}`,
  delivery: ({ deliveryId }) => `delivery:${deliveryId}`,
  account: (event) => ('accountId' in event ? `account:${event.accountId}` : `connection:${event.connectionId}`),
  brand: ({ brand }) => `brand:${brand}`,
  token: ({ tokenId }) => `token:${tokenId}`,
  agent: ({ agentId }) => `agent:${agentId}`,
};

function subjectOf(event: EngineEvent): string {
  const family = event.type.slice(0, event.type.indexOf('.')) as Family;
  return (subjects[family] as (event: EngineEvent) => string)(event);
}
