import type { AnyKind } from '../ports/record-kind.ts';
import { accountConnections, accounts, authorizationAttempts } from './accounts.ts';
import { bots, feedback, scenarios } from './bots.ts';
import { channels } from './channels.ts';
import { conversations, customers, messages } from './customers.ts';
import { drafts, revisions, testDeployments } from './drafts.ts';
import { eventLogs, eventSubscribers, keptEvents, raisedEvents } from './events.ts';
import { hooks } from './hooks.ts';
import { identities } from './identities.ts';
import { journals } from './journals.ts';
import { requests } from './requests.ts';
import { settings } from './settings.ts';
import { agentTokens, brands, endedSessions, keyChecks, tenantLocks } from './tenants.ts';
import { versions } from './versions.ts';

/** Every kind of records, each after its owner. */
export const recordKinds: readonly AnyKind[] = [
  brands,
  agentTokens,
  endedSessions,
  keyChecks,
  tenantLocks,
  settings,
  identities,
  requests,
  bots,
  drafts,
  revisions,
  versions,
  feedback,
  scenarios,
  testDeployments,
  channels,
  hooks,
  customers,
  messages,
  conversations,
  journals,
  accounts,
  accountConnections,
  authorizationAttempts,
  raisedEvents,
  keptEvents,
  eventLogs,
  eventSubscribers,
];

const byName = new Map(recordKinds.map((kind) => [kind.name, kind]));

/** @throws When there is no such kind. */
export function kindOf(name: string): AnyKind {
  const kind = byName.get(name);
  if (kind === undefined) throw new Error(`There is no kind of records ${name}.`);
  return kind;
}
