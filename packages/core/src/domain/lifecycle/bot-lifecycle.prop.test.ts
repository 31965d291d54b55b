import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lifecycleCommands } from '../../../test/bot-lifecycle-fixture.ts';
import type { BotCommand, BotCommandKind } from './bot-command.ts';
import { botLifecycle } from './bot-lifecycle.ts';
import type { BotLifecycleState } from './bot-state.ts';

const { decide, statusOf, transitions } = botLifecycle;
const options = { seed: 20261122, numRuns: 3_000 };

const builder = fc.constantFrom('current' as const, 'older' as const);
const revision = fc.integer({ min: 1, max: 4 });
const version = fc.record({ id: fc.constantFrom('v1', 'v2', 'v3'), builder });
const check = fc.constantFrom({ total: 0, errors: 0 }, { total: 1, errors: 0 }, { total: 2, errors: 1 });

const knownBot = fc.record({
  state: fc.constantFrom('active' as const, 'trashed' as const),
  name: fc.constantFrom('Sales', 'Support'),
  workspace: fc.constantFrom(1, 2),
  channelFamily: fc.constantFrom('native', 'telex'),
  builder,
});

/** A state without unknown parts. */
const knownState: fc.Arbitrary<BotLifecycleState> = fc.record({
  bot: knownBot,
  draft: fc.record({ revision, violationsTotal: fc.integer({ min: 0, max: 2 }) }),
  live: fc.oneof(fc.constant('none' as const), version),
  test: fc.record({ revision }),
});
const anyState = fc.oneof({ weight: 9, arbitrary: knownState }, { weight: 1, arbitrary: fc.constant({}) });

const members = {
  name: fc.constantFrom('Sales', 'Support', '', ' Spring '),
  channelFamily: fc.constantFrom('native', 'telex'),
  workspace: fc.constantFrom(1, 2),
  ifRevision: fc.oneof(revision, fc.uniqueArray(revision, { maxLength: 3 })),
  revision,
  version: fc.oneof(version, fc.constant(undefined)),
  check,
  block: fc.constantFrom('present' as const, 'absent' as const),
  label: fc.constantFrom('Spring', '', undefined),
  diagram: fc.record({ check }),
};

/** Any command. Members that a kind does not have are ignored. */
const command: fc.Arbitrary<BotCommand> = fc
  .tuple(
    fc.constantFrom(...lifecycleCommands),
    fc.record(members, { requiredKeys: ['name', 'channelFamily', 'revision'] }),
  )
  .map(([base, extra]) => {
    const needsVersion = ['publish_restored', 'go_live', 'abandon_publication'].includes(base.kind);
    const given = { ...base, ...extra } as BotCommand & { version?: unknown };
    return needsVersion && given.version === undefined ? { ...given, version: { id: 'v3' } } : given;
  });

const context = fc.record({
  workspaces: fc.uniqueArray(fc.constantFrom(1, 2, 3)),
  channelFamilies: fc.constantFrom(new Set(['native']), new Set(['native', 'telex'])),
});

it('[BO45] every command in every state gives a decision, and a refusal changes nothing', () => {
  const answers = new Set<string>();
  void fc.assert(
    fc.property(anyState, command, context, (state, wanted, facts) => {
      const before = JSON.stringify([state, wanted]);
      const decision = decide(state, wanted, facts);
      expect(decide(state, wanted, facts)).toEqual(decision);
      expect(JSON.stringify([state, wanted])).toBe(before);
      answers.add(decision.kind === 'refused' ? decision.code : wanted.kind);
      if (decision.kind === 'refused' && decision.code !== 'restored_draft_has_violations') {
        expect([decision.next, decision.effects]).toEqual([state, []]);
      }
    }),
    options,
  );
  // The checks prove something only if every command was accepted, and every refusal occurred, at least once.
  const refusals = [...answers].filter((answer) => !(answer in transitions));
  expect([...answers].filter((answer) => answer in transitions).toSorted()).toEqual(
    Object.keys(transitions).toSorted(),
  );
  expect(refusals).toHaveLength(19);
});

it('[BO45] the next status is the one in the table', () => {
  void fc.assert(
    fc.property(anyState, command, context, (state, wanted, facts) => {
      const decision = decide(state, wanted, facts);
      const isCreation = wanted.kind === 'create' || wanted.kind === 'import_older_bot';
      const from = isCreation ? 'absent' : statusOf(state);
      const expected =
        decision.kind === 'accepted' ? transitions[wanted.kind as BotCommandKind][from] : statusOf(state);
      expect(statusOf(decision.next)).toBe(expected);
    }),
    options,
  );
});

it('[BO45] an unknown fact causes no refusal', () => {
  const part = fc.constantFrom(
    'draft' as const,
    'live' as const,
    'test' as const,
    'builder' as const,
    'check' as const,
  );
  void fc.assert(
    fc.property(knownState, command, context, part, (state, wanted, facts, unknown) => {
      if (decide(state, wanted, facts).kind === 'refused') return;
      const { [unknown as 'draft']: _, ...less } = state;
      const { builder: __, ...bot } = state.bot as NonNullable<BotLifecycleState['bot']>;
      const { check: ___, ...unchecked } = wanted as BotCommand & { check?: unknown };
      const forgetful = unknown === 'builder' ? { ...state, bot } : less;
      expect(decide(forgetful, unknown === 'check' ? unchecked : wanted, facts).kind).toBe('accepted');
      expect(decide(state, wanted, { workspaces: facts.workspaces }).kind).toBe('accepted');
    }),
    options,
  );
});

it('[VE17] the live version is never replaced by an older one', () => {
  void fc.assert(
    fc.property(knownState, fc.array(command, { maxLength: 20 }), context, (first, commands, facts) => {
      let state = first;
      for (const next of commands) {
        const { live: before } = state;
        state = decide(state, next, facts).next;
        const { live, bot } = state;
        if (bot === undefined || next.kind === 'create' || next.kind === 'import_older_bot') return;
        if (before !== undefined && before !== 'none')
          expect(live !== 'none' && live && live.id >= before.id).toBe(true);
      }
    }),
    { ...options, numRuns: 500 },
  );
});
