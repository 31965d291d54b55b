import type { BotCommand } from '../src/domain/lifecycle/bot-command.ts';
import type { BotLifecycleState } from '../src/domain/lifecycle/bot-state.ts';

const current = { name: 'Sales', workspace: 1, channelFamily: 'native', builder: 'current' } as const;
const facts = {
  draft: { revision: 3, violationsTotal: 0 },
  live: { id: 'v2', builder: 'current' },
  test: { revision: 2 },
} as const;

/** A bot of each status and builder, with its whole state. */
export const lifecycleStates = {
  absent: {},
  active: { bot: { ...current, state: 'active' }, ...facts },
  trashed: { bot: { ...current, state: 'trashed' }, ...facts },
  olderActive: { bot: { ...current, state: 'active', builder: 'older' }, ...facts },
  olderTrashed: { bot: { ...current, state: 'trashed', builder: 'older' }, ...facts },
  unknownFamily: { bot: { ...current, state: 'active', channelFamily: 'telex' }, ...facts },
  neverPublished: { bot: { ...current, state: 'active' }, draft: { revision: 1, violationsTotal: 2 }, live: 'none' },
} as const satisfies Record<string, BotLifecycleState>;

export const lifecycleContext = { workspaces: [1], channelFamilies: new Set(['native', 'apichat']) };

/** One of each command, as it is accepted on an active bot. `destroy` is only accepted from the trash. */
export const lifecycleCommands: readonly BotCommand[] = [
  { kind: 'read_bot' },
  { kind: 'read_draft' },
  { kind: 'create', name: 'New', channelFamily: 'native' },
  { kind: 'import_older_bot', name: 'New', channelFamily: 'native' },
  { kind: 'import_older_versions' },
  { kind: 'rename', name: 'Support' },
  { kind: 'trash' },
  { kind: 'restore_bot' },
  { kind: 'destroy' },
  { kind: 'duplicate' },
  { kind: 'write_feedback' },
  { kind: 'write_scenarios' },
  { kind: 'assign_to_channel' },
  { kind: 'talk' },
  { kind: 'assign_to_customer' },
  { kind: 'write_draft' },
  { kind: 'discard_draft' },
  { kind: 'deploy_test' },
  { kind: 'finish_test_deployment', revision: 3 },
  { kind: 'publish' },
  { kind: 'restore_version', version: { id: 'v1' } },
  { kind: 'publish_restored', version: { id: 'v1' } },
  { kind: 'go_live', version: { id: 'v3' } },
  { kind: 'abandon_publication', version: { id: 'v3' } },
  { kind: 'label_version', version: { id: 'v1' }, label: 'Spring' },
  { kind: 'delete_version', version: { id: 'v1' } },
];
