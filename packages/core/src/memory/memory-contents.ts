import type { AccountConnectionRecord, AccountRecord } from '../ports/account-store.ts';
import type { AgentTokenRecord, BrandRecord } from '../ports/storage.ts';
import type { AttemptRow } from './account-connection-store.ts';
import type { BotShelf } from './bot-shelf.ts';
import type { BrandState } from './brand-state.ts';
import type { DeliveryBoard } from './delivery-board.ts';
import type { FiledDelivery } from './filed-delivery.ts';
import type { RequestRow } from './request-store.ts';

/** All that a memory store holds, reservations included. */
export interface MemoryContents {
  readonly brands: readonly BrandRecord[];
  readonly tokens: readonly AgentTokenRecord[];
  readonly bots: readonly (BotShelf & { readonly brand: string })[];
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
  const all = [...states];
  return {
    ...installation,
    bots: all.flatMap(([brand, state]) => [...state.shelves()].map((shelf) => ({ ...shelf, brand }))),
    requests: all.flatMap(([brand, state]) => [...state.requests()].map(([key, row]) => ({ ...row, brand, key }))),
    accounts: all.flatMap(([brand, state]) => [...state.accounts.rows()].map((row) => ({ ...row, brand }))),
    accountConnections: all.flatMap(([brand, { accountConnections }]) =>
      [...accountConnections.rows()].map((row) => ({ ...row, brand })),
    ),
    attempts: all.flatMap(([brand, state]) => [...state.attempts.rows()].map((row) => ({ ...row, brand }))),
    deliveries: [...board.all()],
  };
}
