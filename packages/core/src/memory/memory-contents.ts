import type { Message } from '../domain/message/message.ts';
import type { AccountConnectionRecord, AccountRecord } from '../ports/account-store.ts';
import type { ChannelRecord } from '../ports/channel-store.ts';
import type { CustomerRecord } from '../ports/customer-store.ts';
import type { HookRecord } from '../ports/hook-store.ts';
import type { AgentTokenRecord, BrandRecord } from '../ports/installation.ts';
import type { AttemptRow } from './account-connection-store.ts';
import type { BotShelf } from './bot-shelf.ts';
import type { BrandState } from './brand-state.ts';
import type { ConversationShelf } from './conversation-shelf.ts';
import type { DeliveryBoard } from './delivery-board.ts';
import type { FiledDelivery } from './filed-delivery.ts';
import type { RequestRow } from './request-store.ts';

/** All that a memory store holds, reservations included. */
export interface MemoryContents {
  readonly brands: readonly BrandRecord[];
  readonly tokens: readonly AgentTokenRecord[];
  readonly bots: readonly (BotShelf & { readonly brand: string })[];
  readonly channels: readonly (ChannelRecord & { readonly brand: string })[];
  /** With their messages, oldest first. */
  readonly customers: readonly (CustomerRecord & { readonly brand: string; readonly messages: readonly Message[] })[];
  readonly hooks: readonly (HookRecord & { readonly brand: string })[];
  readonly conversations: readonly (ConversationShelf & { readonly brand: string; readonly customerNumber: number })[];
  /** The key is a JSON list of person, path and key. */
  readonly requests: readonly (RequestRow & { readonly brand: string; readonly key: string })[];
  readonly accounts: readonly (AccountRecord & { readonly brand: string })[];
  readonly accountConnections: readonly (AccountConnectionRecord & { readonly brand: string })[];
  readonly attempts: readonly (AttemptRow & { readonly brand: string })[];
  readonly deliveries: readonly FiledDelivery[];
}

export function listContents(
  states: ReadonlyMap<string, BrandState>,
  board: DeliveryBoard,
  installation: Pick<MemoryContents, 'brands' | 'tokens'>,
): MemoryContents {
  const ofAll = <T extends object>(list: (state: BrandState) => Iterable<T>): (T & { readonly brand: string })[] =>
    [...states].flatMap(([brand, state]) => Array.from(list(state), (each) => ({ ...each, brand })));
  return {
    ...installation,
    bots: ofAll((state) => state.shelves()),
    channels: ofAll((state) => state.channels.rows()),
    customers: ofAll((state) =>
      Iterator.from(state.customers.rows()).map((customer) => ({
        ...customer,
        messages: messagesOf(state, customer.number),
      })),
    ),
    hooks: ofAll((state) => state.hooks.rows()),
    conversations: ofAll((state) =>
      Iterator.from(state.conversations()).map(([customerNumber, shelf]) => ({ ...shelf, customerNumber })),
    ),
    requests: ofAll((state) => Iterator.from(state.requests()).map(([key, row]) => ({ ...row, key }))),
    accounts: ofAll((state) => state.accounts.rows()),
    accountConnections: ofAll((state) => state.accountConnections.rows()),
    attempts: ofAll((state) => state.attempts.rows()),
    deliveries: [...board.all()],
  };
}

function messagesOf(state: BrandState, customerNumber: number): readonly Message[] {
  const log = state.messages(customerNumber);
  return Array.from({ length: log?.length ?? 0 }, (_, index) => log?.at(index)).filter((each) => each !== undefined);
}
