import { acceptBotName, decideWorkspace, nameOfCopy } from '../bot.ts';
import { requireOneOf } from '../require-one-of.ts';
import { acceptLabel } from '../version.ts';
import type { BotCommand, BotCommandKind, BotCommandOf, BotLifecycleContext, PlannedBot } from './bot-command.ts';
import type {
  BotAcceptance,
  BotDecision,
  BotEffect,
  BotRefusal,
  BotRefusalCode,
  PlannedChannel,
} from './bot-decision.ts';
import {
  type BotLifecycleState,
  firstRevision,
  isAtRevision,
  isServing,
  saveStateOf,
  statusOf,
  type VersionState,
} from './bot-state.ts';
import { botTransitions } from './bot-transitions.ts';

/**
 * The life cycle of a bot, its draft and its versions: pure functions that decide each command.
 *
 * @example
 * const decision = botLifecycle.decide({ bot: { state: 'trashed' } }, { kind: 'publish' });
 * // decision.kind is 'refused', decision.code is 'bot_not_found'
 *
 */
export const botLifecycle = {
  decide: decideBot,
  /** The statuses after each command. */
  transitions: botTransitions,
  statusOf,
  saveStateOf,
  /** Whether visitors and the author can talk to the bot. */
  isServing,
} as const;

/**
 * Decides the result of a command: the next state with its effects, or a refusal.
 *
 * The checks have a fixed order: the bot exists and is not in the trash, its builder allows the command, its channel
 * family is known, the version exists, the draft is at the given revision, the diagram has no violations.
 *
 * @throws {TypeError} for an unknown command.
 * @spec BO35, BO45, ER10
 */
export function decideBot(
  state: BotLifecycleState,
  command: BotCommand,
  context: BotLifecycleContext = {},
): BotDecision {
  requireOneOf('command of a bot', command.kind, rules);
  const code = refusalByStatus(state, command.kind, context);
  if (code !== undefined) return refused(state, code);
  const rule = rules[command.kind] as Rule<BotCommandKind>;
  return rule(state, command, context);
}

/** Finds why a bot of this status, builder or family refuses a command. */
function refusalByStatus(
  state: BotLifecycleState,
  kind: BotCommandKind,
  { channelFamilies }: BotLifecycleContext,
): BotRefusalCode | undefined {
  const transition = botTransitions[kind];
  // A creation ignores the given bot.
  const isCreation = kind === 'create' || kind === 'import_older_bot';
  const next = transition[isCreation ? 'absent' : statusOf(state)];
  if (next === undefined) return 'bot_not_found';
  if (isCreation || state.bot === undefined) return undefined;

  const { builder, channelFamily } = state.bot;
  if (builder === 'older' && !transition.takesOlderBots) return 'unsupported_builder';
  if (next === 'bot_is_not_in_the_trash') return next;
  const isUnreadable = channelFamily !== undefined && channelFamilies?.has(channelFamily) === false;
  return transition.needsFamily && isUnreadable ? 'channel_family_unreadable' : undefined;
}

type Rule<TKind extends BotCommandKind> = (
  state: BotLifecycleState,
  command: BotCommandOf<TKind>,
  context: BotLifecycleContext,
) => BotDecision;

/** The effect of each command on a bot whose status allows it. */
const rules: { readonly [TKind in BotCommandKind]: Rule<TKind> } = {
  read_bot: (state) => accepted(state),
  read_draft: (state) => accepted(state),

  /** @spec BO2, BO3, BO5, BO6, BO12, DR2 */
  create(state, { diagram, ...wanted }, context) {
    const { channelFamilies } = context;
    if (channelFamilies !== undefined && !channelFamilies.has(wanted.channelFamily)) {
      return refused(state, 'channel_family_not_accepted');
    }
    const bot = planBot({ ...wanted, builder: 'current' }, context);
    if (typeof bot === 'string') return refused(state, bot);
    if (diagram === undefined) return accepted(firstState(bot), insertBot(bot));

    if (diagram.check !== undefined && diagram.check.total > 0) return refused(state, 'diagram_has_violations');
    const test = { revision: firstRevision };
    return accepted({ ...firstState(bot), test }, insertBot(bot), { kind: 'put_test_deployment', ...test });
  },

  /** @spec BO38 */
  import_older_bot(state, wanted, context) {
    const bot = planBot({ ...wanted, builder: 'older' }, context);
    if (typeof bot === 'string') return refused(state, bot);
    return accepted(firstState(bot), insertBot(bot), { kind: 'insert_older_versions' });
  },

  /** @spec BO39 */
  import_older_versions(state) {
    if (state.live !== undefined && state.live !== 'none') return refused(state, 'invalid_parameters');
    return accepted(state, { kind: 'insert_older_versions' });
  },

  /** @spec BO23 */
  rename: (state, { name }) => update(state, name),

  /** @spec BO26, BO42 */
  trash: (state) => changed(state, { state: 'trashed' }),

  /** @spec BO25, BO28, BO34, BO42 */
  restore_bot(state, { name }) {
    if (name !== undefined && state.bot?.builder === 'older') return refused(state, 'unsupported_builder');
    return update(state, name);
  },

  /** @spec BO31, BO43 */
  destroy: () => accepted({}, { kind: 'erase_deliveries' }, { kind: 'destroy_bot' }),

  /** @spec BO36, BO37 */
  duplicate(state, command, context) {
    const { name = '', channelFamily = '', workspace } = state.bot ?? {};
    const wantedWorkspace = command.workspace ?? workspace;
    const wanted = {
      name: command.name ?? nameOfCopy(name),
      channelFamily,
      ...(wantedWorkspace !== undefined && { workspace: wantedWorkspace }),
    };
    const bot = planBot({ ...wanted, builder: 'current' }, context);
    if (typeof bot === 'string') return refused(state, bot);
    return accepted(state, insertBot(bot));
  },

  write_feedback: (state) => accepted(state),
  write_scenarios: (state) => accepted(state),
  assign_to_channel: (state) => accepted(state),

  /** @spec CV58 */
  talk: (state) => accepted(state),

  /** @spec CU32 */
  assign_to_customer: (state) => (state.live === 'none' ? refused(state, 'bot_never_published') : accepted(state)),

  /** @spec DR5, DR13, DR15, DR40 */
  write_draft(state, { block, ifRevision, check }) {
    if (block === 'absent') return refused(state, 'block_not_found');
    if (!isAtRevision(state.draft, ifRevision)) return refused(state, 'draft_changed');
    return writeDraft(state, check);
  },

  /** @spec DR34 */
  discard_draft(state, { ifRevision, check }) {
    const { draft, live } = state;
    if (!isAtRevision(draft, ifRevision)) return refused(state, 'draft_changed');
    if (live === 'none') return refused(state, 'bot_never_published');
    if (live?.builder === 'older') return refused(state, 'version_of_an_unsupported_builder');
    return writeDraft(state, check);
  },

  /** @spec DR29 */
  deploy_test(state, { ifRevision, check }) {
    if (!isAtRevision(state.draft, ifRevision)) return refused(state, 'draft_changed');
    if (check !== undefined && check.total > 0) return refused(state, 'draft_has_violations');
    return accepted(state);
  },

  /** @spec DR32, DR39 */
  finish_test_deployment(state, { revision, ifRevision }) {
    if (!isAtRevision(state.draft, ifRevision)) return refused(state, 'draft_changed');
    if (state.test !== undefined && state.test.revision > revision) return accepted(state);
    return accepted({ ...state, test: { revision } }, { kind: 'put_test_deployment', revision });
  },

  /** @spec VE12, VE28 */
  publish(state, { ifRevision, check }) {
    if (!isAtRevision(state.draft, ifRevision)) return refused(state, 'draft_changed');
    if (check !== undefined && check.errors > 0) return refused(state, 'draft_has_violations');
    return accepted(state, reserveVersion(state));
  },

  /** @spec VE21, VE22, VE24, VE25, VE26 */
  restore_version(state, { version, ifRevision, check }) {
    if (version === undefined) return refused(state, 'version_not_found');
    if (!isAtRevision(state.draft, ifRevision)) return refused(state, 'draft_changed');
    if (version.builder === 'older') return refused(state, 'version_of_an_unsupported_builder');
    const { next, effects } = writeDraft(state, check);
    if (check !== undefined && check.errors > 0) {
      return { kind: 'refused', code: 'restored_draft_has_violations', next, effects };
    }
    return accepted(next, ...effects, reserveVersion(state, version));
  },

  /** @spec VE17, VE22 */
  publish_restored(state, { version, check }) {
    if (check !== undefined && check.errors > 0) return refused(state, 'restored_draft_has_violations');
    return accepted(state, reserveVersion(state, version));
  },

  /** @spec VE15, VE17, VE18, ST35 */
  go_live(state, { version, ifRevision }) {
    const { bot, draft, live } = state;
    if (!isAtRevision(draft, ifRevision)) return refused(state, 'draft_changed');
    if (live !== undefined && live !== 'none' && live.id > version.id) {
      return accepted(state, { kind: 'drop_reservation', version: version.id }, { kind: 'publish_again' });
    }
    const notBefore = bot?.publishedAt;
    return accepted(
      { ...state, live: version },
      { kind: 'reveal_version', version: version.id, ...(notBefore !== undefined && { notBefore }) },
    );
  },

  /** @spec VE16, VE23 */
  abandon_publication(state, { version }) {
    return state.bot === undefined
      ? accepted(state)
      : accepted(state, { kind: 'drop_reservation', version: version.id });
  },

  /** @spec VE8, VE9 */
  label_version(state, { version, label }) {
    if (version === undefined) return refused(state, 'version_not_found');
    const stored = label === undefined ? undefined : acceptLabel(label);
    if (label !== undefined && stored === undefined) return refused(state, 'version_name_not_accepted');
    return accepted(state, { kind: 'label_version', version: version.id, label: stored });
  },

  /** @spec VE10, VE11, ST39 */
  delete_version(state, { version }) {
    if (version === undefined) return refused(state, 'version_not_found');
    const { live } = state;
    if (live !== undefined && live !== 'none' && live.id === version.id) {
      return refused(state, 'version_is_the_most_recent_publication');
    }
    return accepted(state, { kind: 'delete_version', version: version.id });
  },
};

function accepted(next: BotLifecycleState, ...effects: readonly BotEffect[]): BotAcceptance {
  return { kind: 'accepted', next, effects };
}

function refused(state: BotLifecycleState, code: BotRefusalCode): BotRefusal {
  return { kind: 'refused', code, next: state, effects: [] };
}

/** Renames a bot if a name is given, and restores it if it is in the trash. */
function update(state: BotLifecycleState, given: string | undefined): BotDecision {
  const { bot } = state;
  const name = given === undefined ? bot?.name : acceptBotName(given);
  if (given !== undefined && name === undefined) return refused(state, 'bot_name_not_accepted');
  return changed(state, {
    ...(name !== undefined && name !== bot?.name && { name }),
    ...(bot?.state === 'trashed' && { state: 'active' }),
  });
}

function changed(
  state: BotLifecycleState,
  change: { readonly name?: string; readonly state?: 'active' | 'trashed' },
): BotAcceptance {
  if (state.bot === undefined || Object.keys(change).length === 0) return accepted(state);
  const next = { ...state, bot: { ...state.bot, ...change } };
  const effect: BotEffect = { kind: 'update_bot', ...change };
  if (change.state === undefined) return accepted(next, effect);
  return accepted(next, effect, { kind: 'switch_channels', active: change.state === 'active' });
}

/** @spec BO10, BO13, BO14 */
function planBot(
  wanted: Omit<PlannedBot, 'state' | 'workspace'> & { readonly workspace?: number },
  { workspaces }: BotLifecycleContext,
): PlannedBot | BotRefusalCode {
  const { workspace, channelFamily, builder } = wanted;
  const name = acceptBotName(wanted.name);
  if (name === undefined) return 'bot_name_not_accepted';
  const place = decideWorkspace(workspace, workspaces ?? (workspace === undefined ? [] : [workspace]));
  if (typeof place === 'string') return place;
  return { state: 'active', name, workspace: place, channelFamily, builder };
}

function firstState(bot: PlannedBot): BotLifecycleState {
  return { bot, draft: { revision: firstRevision, violationsTotal: 0 }, live: 'none' };
}

/** A bot of the web family gets a separate web channel. @spec BO3 */
function insertBot(bot: PlannedBot): BotEffect {
  const test: PlannedChannel = { purpose: 'test', type: bot.channelFamily };
  const live: PlannedChannel = { purpose: 'live', type: 'native' };
  return { kind: 'insert_bot', bot, channels: bot.channelFamily === 'native' ? [live, test] : [test] };
}

/** Accepts the next diagram of a draft. Counts violations, which do not prevent the write. @spec DR5, DR13 */
function writeDraft(state: BotLifecycleState, check: { readonly total: number } | undefined): BotAcceptance {
  const revision = (state.draft?.revision ?? 0) + 1;
  const draft = { revision, ...(check !== undefined && { violationsTotal: check.total }) };
  return accepted({ ...state, draft }, { kind: 'replace_draft', revision });
}

/** @spec VE14, VE17, VE21 */
function reserveVersion({ live }: BotLifecycleState, restored?: VersionState): BotEffect {
  return {
    kind: 'reserve_version',
    ...(live !== undefined && live !== 'none' && { after: live.id }),
    ...(restored !== undefined && { restoredFrom: restored.id }),
  };
}
