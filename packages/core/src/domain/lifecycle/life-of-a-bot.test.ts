import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { lifecycleCommands, lifecycleContext, lifecycleStates } from '../../../test/bot-lifecycle-fixture.ts';
import type { BotEffectKind } from './bot-decision.ts';
import { botLifecycle } from './bot-lifecycle.ts';

const page = new URL('../../../../../docs/guide/life-of-a-bot.md', import.meta.url);
const { decide, transitions, statusOf, saveStateOf } = botLifecycle;

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly command: string;
}

/** A Mermaid state diagram. Commands that lead from one state to the same one are left out. */
function draw(arrows: readonly Arrow[]): string {
  const moving = arrows.filter(({ from, to }) => from !== to || from === 'live');
  const commands = Map.groupBy(moving, ({ from, to }) => `${from} --> ${to}`);
  const lines = [...commands].map(([arrow, group]) => {
    return `  ${arrow}: ${[...new Set(group.map(({ command }) => command))].join(', ')}`;
  });
  return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n');
}

const ends = (status: string): string => (status === 'absent' ? '[*]' : status);

/** Draws the statuses of a bot from the table that `decide` reads. */
function drawBot(): string {
  const arrows = Object.entries(transitions).flatMap(([command, transition]) =>
    (['absent', 'active', 'trashed'] as const).flatMap((from): readonly Arrow[] => {
      const to = transition[from];
      return to === undefined || to === 'bot_is_not_in_the_trash' ? [] : [{ from: ends(from), to: ends(to), command }];
    }),
  );
  return draw(arrows);
}

/**
 * Draws the states of a draft from the decisions on every command, with a valid diagram and with one that has
 * violations.
 */
function drawDraft(): string {
  const { active } = lifecycleStates;
  const arrows = lifecycleCommands.flatMap((command) =>
    [0, 1].flatMap((violationsTotal) =>
      [0, 1].map((broken): Arrow => {
        const isCreation = transitions[command.kind].absent === 'active';
        const state = { ...active, draft: { revision: 3, violationsTotal } };
        const check = { total: broken, errors: broken };
        const { draft = state.draft } = decide(state, { ...command, check } as typeof command, lifecycleContext).next;
        const saved = (of: object) => saveStateOf({ violationsTotal: 0, ...of });
        return { from: isCreation ? '[*]' : saved(state.draft), to: saved(draft), command: command.kind };
      }),
    ),
  );
  return draw(arrows);
}

/** The state changes of versions, by effect. */
const versionMoves: { readonly [TKind in BotEffectKind]?: readonly (readonly [from: string, to: string])[] } = {
  reserve_version: [['[*]', 'reserved']],
  reveal_version: [
    ['reserved', 'live'],
    ['live', 'past'],
  ],
  drop_reservation: [['reserved', '[*]']],
  delete_version: [['past', '[*]']],
  insert_older_versions: [
    ['[*]', 'live'],
    ['[*]', 'past'],
  ],
};

/** Draws the states of a version from the effects of every command. */
function drawVersions(): string {
  const { active, neverPublished } = lifecycleStates;
  const overtaken = { kind: 'go_live', version: { id: 'v1' } } as const;
  const arrows = [...lifecycleCommands, overtaken].flatMap((command) =>
    [active, neverPublished].flatMap((state) =>
      decide(state, command, lifecycleContext).effects.flatMap(({ kind }) =>
        (versionMoves[kind] ?? []).map(([from, to]): Arrow => ({ from, to, command: command.kind })),
      ),
    ),
  );
  return draw(arrows);
}

/** Makes the table of conditions of each command of people, so that a user interface can disable the others. */
function tabulate(): string {
  const says = (answer: string | undefined): string => (answer === undefined ? '`bot_not_found`' : `→ ${answer}`);
  const rows = Object.entries(transitions).map(
    ([command, { absent, active, trashed, takesOlderBots, needsFamily }]) => {
      if (absent === 'active') return `| \`${command}\` | makes a bot | makes a bot | | |`;
      const inActive = active === 'bot_is_not_in_the_trash' ? `\`${active}\`` : says(active);
      const older = takesOlderBots ? '' : '`unsupported_builder`';
      return `| \`${command}\` | ${inActive} | ${says(trashed)} | ${older} | ${needsFamily ? '`channel_family_unreadable`' : ''} |`;
    },
  );
  return [
    '| Command | Active bot | In the trash | Of an older builder | Of an unknown family |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

it('[BO45] the diagrams of the guide match the code', () => {
  const sections = { bot: drawBot(), draft: drawDraft(), versions: drawVersions(), commands: tabulate() };
  const text = readFileSync(page, 'utf8');
  const drawn = Object.entries(sections).reduce((before, [name, section]) => {
    const [start, end] = [`<!-- drawn: ${name} -->`, '<!-- end -->'];
    expect(before).toContain(start);
    const [head = '', tail = ''] = before.split(start);
    return `${head}${start}\n${section}\n${tail.slice(tail.indexOf(end))}`;
  }, text);
  // After a change of the life cycle: DRAW_DOCS=1 vitest run packages/core/src/domain/lifecycle
  if (process.env['DRAW_DOCS'] === '1') writeFileSync(page, drawn);
  else expect(text).toBe(drawn);
  expect(statusOf({})).toBe('absent');
});
