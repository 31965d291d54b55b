import type { PageRange, Slice } from '../../domain/paging/page.ts';
import type { AccountRecord } from '../../ports/account-store.ts';
import type { BotRecord, LinkedBotRecord } from '../../ports/bot-store.ts';
import type { ConversationRecord, InboxEntry } from '../../ports/conversation-store.ts';
import type { CustomerListQuery, CustomerRecord } from '../../ports/customer-store.ts';
import { get, type ListAnswer, type ScanAnswer } from '../../ports/record-store.ts';
import { accountConnections, accounts, authorizationAttempts, type StoredAccount } from '../../records/accounts.ts';
import {
  bots,
  drafts,
  feedback,
  revisions,
  type StoredFeedback,
  type StoredVersion,
  testDeployments,
  versions,
} from '../../records/bots.ts';
import { channels, hooks } from '../../records/channels.ts';
import {
  conversations,
  customers,
  messages,
  type StoredCustomer,
  type StoredMessage,
} from '../../records/customers.ts';
import { requests } from '../../records/requests.ts';
import { brands, type StoredBrand } from '../../records/tenants.ts';
import { toSummary } from '../versions/version-records.ts';
import { asked, byIndex, byKey, expected, heads, type Loading, nextOf, part, recordIn, where } from './loading.ts';
import { toRequestRecord } from './request-reservation.ts';

/**
 * How each load is read from the records and queues of a store.
 *
 * @spec ST12, ST25, ST33, ST37, ST43, ST57, ST60, ST64, ST70, ST73, ST75, ST100
 * @spec ST101, ST110, ST113, ST114, ST119, ST123, CA46, CA50, CQ3
 */
export const loading: Loading = {
  account: expected(byKey(accounts, ({ id }) => ({ id }), toAccount)),
  accountByExternalId: part(
    accounts,
    'accounts',
    ({ accountKind, externalId }) => ({ order: 'newest', within: [accountKind], where: { externalId }, limit: 1 }),
    ([account]) => account && toAccount(account),
  ),
  accountConnection: expected(byKey(accountConnections, ({ id }) => ({ id }))),
  accountConnectionByLink: byIndex(accountConnections, 'link', ({ linkHash }) => [linkHash]),
  accounts: part(
    accounts,
    'accounts',
    ({ accountKind }) => ({ order: 'newest', within: [accountKind] }),
    (found) => found.map(toAccount),
  ),
  authorizationAttempt: expected(byKey(authorizationAttempts, ({ stateHash }) => ({ stateHash }))),
  bot: byKey(bots, ({ id }) => ({ id })),
  botNumber: nextOf('bot'),
  bots: part(
    bots,
    'bots',
    ({ query: { state, workspaces, channelFamily, search, order, ...range } }) => ({
      order,
      where: where({ state, workspaces, channelFamily, search }),
      ...partOfPage(range),
    }),
    (items, { query: { page, pageSize } }, total) => ({ items, total, page, pageSize }),
  ),
  brand: byKey(brands, thisBrand, present),
  channel: byKey(channels, ({ number }) => ({ number })),
  channelNumber: nextOf('channel'),
  channels: part(
    channels,
    'live',
    ({ query: { offset = 0, limit, ...filters } }) => ({
      order: 'number',
      where: where({ ...filters }),
      offset,
      ...(limit !== undefined && { limit }),
    }),
    (items, _key, total) => ({ items, total }),
  ),
  channelsOfBot: part(
    channels,
    'ofBot',
    ({ botId }) => ({ order: 'created', within: [botId] }),
    (found) => found,
  ),
  conversation: byKey(conversations, ({ customer }) => ({ customerNumber: customer })),
  countExpiring: asked(({ channel, upTo }) => ({
    do: 'count',
    kind: 'customer',
    list: 'expiring',
    within: [channel],
    where: { expires: true },
    upTo,
  })),
  customer: expected(byKey(customers, ({ number }) => ({ number }), toCustomer)),
  customerByToken: expected(byIndex(customers, 'token', ({ channel, token }) => [channel, token], toCustomer)),
  customerList: part(
    customers,
    'live',
    ({ query }) => ({
      order: 'number',
      where: customersWhere(query),
      offset: query.offset,
      limit: query.limit,
      ...(query.fieldBytes !== undefined && { bytes: { field: 'fields', most: query.fieldBytes } }),
    }),
    (found, _key, total): Slice<CustomerRecord> => ({ items: found.map(toCustomer), total }),
  ),
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
  },
  deliveries: asked(({ query }) => ({ do: 'deliveries', query })),
  delivery: asked(({ id }) => ({ do: 'delivery', id })),
  deliveryBody: asked(({ id }) => ({ do: 'deliveryBody', id })),
  draft: byKey(drafts, ({ botId }) => ({ botId })),
  draftHead: heads(byKey(drafts, ({ botId }) => ({ botId }))),
  feedback: byKey(
    feedback,
    ({ botId }) => ({ botId }),
    ({ botId: _, ...configuration }: StoredFeedback) => configuration,
  ),
  firstExpiring: part(
    customers,
    'expiring',
    ({ channel, after, limit }) => ({ order: 'first', within: [channel], where: { after }, limit }),
    (found) => found.map(toCustomer),
  ),
  hook: byKey(hooks, ({ number }) => ({ number })),
  hookList: part(
    hooks,
    'hooks',
    ({ query: { offset = 0, limit, ...filters } }) => ({
      order: 'number',
      where: where({ ...filters }),
      offset,
      ...(limit !== undefined && { limit }),
    }),
    (items, _key, total) => ({ items, total }),
  ),
  hookNumber: nextOf('hook'),
  hooks: part(
    hooks,
    'hooks',
    ({ channel }) => ({ order: 'number', where: { channelNumber: channel, active: true } }),
    (found) => found,
  ),
  inboxEntry: asked(({ customer }) => ({ do: 'inbox', customer })),
  latestVersion: part(
    versions,
    'ofBot',
    ({ botId }) => ({ order: 'newest', within: [botId], where: { isReserved: false }, limit: 1 }),
    ([latest]) => latest,
  ),
  linkedBots: {
    requests: ({ ids, numbers }) =>
      [{ ids }, { numbers }]
        .filter((wanted) => Object.values(wanted).some(({ length }) => length > 0))
        .map((wanted) => ({
          do: 'list',
          kind: 'bot',
          list: 'bots',
          order: 'created',
          within: [],
          where: wanted,
          offset: 0,
        })),
    answer(lists) {
      const found = (lists as readonly ListAnswer<BotRecord>[]).flatMap(({ items }) => items);
      return [...new Map(found.map(({ record }) => [record.id, toLinked(record)])).values()];
    },
  },
  liveVersion: byKey(
    bots,
    ({ botId }) => ({ id: botId }),
    ({ liveVersion }: BotRecord) => liveVersion,
  ),
  lockedBot: expected(byKey(bots, ({ id }) => ({ id }))),
  lockedChannel: expected(byKey(channels, ({ number }) => ({ number }))),
  lockedHook: expected(byKey(hooks, ({ number }) => ({ number }))),
  lockedRequest: expected(byKey(requests, ({ request }) => request, toRequestRecord)),
  message: byIndex(messages, 'uuid', ({ customer, uuid }) => [customer, uuid], toMessage),
  messages: part(
    messages,
    'ofCustomer',
    ({ customer, range: { offset, limit } }) => ({ order: 'newest', within: [customer], offset, limit }),
    (found, _key, total) => ({ items: found.map(toMessage), total }),
  ),
  plan: byKey(brands, thisBrand, (brand) => present(brand)?.plan),
  revisions: part(
    revisions,
    'ofBot',
    ({ botId, range }) => ({ order: 'newest', within: [botId], ...partOfPage(range) }),
    (items, { range: { page, pageSize } }, total) => ({ items, total, page, pageSize }),
  ),
  testDeployment: byKey(testDeployments, ({ botId }) => ({ botId })),
  version: byKey(
    versions,
    ({ botId, id }) => ({ botId, id }),
    (version: StoredVersion) => (version.reservedAt === undefined ? version : undefined),
  ),
  versions: part(
    versions,
    'ofBot',
    ({ botId, range }) => ({
      order: 'newest',
      within: [botId],
      where: { isReserved: false },
      heads: true,
      ...partOfPage(range),
    }),
    (found, { range: { page, pageSize } }, total) => ({ items: found.map(toSummary), total, page, pageSize }),
  ),
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
  },
};

function thisBrand(_key: object, brand: string) {
  return { name: brand };
}

function present(brand: StoredBrand): StoredBrand | undefined {
  return brand.isRemoved === true ? undefined : brand;
}

function partOfPage({ page, pageSize }: PageRange) {
  return { offset: (page - 1) * pageSize, limit: pageSize };
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
