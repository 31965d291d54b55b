import type { BrandReader, BrandTransaction } from '@botwright/core/ports';
import type { BrandConnection, RunQuery, Sync, Transaction } from './access.ts';
import { accountConnectionReader, accountConnectionStore } from './account-connection-store.ts';
import { accountReader, accountStore } from './account-store.ts';
import { botReader, botStore } from './bot-store.ts';
import { channelReader, channelStore } from './channel-store.ts';
import type { Connection } from './connection.ts';
import { conversationReader, conversationStore } from './conversation-store.ts';
import { customerReader, customerStore } from './customer-store.ts';
import { deliveryReader, deliveryStore } from './delivery-store.ts';
import { draftReader, draftStore } from './draft-store.ts';
import { feedbackReader, feedbackStore } from './feedback-store.ts';
import { hookReader, hookStore } from './hook-store.ts';
import { messageReader, messageStore } from './message-store.ts';
import { requestStore } from './request-store.ts';
import { settingsReader } from './settings-reader.ts';
import { testDeploymentReader, testDeploymentStore } from './test-deployment-store.ts';
import { versionReader, versionStore } from './version-store.ts';

type SyncStores<TStores> = { readonly [TName in keyof TStores]: Sync<TStores[TName]> };

const readers = {
  bots: botReader,
  drafts: draftReader,
  versions: versionReader,
  feedback: feedbackReader,
  testDeployments: testDeploymentReader,
  channels: channelReader,
  customers: customerReader,
  messages: messageReader,
  hooks: hookReader,
  accounts: accountReader,
  accountConnections: accountConnectionReader,
  deliveries: deliveryReader,
  conversations: conversationReader,
} satisfies { readonly [TName in keyof BrandReader]: (from: BrandConnection) => Sync<BrandReader[TName]> };

/** The stores of one transaction; their methods return synchronously. */
export type BrandStores = SyncStores<Omit<BrandTransaction, 'queued'>>;

export function brandStores(transaction: Transaction): BrandStores {
  return {
    bots: botStore(transaction),
    drafts: draftStore(transaction),
    versions: versionStore(transaction),
    feedback: feedbackStore(transaction),
    testDeployments: testDeploymentStore(transaction),
    channels: channelStore(transaction),
    customers: customerStore(transaction),
    messages: messageStore(transaction),
    hooks: hookStore(transaction),
    accounts: accountStore(transaction),
    accountConnections: accountConnectionStore(transaction),
    deliveries: deliveryStore(transaction),
    conversations: conversationStore(transaction),
    requests: requestStore(transaction),
    settings: settingsReader(transaction),
  };
}

/** Reads of one record, whose results may be cached until somebody writes. */
const isKept = new Set(['bots find', 'channels find', 'hooks find']);

/** Makes the reader of a brand. @param run - Decides when each call runs, and on which connection. */
export function brandReader(brand: string, run: RunQuery): BrandReader {
  const parts = Object.entries(readers).map(([part, readerOn]) => {
    const known = new WeakMap<Connection, Methods>();
    const on = (connection: Connection): Methods => {
      const reader = known.get(connection) ?? (readerOn({ connection, brand }) as Methods);
      known.set(connection, reader);
      return reader;
    };
    const methods = Object.keys(readerOn({ connection: nowhere, brand })).map((name) => {
      const call = (...given: readonly unknown[]): Promise<unknown> => {
        // The caller may change its arguments before the call runs.
        const copies = given.map((each) => (typeof each === 'object' ? structuredClone(each) : each));
        const key = isKept.has(`${part} ${name}`) ? JSON.stringify([part, brand, ...given]) : undefined;
        return run((connection) => on(connection)[name]?.(...copies), key);
      };
      return [name, call];
    });
    return [part, Object.fromEntries(methods)];
  });
  return Object.fromEntries(parts) as BrandReader;
}

type Methods = Readonly<Record<string, (...given: readonly unknown[]) => unknown>>;

/** The context of a reader that only lists the names of its methods. */
const nowhere = undefined as unknown as Connection;

/** Makes the transaction in the engine's form. @param run - Runs each call while the transaction is open. */
export function brandTransaction({ queued, ...transaction }: Transaction, run: RunQuery): BrandTransaction {
  const stores = brandStores({ queued, ...transaction }) as unknown as Readonly<Record<string, Methods>>;
  const parts: Record<string, unknown> = {
    queued: () => ({ deliveries: queued.has('deliveries'), conversations: queued.has('conversations') }),
  };
  for (const part in stores) {
    const store = stores[part] as Methods;
    const methods: Record<string, (...given: readonly unknown[]) => Promise<unknown>> = {};
    for (const name in store) methods[name] = (...given) => run(() => store[name]?.(...given));
    parts[part] = methods;
  }
  return parts as unknown as BrandTransaction;
}
