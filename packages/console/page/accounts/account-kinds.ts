import type { AccountConnection, StartedConnection } from '@botwright/client';
import { botsApi } from '../api/clients.ts';

export interface ShownAccount {
  readonly id: string;
  readonly name: string;
  /** What else tells it from others. */
  readonly detail?: string;
}

/** A kind of accounts, and how to ask for those that there are. */
export interface AccountKind {
  readonly kind: string;
  readonly title: string;
  readonly description: string;
  list(signal: AbortSignal): Promise<readonly ShownAccount[]>;
  start(idempotencyKey: string): Promise<StartedConnection>;
  read(connectionId: string): Promise<AccountConnection>;
}

export const accountKinds: readonly AccountKind[] = [
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
