import type { Migration } from './migrate.ts';
import { tables } from './migrations/0001-tables.ts';
import { queues } from './migrations/0002-queues.ts';
import { counters } from './migrations/0003-counters.ts';
import { largeQueues } from './migrations/0004-large-queues.ts';
import { endsOfLeases } from './migrations/0005-ends-of-leases.ts';
import { visitors } from './migrations/0006-visitors.ts';
import { silentVisitors } from './migrations/0007-silent-visitors.ts';
import { endedSessions } from './migrations/0008-ended-sessions.ts';
import { clocksSetBack } from './migrations/0009-clocks-set-back.ts';

/** All migrations, in their order. */
export const migrations: readonly Migration[] = [
  tables,
  queues,
  counters,
  largeQueues,
  endsOfLeases,
  visitors,
  silentVisitors,
  endedSessions,
  clocksSetBack,
];
