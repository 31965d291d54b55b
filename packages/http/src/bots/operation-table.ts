import type { BotsOperation } from './bots-operation.ts';
import { accountOperations } from './operations/accounts.ts';
import { botOperations } from './operations/bots.ts';
import { catalogOperations } from './operations/catalog.ts';
import { draftOperations } from './operations/drafts.ts';
import { journalOperations } from './operations/journals.ts';
import { versionOperations } from './operations/versions.ts';

/** The operations of the Bots API, in the order in which the OpenAPI document shows them. */
export const botsOperations: readonly BotsOperation[] = [
  ...botOperations,
  ...draftOperations,
  ...versionOperations,
  ...journalOperations,
  ...catalogOperations,
  ...accountOperations,
];
