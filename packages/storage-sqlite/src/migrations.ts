import type { Migration } from './migrate.ts';
import { bots } from './migrations/0001-bots.ts';
import { records } from './migrations/0002-records.ts';
import { deliveries } from './migrations/0003-deliveries.ts';
import { conversations } from './migrations/0004-conversations.ts';
import { rateLimiter } from './migrations/0005-rate-limiter.ts';
import { accounts } from './migrations/0006-accounts.ts';
import { deliveryLines } from './migrations/0007-delivery-lines.ts';
import { conversationTurns } from './migrations/0008-conversation-turns.ts';
import { deliveryBrands } from './migrations/0009-delivery-brands.ts';
import { customerTexts } from './migrations/0010-customer-texts.ts';
import { messageMoments } from './migrations/0011-message-moments.ts';
import { sharedBodies } from './migrations/0012-shared-bodies.ts';
import { tenantsAtRunTime } from './migrations/0013-tenants-at-run-time.ts';
import { draftChanges } from './migrations/0014-draft-changes.ts';
import { settingRevisions } from './migrations/0015-setting-revisions.ts';
import { customerRanges } from './migrations/0016-customer-ranges.ts';
import { listRanges } from './migrations/0017-list-ranges.ts';
import { deliveryRanges } from './migrations/0018-delivery-ranges.ts';
import { deliveryCounts } from './migrations/0019-delivery-counts.ts';
import { keyCheck } from './migrations/0020-key-check.ts';
import { visitors } from './migrations/0021-visitors.ts';
import { silentVisitors } from './migrations/0022-silent-visitors.ts';
import { endedSessions } from './migrations/0023-ended-sessions.ts';
import { foldedAgain } from './migrations/0024-folded-again.ts';

/** All migrations, in their order. */
export const migrations: readonly Migration[] = [
  bots,
  records,
  deliveries,
  conversations,
  rateLimiter,
  accounts,
  deliveryLines,
  conversationTurns,
  deliveryBrands,
  customerTexts,
  messageMoments,
  sharedBodies,
  tenantsAtRunTime,
  draftChanges,
  settingRevisions,
  customerRanges,
  listRanges,
  deliveryRanges,
  deliveryCounts,
  keyCheck,
  visitors,
  silentVisitors,
  endedSessions,
  foldedAgain,
];
