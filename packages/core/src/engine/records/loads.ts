import type { AccountKind } from '../../domain/account-connection/connected-account.ts';
import type { BotState } from '../../domain/bot.ts';
import type { OffsetRange } from '../../domain/paging/offset.ts';
import type { Page, PageRange, Slice } from '../../domain/paging/page.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import type { VersionSummary } from '../../domain/version.ts';
import type { InboxEntry, LoadedWork } from '../../ports/conversation-store.ts';
import type { DeliveryListQuery, DeliveryRecord } from '../../ports/delivery-store.ts';
import { get, type ListAnswer, type ListRequest, type ScanAnswer } from '../../ports/record-store.ts';
import type { AccountRecord } from '../../records/accounts.ts';
import { accountConnections, accounts, authorizationAttempts, type StoredAccount } from '../../records/accounts.ts';
import type { BotListQuery, BotRecord, LinkedBotRecord } from '../../records/bots.ts';
import { bots, feedback, type StoredFeedback, scenarios } from '../../records/bots.ts';
import type { ChannelListQuery, ChannelRecord } from '../../records/channels.ts';
import { channels } from '../../records/channels.ts';
import type {
  ConversationRecord,
  CustomerListQuery,
  CustomerRecord,
  CustomerSearchQuery,
  CustomerSearchStep,
} from '../../records/customers.ts';
import {
  conversations,
  customers,
  messages,
  type StoredCustomer,
  type StoredMessage,
} from '../../records/customers.ts';
import type { DraftHead, RevisionRecord } from '../../records/drafts.ts';
import { drafts, revisions, testDeployments } from '../../records/drafts.ts';
import type { HookListQuery, HookRecord } from '../../records/hooks.ts';
import { hooks } from '../../records/hooks.ts';
import { type JournalEntry, journals } from '../../records/journals.ts';
import type { RequestKey } from '../../records/requests.ts';
import { requests } from '../../records/requests.ts';
import { settings } from '../../records/settings.ts';
import { brands, type StoredBrand } from '../../records/tenants.ts';
import { type StoredVersion, versions } from '../../records/versions.ts';
import {
  byIndex,
  byKey,
  byKeyOf,
  expected,
  fromRequest,
  type LoadReading,
  nextOf,
  part,
  recordIn,
  where,
  withMembers,
} from './loading.ts';

interface OfBot {
  readonly botId: string;
}

interface OfKind {
  readonly accountKind: AccountKind;
}

interface OfCustomer {
  readonly customer: number;
}

interface OfDelivery {
  readonly id: string;
}

/**
 * The loads of use-cases, by their kinds: how each is read from the records and queues of a store.
 *
 * @spec ST12, ST25, ST33, ST37, ST43, ST57, ST60, ST64, ST70, ST73, ST75, ST100
 * @spec ST101, ST110, ST113, ST114, ST119, ST123, CA46, CA50, CQ3
 */
export const loading = {
  account: expected(byKey(accounts, toAccount)),
  accountByExternalId: part(
    accounts,
    'accounts',
    ({ accountKind, externalId }: OfKind & { readonly externalId: string }) => {
      return { order: 'newest', within: [accountKind], where: { externalId }, limit: 1 };
    },
    ([account]) => account && toAccount(account),
  ),
  accountConnection: expected(byKey(accountConnections)),
  accountConnectionByLink: byIndex(accountConnections, 'link', ({ linkHash }: { readonly linkHash: string }) => [
    linkHash,
  ]),
  /** Accounts of the kind with any status, the one connected last first. @spec CA46 */
  accounts: part(
    accounts,
    'accounts',
    ({ accountKind }: OfKind) => ({ order: 'newest', within: [accountKind] }),
    (found) => found.map(toAccount),
  ),
  authorizationAttempt: expected(byKey(authorizationAttempts)),
  bot: byKey(bots),
  /**
   * The number of bots of the brand, in any state. The commit requires that no setting of the brand has changed since,
   * so that concurrent creations are counted one after the other.
   */
  botCount: {
    // A store that locks the settings counts when it has the lock.
    requests: (_key: object) => [
      { ...get(settings, { name: 'settings' }), expect: true },
      ...(['active', 'trashed'] as const).map((state) => countOfBots(state)),
    ],
    answer: ([, active, trashed]) => (active as ListAnswer).total + (trashed as ListAnswer).total,
  } satisfies LoadReading<object, number>,
  /** A number that no bot of the store has had. */
  botNumber: nextOf('bot'),
  bots: part(
    bots,
    'bots',
    ({ query: { page, pageSize, order, ...filters } }: { readonly query: BotListQuery }) => {
      return { order, where: where(filters), ...partOfPage({ page, pageSize }) };
    },
    (items, { query }, total) => pageOf(items, query, total),
  ),
  /** The brand in the registry of tenants, unless it was removed. */
  brand: byKeyOf(brands, thisBrand, present),
  channel: byKey(channels),
  /** A number that no channel of the store has had. */
  channelNumber: nextOf('channel'),
  channels: part(
    channels,
    'live',
    ({ query }: { readonly query: ChannelListQuery }) => byNumber(query),
    (items, _key, total): Slice<ChannelRecord> => ({ items, total }),
  ),
  channelsOfBot: part(
    channels,
    'ofBot',
    ({ botId }: OfBot) => ({ order: 'created', within: [botId] }),
    (found) => found,
  ),
  conversation: byKeyOf(conversations, ({ customer }: OfCustomer) => ({ customerNumber: customer })),
  countExpiring: fromRequest<{ readonly channel: number; readonly upTo: number }, number>(({ channel, upTo }) => {
    return { do: 'count', kind: 'customer', list: 'expiring', within: [channel], where: { expires: true }, upTo };
  }),
  /** How many live conversations wait at any of these places, up to `upTo`. @param places - Numbers of places. */
  countWaiting: fromRequest<{ readonly places: readonly number[]; readonly upTo: number }, number>(
    ({ places, upTo }) => ({ do: 'count', kind: 'conversation', list: 'waiting', within: [], where: { places }, upTo }),
  ),
  /** The commit of the use-case requires that nobody has changed the customer since the load. */
  customer: expected(byKey(customers, toCustomer)),
  /** Locked like `customer`. If no customer has the token, the commit requires that none has it then. */
  customerByToken: expected(
    byIndex(
      customers,
      'token',
      ({ channel, token }: { readonly channel: number; readonly token: string }) => [channel, token],
      toCustomer,
    ),
  ),
  customerList: part(
    customers,
    'live',
    ({ query }: { readonly query: CustomerListQuery }) => ({
      order: 'number',
      where: customersWhere(query),
      offset: query.offset,
      limit: query.limit,
      ...(query.fieldBytes !== undefined && { bytes: { field: 'fields', most: query.fieldBytes } }),
    }),
    (found, _key, total): Slice<CustomerRecord> => ({ items: found.map(toCustomer), total }),
  ),
  /** A number that no customer of the store has had. */
  customerNumber: nextOf('customer'),
  customerSearch: {
    requests: ({ query }) => [
      {
        do: 'scan',
        kind: 'customer',
        list: 'live',
        within: [],
        where: { ...customersWhere(query), [query.by]: query.text },
        order: 'number',
        look: query.limit,
        ...(query.after > 0 && { after: [query.after] }),
      },
    ],
    answer([found]) {
      const { keys, next } = found as ScanAnswer;
      const numbers = keys.map(([number]) => number as number);
      return next === undefined ? { numbers } : { numbers, next: next[0] as number };
    },
  } satisfies LoadReading<{ readonly query: CustomerSearchQuery }, CustomerSearchStep>,
  deliveries: fromRequest<{ readonly query: DeliveryListQuery }, Slice<DeliveryRecord>>(({ query }) => {
    return { do: 'deliveries', query };
  }),
  delivery: fromRequest<OfDelivery, DeliveryRecord | undefined>(({ id }) => ({ do: 'delivery', id })),
  deliveryBody: fromRequest<OfDelivery, string | undefined>(({ id }) => ({ do: 'deliveryBody', id })),
  draft: byKey(drafts),
  /** The draft without its large fields. */
  draftHead: withMembers(
    { heads: true },
    byKey(drafts, (draft): DraftHead => draft),
  ),
  feedback: byKey(feedback, ({ botId: _, ...configuration }: StoredFeedback) => configuration),
  firstExpiring: part(
    customers,
    'expiring',
    ({ channel, after, limit }: { readonly channel: number; readonly after: EpochMs; readonly limit: number }) => {
      return { order: 'first', within: [channel], where: { after }, limit };
    },
    (found) => found.map(toCustomer),
  ),
  hook: byKey(hooks),
  hookList: part(
    hooks,
    'hooks',
    ({ query }: { readonly query: HookListQuery }) => byNumber(query),
    (items, _key, total): Slice<HookRecord> => ({ items, total }),
  ),
  /** A number that no hook of the store has had. */
  hookNumber: nextOf('hook'),
  /** The active hooks of a channel, by number. */
  hooks: part(
    hooks,
    'hooks',
    ({ channel }: { readonly channel: number }) => byNumber({ channelNumber: channel, active: true }),
    (found) => found,
  ),
  /** Whether the wake of a conversation is due; `undefined`: it has none. */
  wake: fromRequest<OfCustomer, boolean | undefined>(({ customer }) => ({ do: 'wake', customer })),
  /** The first entry of the inbox, unless a wake holds all. */
  inboxEntry: fromRequest<OfCustomer, InboxEntry | undefined>(({ customer }) => ({ do: 'inbox', customer })),
  /** The first steps of the conversations that began in a bot, newest first. */
  journals: part(
    journals,
    'begun',
    ({
      query: { botId, customer, ...range },
    }: {
      readonly query: OfBot & PageRange & { readonly customer?: number | undefined };
    }) => ({ order: 'newest', within: [botId], where: where({ customer }), ...partOfPage(range) }),
    (items, { query }, total): Page<JournalEntry> => pageOf(items, query, total),
  ),
  /** The steps of a conversation in the journal, in their order. */
  journalSteps: part(
    journals,
    'steps',
    ({ customer, begunAt }: OfCustomer & { readonly begunAt: EpochMs }) => {
      return { order: 'first', within: [customer, begunAt] };
    },
    (found) => found,
  ),
  /** The version that was published last. */
  latestVersion: part(
    versions,
    'ofBot',
    ({ botId }: OfBot) => ({ order: 'newest', within: [botId], where: { isReserved: false }, limit: 1 }),
    ([latest]) => latest,
  ),
  linkedBots: {
    requests: ({ ids, numbers }) =>
      [{ ids }, { numbers }]
        .filter((wanted) => Object.values(wanted).some(({ length }) => length > 0))
        .map((wanted) => {
          return { do: 'list', kind: 'bot', list: 'bots', order: 'created', within: [], where: wanted, offset: 0 };
        }),
    answer(lists) {
      const found = (lists as readonly ListAnswer<BotRecord>[]).flatMap(({ items }) => items);
      return [...new Map(found.map(({ record }) => [record.id, toLinked(record)])).values()];
    },
  } satisfies LoadReading<
    { readonly ids: readonly string[]; readonly numbers: readonly number[] },
    readonly LinkedBotRecord[]
  >,
  /** The id of the live version of a bot, if it has one. */
  liveVersion: byKeyOf(
    bots,
    ({ botId }: OfBot) => ({ id: botId }),
    ({ liveVersion }: BotRecord) => liveVersion,
  ),
  /**
   * The commit requires that, since the load, nobody has changed the bot or records that belong to it and are loaded
   * after it.
   */
  lockedBot: expected(byKey(bots)),
  /** The commit requires that nobody has changed the channel since the load. */
  lockedChannel: expected(byKey(channels)),
  /** The commit requires that nobody has changed the hook since the load. */
  lockedHook: expected(byKey(hooks)),
  /** The commit requires that nobody has changed the record of the request key since the load. */
  lockedRequest: expected(byKeyOf(requests, ({ request }: { readonly request: RequestKey }) => request)),
  message: byIndex(
    messages,
    'uuid',
    ({ customer, uuid }: OfCustomer & { readonly uuid: string }) => [customer, uuid],
    toMessage,
  ),
  /** Newest first. */
  messages: part(
    messages,
    'ofCustomer',
    ({ customer, range: { offset, limit } }: OfCustomer & { readonly range: OffsetRange }) => {
      return { order: 'newest', within: [customer], offset, limit };
    },
    (found, _key, total) => ({ items: found.map(toMessage), total }),
  ),
  /** The plan that is stored for the brand. */
  plan: byKeyOf(brands, thisBrand, (brand) => present(brand)?.plan),
  /** Past states of a draft, newest first, without the present one. */
  revisions: part(
    revisions,
    'ofBot',
    ({ botId, range }: OfBot & { readonly range: PageRange }) => {
      return { order: 'newest', within: [botId], ...partOfPage(range) };
    },
    (items, { range }, total): Page<RevisionRecord> => pageOf(items, range, total),
  ),
  scenarios: byKey(scenarios),
  testDeployment: byKey(testDeployments),
  version: byKey(versions, (version: StoredVersion) => (version.reservedAt === undefined ? version : undefined)),
  /** Newest first. */
  versions: part(
    versions,
    'ofBot',
    ({ botId, range }: OfBot & { readonly range: PageRange }) => {
      return { order: 'newest', within: [botId], where: { isReserved: false }, heads: true, ...partOfPage(range) };
    },
    (found, { range }, total) => pageOf(found.map(toSummary), range, total),
  ),
  /**
   * The next work of a worker; `undefined`: the worker does not have the lease. The commit requires that it still has
   * the lease.
   */
  work: {
    requests: ({ customer, worker }) => [
      { do: 'lease', customer, worker, expect: true },
      get(conversations, { customerNumber: customer }),
      { do: 'inbox', customer },
    ],
    answer([isLeased, stored, found]) {
      if (isLeased !== true) return undefined;
      const record = recordIn<ConversationRecord>(stored);
      const entry = found as InboxEntry | undefined;
      return { ...(record !== undefined && { record }), ...(entry !== undefined && { entry }) };
    },
  } satisfies LoadReading<OfCustomer & { readonly worker: string }, LoadedWork | undefined>,
};

export type LoadKind = keyof typeof loading;

/** One thing to load. */
export type Load<TKind extends LoadKind = LoadKind> = {
  readonly [K in TKind]: { readonly kind: K } & Parameters<(typeof loading)[K]['requests']>[0];
}[TKind];

export type Answer<TLoad> = TLoad extends { readonly kind: infer TKind extends LoadKind }
  ? ReturnType<(typeof loading)[TKind]['answer']>
  : never;

function countOfBots(state: BotState): ListRequest {
  return {
    do: 'list',
    kind: bots.name,
    list: 'bots',
    within: [],
    where: { state },
    order: 'created',
    offset: 0,
    limit: 0,
  };
}

function thisBrand(_key: object, brand: string) {
  return { name: brand };
}

function present(brand: StoredBrand): StoredBrand | undefined {
  return brand.isRemoved === true ? undefined : brand;
}

function partOfPage({ page, pageSize }: PageRange) {
  return { offset: (page - 1) * pageSize, limit: pageSize };
}

function pageOf<T>(items: readonly T[], { page, pageSize }: PageRange, total: number): Page<T> {
  return { items, total, page, pageSize };
}

/** A part of a list of channels or hooks, in the order of their numbers. */
function byNumber({ offset = 0, limit, ...filters }: ChannelListQuery & HookListQuery) {
  return { order: 'number', where: where(filters), offset, ...(limit !== undefined && { limit }) };
}

function customersWhere(query: Omit<CustomerListQuery, 'offset' | 'limit'>) {
  const { workspaces, channelNumber, agentId, archived, optIn } = query;
  return where({ workspaces, channelNumber, agentId, archived, optIn });
}

function toAccount({ returningId: _, ...account }: StoredAccount): AccountRecord {
  return account;
}

function toMessage({ customerNumber: _, ...message }: StoredMessage) {
  return message;
}

function toCustomer(stored: StoredCustomer): CustomerRecord {
  const { folded_name: _, folded_email: __, folded_phone: ___, folded_token: ____, ...customer } = stored;
  return customer;
}

function toLinked(bot: BotRecord): LinkedBotRecord {
  const { id, number, name, workspace, channelFamily, state, publishedAt } = bot;
  return { id, number, name, workspace, channelFamily, state, published: publishedAt !== undefined };
}

/** @spec VE1 */
export function toSummary(record: VersionSummary): VersionSummary {
  const { id, name, publishedAt, publishedBy, restoredFrom, finishDays, builder } = record;
  return {
    id,
    ...(name !== undefined && { name }),
    publishedAt,
    publishedBy,
    ...(restoredFrom !== undefined && { restoredFrom }),
    ...(finishDays !== undefined && { finishDays }),
    builder,
  };
}
