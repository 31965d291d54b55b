import { describe, expect, it } from 'vitest';
import { lifecycleCommands, lifecycleContext, lifecycleStates } from '../../../test/bot-lifecycle-fixture.ts';
import type { BotCommand } from './bot-command.ts';
import type { BotDecision } from './bot-decision.ts';
import { botLifecycle } from './bot-lifecycle.ts';
import type { BotLifecycleState } from './bot-state.ts';

const { absent, active, trashed, olderActive, unknownFamily, neverPublished } = lifecycleStates;
const decide = (state: BotLifecycleState, command: BotCommand): BotDecision =>
  botLifecycle.decide(state, command, lifecycleContext);

/** The effects of a decision, or the code of its refusal. */
function answerOf(decision: BotDecision): unknown {
  return decision.kind === 'refused' ? decision.code : decision.effects;
}

it.for(['nope', 'toString', undefined])('[ER10] the command %o is an error that says which there are', (kind) => {
  expect(() => decide(active, { kind } as never)).toThrow(TypeError);
  expect(() => decide(active, { kind } as never)).toThrow(/^There is no command of a bot .* There are: read_bot, /);
});

it('[BO21][BO29][BO30][BO33][BO35][DR35] the decision on each command for a bot in each status', () => {
  const table = lifecycleCommands.map((command) => {
    const answers = Object.values(lifecycleStates).map((state) => {
      const decision = decide(state, command);
      return decision.kind === 'refused' ? decision.code : botLifecycle.statusOf(decision.next);
    });
    return [command.kind, ...answers].join(' ');
  });
  const none = 'bot_not_found';
  const older = 'unsupported_builder';
  const unreadable = 'channel_family_unreadable';
  const write = [none, 'active', none, older, none, 'active', 'active'].join(' ');
  const familyWrite = [none, 'active', none, older, none, unreadable, 'active'].join(' ');
  const read = [none, 'active', 'trashed', 'active', 'trashed', unreadable, 'active'].join(' ');
  const creation = Object.keys(lifecycleStates)
    .map(() => 'active')
    .join(' ');
  const published = 'invalid_parameters';
  const notTrashed = 'bot_is_not_in_the_trash';
  expect(table).toEqual([
    `read_bot ${read}`,
    `read_draft ${read}`,
    `create ${creation}`,
    `import_older_bot ${creation}`,
    `import_older_versions ${none} ${published} ${none} ${older} ${none} ${published} active`,
    `rename ${write}`,
    `trash ${none} trashed ${none} trashed ${none} trashed trashed`,
    `restore_bot ${none} active active active active active active`,
    `destroy ${none} ${notTrashed} absent ${older} ${older} ${notTrashed} ${notTrashed}`,
    `duplicate ${familyWrite}`,
    `write_feedback ${write}`,
    `write_scenarios ${write}`,
    `assign_to_channel ${write}`,
    `talk ${none} active ${none} active ${none} active active`,
    `assign_to_customer ${none} active ${none} ${older} ${none} active bot_never_published`,
    `write_draft ${familyWrite}`,
    `discard_draft ${none} active ${none} ${older} ${none} ${unreadable} bot_never_published`,
    `deploy_test ${familyWrite}`,
    `finish_test_deployment ${write}`,
    `publish ${familyWrite}`,
    `restore_version ${familyWrite}`,
    `publish_restored ${write}`,
    `go_live ${write}`,
    'abandon_publication absent active trashed active trashed active active',
    `label_version ${write}`,
    `delete_version ${write}`,
  ]);
});

const newBot = { state: 'active', name: 'New', workspace: 1, channelFamily: 'native', builder: 'current' } as const;
const inserted = [
  {
    kind: 'insert_bot',
    bot: newBot,
    channels: [
      { purpose: 'live', type: 'native' },
      { purpose: 'test', type: 'native' },
    ],
  },
];
const create = { kind: 'create', name: ' New ', channelFamily: 'native' } as const;
const clean = { total: 0, errors: 0 };
const warned = { total: 1, errors: 0 };
const broken = { total: 3, errors: 2 };

describe('effects and refusals of', () => {
  it.for<readonly [string, BotLifecycleState, BotCommand, unknown]>([
    ['[BO2][BO3][DR2] a creation', absent, create, inserted],
    [
      '[BO12] a creation in an unknown family',
      absent,
      { ...create, channelFamily: 'telex' },
      'channel_family_not_accepted',
    ],
    ['[BO10] a creation without a name', absent, { ...create, name: ' ' }, 'bot_name_not_accepted'],
    ['[BO14] a creation elsewhere', absent, { ...create, workspace: 2 }, 'workspace_not_accepted'],
    [
      '[BO5] a creation with a diagram',
      absent,
      { ...create, diagram: { check: clean } },
      [...inserted, { kind: 'put_test_deployment', revision: 1 }],
    ],
    ['[BO6] a diagram that only warns', absent, { ...create, diagram: { check: warned } }, 'diagram_has_violations'],
    [
      '[BO38] an import',
      absent,
      { kind: 'import_older_bot', name: 'Old', channelFamily: 'telex' },
      [
        {
          kind: 'insert_bot',
          bot: { state: 'active', name: 'Old', workspace: 1, channelFamily: 'telex', builder: 'older' },
          channels: [{ purpose: 'test', type: 'telex' }],
        },
        { kind: 'insert_older_versions' },
      ],
    ],
    [
      '[BO39] an import of versions',
      neverPublished,
      { kind: 'import_older_versions' },
      [{ kind: 'insert_older_versions' }],
    ],
    ['[CU32] a customer of a bot that was published', active, { kind: 'assign_to_customer' }, []],
    [
      '[CU32] a customer of a bot that was never published',
      neverPublished,
      { kind: 'assign_to_customer' },
      'bot_never_published',
    ],
    ['[CV58] talking to a bot of an older builder', olderActive, { kind: 'talk' }, []],
    ['[CV58] talking to a bot in the trash', trashed, { kind: 'talk' }, 'bot_not_found'],
    ['[BO23] a rename', active, { kind: 'rename', name: ' Support ' }, [{ kind: 'update_bot', name: 'Support' }]],
    ['[BO23] a rename to the same name', active, { kind: 'rename', name: 'Sales' }, []],
    ['[BO23] a rename to nothing', active, { kind: 'rename', name: '' }, 'bot_name_not_accepted'],
    [
      '[BO26][BO42] trashing',
      active,
      { kind: 'trash' },
      [
        { kind: 'update_bot', state: 'trashed' },
        { kind: 'switch_channels', active: false },
      ],
    ],
    [
      '[BO28][BO42] a bot restored from the trash with a name',
      trashed,
      { kind: 'restore_bot', name: 'Support' },
      [
        { kind: 'update_bot', name: 'Support', state: 'active' },
        { kind: 'switch_channels', active: true },
      ],
    ],
    [
      '[BO28] a bot restored with a name that is not accepted',
      trashed,
      { kind: 'restore_bot', name: '' },
      'bot_name_not_accepted',
    ],
    ['[BO25] a return of an active bot', active, { kind: 'restore_bot' }, []],
    [
      '[BO34] an older bot restored with a name',
      olderActive,
      { kind: 'restore_bot', name: 'x' },
      'unsupported_builder',
    ],
    ['[BO31][BO43] destruction', trashed, { kind: 'destroy' }, [{ kind: 'erase_deliveries' }, { kind: 'destroy_bot' }]],
    [
      '[BO36][BO37] a duplicate',
      active,
      { kind: 'duplicate' },
      [{ ...inserted[0], bot: { ...newBot, name: 'Sales (copy)' } }],
    ],
    ['[BO14] a duplicate elsewhere', active, { kind: 'duplicate', workspace: 2 }, 'workspace_not_accepted'],
    [
      '[DR13][DR15] a draft write',
      active,
      { kind: 'write_draft', ifRevision: [2, 3] },
      [{ kind: 'replace_draft', revision: 4 }],
    ],
    [
      '[DR5] a draft write that breaks rules',
      active,
      { kind: 'write_draft', check: broken },
      [{ kind: 'replace_draft', revision: 4 }],
    ],
    ['[DR15] a late draft write', active, { kind: 'write_draft', ifRevision: 2 }, 'draft_changed'],
    ['[DR15] a draft write at no revision', active, { kind: 'write_draft', ifRevision: [] }, 'draft_changed'],
    [
      '[DR40] a late write of a deleted block',
      active,
      { kind: 'write_draft', ifRevision: 2, block: 'absent' },
      'block_not_found',
    ],
    ['[DR34] a discard', active, { kind: 'discard_draft' }, [{ kind: 'replace_draft', revision: 4 }]],
    ['[DR15] a late discard', neverPublished, { kind: 'discard_draft', ifRevision: 7 }, 'draft_changed'],
    [
      '[DR34] a discard for an older version',
      { ...active, live: { id: 'v2', builder: 'older' } },
      { kind: 'discard_draft' },
      'version_of_an_unsupported_builder',
    ],
    ['[DR28] a test deployment', active, { kind: 'deploy_test', check: clean }, []],
    ['[DR29] a test deployment that warns', active, { kind: 'deploy_test', check: warned }, 'draft_has_violations'],
    ['[DR15] a late test deployment', active, { kind: 'deploy_test', ifRevision: 2, check: warned }, 'draft_changed'],
    [
      '[DR28] the end of a test deployment',
      active,
      { kind: 'finish_test_deployment', revision: 2 },
      [{ kind: 'put_test_deployment', revision: 2 }],
    ],
    ['[DR32] a test deployment after a later one', active, { kind: 'finish_test_deployment', revision: 1 }, []],
    [
      '[DR39] the end of a test deployment after another draft write',
      active,
      { kind: 'finish_test_deployment', revision: 2, ifRevision: 2 },
      'draft_changed',
    ],
    [
      '[VE6][VE12][VE17] a publication',
      active,
      { kind: 'publish', check: warned },
      [{ kind: 'reserve_version', after: 'v2' }],
    ],
    ['[VE6] a first publication', neverPublished, { kind: 'publish' }, [{ kind: 'reserve_version' }]],
    ['[VE12] a publication that breaks rules', active, { kind: 'publish', check: broken }, 'draft_has_violations'],
    ['[VE18] a late publication', active, { kind: 'publish', ifRevision: 2, check: broken }, 'draft_changed'],
    [
      '[VE21][VE26] a restoration',
      active,
      { kind: 'restore_version', version: { id: 'v1' }, ifRevision: 3, check: warned },
      [
        { kind: 'replace_draft', revision: 4 },
        { kind: 'reserve_version', after: 'v2', restoredFrom: 'v1' },
      ],
    ],
    [
      '[VE25] a restoration of a version that does not exist',
      active,
      { kind: 'restore_version', version: undefined, ifRevision: 2 },
      'version_not_found',
    ],
    [
      '[VE24] a restoration of an older version',
      active,
      { kind: 'restore_version', version: { id: 'v1', builder: 'older' } },
      'version_of_an_unsupported_builder',
    ],
    [
      '[VE26] a late restoration of an older version',
      active,
      { kind: 'restore_version', version: { id: 'v1', builder: 'older' }, ifRevision: 2 },
      'draft_changed',
    ],
    [
      '[VE17] a restoration that was overtaken',
      active,
      { kind: 'publish_restored', version: { id: 'v1' }, check: clean },
      [{ kind: 'reserve_version', after: 'v2', restoredFrom: 'v1' }],
    ],
    [
      '[VE22] a restoration of a version that has violations by now',
      active,
      { kind: 'publish_restored', version: { id: 'v1' }, check: broken },
      'restored_draft_has_violations',
    ],
    [
      '[VE15] going live',
      active,
      { kind: 'go_live', version: { id: 'v3' } },
      [{ kind: 'reveal_version', version: 'v3' }],
    ],
    [
      '[VE17] going live when the clock went back',
      { ...active, bot: { ...active.bot, publishedAt: 5 } },
      { kind: 'go_live', version: { id: 'v3' } },
      [{ kind: 'reveal_version', version: 'v3', notBefore: 5 }],
    ],
    [
      '[VE17][ST35] going live after a later version',
      active,
      { kind: 'go_live', version: { id: 'v1' } },
      [{ kind: 'drop_reservation', version: 'v1' }, { kind: 'publish_again' }],
    ],
    ['[VE18] going live late', active, { kind: 'go_live', version: { id: 'v3' }, ifRevision: 2 }, 'draft_changed'],
    [
      '[VE16] an abandoned publication',
      active,
      { kind: 'abandon_publication', version: { id: 'v3' } },
      [{ kind: 'drop_reservation', version: 'v3' }],
    ],
    ['[VE16] giving up when the bot is gone', absent, { kind: 'abandon_publication', version: { id: 'v3' } }, []],
    [
      '[VE9] a label',
      active,
      { kind: 'label_version', version: { id: 'v1' }, label: ' Spring ' },
      [{ kind: 'label_version', version: 'v1', label: 'Spring' }],
    ],
    [
      '[VE9] no label',
      active,
      { kind: 'label_version', version: { id: 'v1' }, label: undefined },
      [{ kind: 'label_version', version: 'v1', label: undefined }],
    ],
    [
      '[VE9] an empty label',
      active,
      { kind: 'label_version', version: { id: 'v1' }, label: ' ' },
      'version_name_not_accepted',
    ],
    [
      '[VE9] a label of a version that does not exist',
      active,
      { kind: 'label_version', version: undefined, label: ' ' },
      'version_not_found',
    ],
    [
      '[VE10] deletion of a past version',
      active,
      { kind: 'delete_version', version: { id: 'v1' } },
      [{ kind: 'delete_version', version: 'v1' }],
    ],
    [
      '[VE11][ST39] deletion of the live version',
      active,
      { kind: 'delete_version', version: { id: 'v2' } },
      'version_is_the_most_recent_publication',
    ],
    ['[VE10] deletion of nothing', active, { kind: 'delete_version', version: undefined }, 'version_not_found'],
    ['[BO35] a late write to a bot in the trash', trashed, { kind: 'write_draft', ifRevision: 2 }, 'bot_not_found'],
    [
      '[BO35] a late write to an unknown family',
      unknownFamily,
      { kind: 'publish', ifRevision: 2, check: broken },
      'channel_family_unreadable',
    ],
  ])('%s', ([, state, command, expected]) => {
    expect(answerOf(decide(state, command))).toEqual(expected);
  });
});

it('[VE22] a restored version that breaks rules is refused and stays in the draft', () => {
  const command = { kind: 'restore_version', version: { id: 'v1' }, check: broken } as const;
  expect(decide(active, command)).toEqual({
    kind: 'refused',
    code: 'restored_draft_has_violations',
    next: { ...active, draft: { revision: 4, violationsTotal: 3 } },
    effects: [{ kind: 'replace_draft', revision: 4 }],
  });
});

it('[BO13] a caller with several workspaces must name one', () => {
  const context = { workspaces: [1, 2] };
  expect(answerOf(botLifecycle.decide({}, create, context))).toBe('workspace_required');
  expect(answerOf(botLifecycle.decide({}, create))).toBe('workspace_required');
  expect(botLifecycle.decide({}, { ...create, workspace: 2 }).next.bot?.workspace).toBe(2);
});

it('[DR4][BO27] the save state of a draft, and whether a bot is served', () => {
  const { saveStateOf, isServing } = botLifecycle;
  expect([0, 1].map((violationsTotal) => saveStateOf({ violationsTotal }))).toEqual(['IS_PRESAVED', 'IS_NOT_VALID']);
  expect([active.bot, trashed.bot].map(isServing)).toEqual([true, false]);
});
