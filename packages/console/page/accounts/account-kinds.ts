import type { AccountConnection, StartedConnection } from '@botwright/client';
import { botsApi, consoleApi } from '../api/clients.ts';
import type { Session } from '../api/console-records.ts';

export interface ShownAccount {
  readonly id: string;
  readonly name: string;
  /** Further text to tell it from others. */
  readonly detail?: string;
}

/** A kind of accounts, and the call that lists them. */
export interface AccountKind {
  readonly kind: string;
  readonly title: string;
  readonly description: string;
  /** Whether the server has a provider for it. Without one, earlier accounts may still exist. */
  readonly isConnectable: boolean;
  list(signal: AbortSignal): Promise<readonly ShownAccount[]>;
  start(idempotencyKey: string): Promise<StartedConnection>;
  read(connectionId: string): Promise<AccountConnection>;
}

const shippedKinds: readonly Omit<AccountKind, 'isConnectable'>[] = [
  {
    kind: 'spreadsheets',
    title: 'Spreadsheets',
    description: 'Google accounts whose sheets a bot reads and writes.',
    list: (signal) => botsApi.spreadsheets.listAccounts({ signal }),
    start: (idempotencyKey) => botsApi.spreadsheets.startConnection({ idempotencyKey }),
    read: (id) => botsApi.spreadsheets.getConnection(id),
  },
  {
    kind: 'scheduler',
    title: 'Scheduler',
    description: 'Calendly accounts in which visitors book.',
    list: async (signal) =>
      (await botsApi.scheduler.listAccounts({ signal })).map(({ id, name, scheduling_url }) => ({
        id,
        name,
        detail: scheduling_url,
      })),
    start: (idempotencyKey) => botsApi.scheduler.startConnection({ idempotencyKey }),
    read: (id) => botsApi.scheduler.getConnection(id),
  },
];

/** The shipped kinds, and the host's kinds. @spec CO58 */
export function accountKindsOf({ connects, account_kinds: own = [] }: Session): readonly AccountKind[] {
  return [
    ...shippedKinds.map((each) => ({ ...each, isConnectable: connects.includes(each.kind) })),
    ...own.map(({ kind, title }) => ({
      kind,
      title,
      isConnectable: true,
      description: `Accounts of ${title} that blocks of this server use.`,
      list: (signal: AbortSignal) => consoleApi.accounts(kind, signal),
      start: (idempotencyKey: string) => consoleApi.connectAccount(kind, idempotencyKey),
      read: (id: string) => consoleApi.accountConnection(kind, id),
    })),
  ];
}
