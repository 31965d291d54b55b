import type { BrandEngine, Draft, IfRevision } from '@botwright/core';
import fc from 'fast-check';
import { expect } from 'vitest';
import { type Command, onBot, replyTo } from './command.ts';
import { diagramOf } from './diagrams.ts';
import { type ModelBot, type Quality, refusalOfWrite } from './model.ts';

const pick = fc.nat();
const mark = fc.nat(99);

/** The revision that a draft write may name: none, the current one, or another. */
const expectation = fc.constantFrom('none', 'none', 'present', 'stale');

function ifRevision(bot: ModelBot, expected: 'none' | 'present' | 'stale'): IfRevision {
  if (expected === 'none') return {};
  return { ifRevision: expected === 'present' ? bot.draft.revision : bot.draft.revision + 1 };
}

const replace = fc
  .record({
    pick,
    mark,
    expected: expectation,
    quality: fc.constantFrom<Quality>('clean', 'clean', 'warned', 'broken'),
  })
  .map(({ pick, mark, expected, quality }) =>
    onBot(`replace by ${quality}, expecting ${expected}`, pick, async (bot, systems) => {
      const diagram = diagramOf(quality, mark);
      const request = (caller: BrandEngine) => caller.drafts.replace(bot.id, diagram, ifRevision(bot, expected));
      const answer = replyTo(await systems.ask(request));
      const refusal = refusalOfWrite(bot) ?? (expected === 'stale' ? 'draft_changed' : undefined);
      if (refusal !== undefined) return answer.is(refusal);

      const draft = answer.isDone();
      expect(JSON.parse(draft.diagramJson)).toEqual(diagram);
      expect(qualityOf(draft)).toBe(quality);
      accept(bot, draft);
    }),
  );

interface Edit {
  /** The block that the command names: when it does not exist, that is refused before anything else of the draft. */
  readonly block?: string;
  write(caller: BrandEngine, botId: string, options: IfRevision): Promise<Draft>;
}

const filled = { id: 'welcome', type: 'ask_question', params: { text: 'Filled?' } };

const edits: Readonly<Record<string, Edit>> = {
  'add a block': {
    write: (caller, id, options) =>
      caller.drafts.addBlocks(id, { blocks: [{ type: 'send_text', params: { text: 'More' } }] }, options),
  },
  'add a taken block': {
    write: (caller, id, options) =>
      caller.drafts.addBlocks(id, { blocks: [{ id: 'hidden', type: 'send_text' }] }, options),
  },
  'edit the greeting': {
    block: 'welcome',
    write: (caller, id, options) =>
      caller.drafts.editBlock(id, 'welcome', { params: { text: 'Edited?' }, top: 5 }, options),
  },
  'empty the greeting': {
    block: 'welcome',
    write: (caller, id, options) => caller.drafts.editBlock(id, 'welcome', { params: { text: '' } }, options),
  },
  'delete the greeting': {
    block: 'welcome',
    write: (caller, id, options) => caller.drafts.deleteBlock(id, 'welcome', options),
  },
  'fill the greeting': {
    write: (caller, id, options) =>
      caller.drafts.applyChangeSet(id, { blocks: { delete: ['lonely'], add: [filled] } }, options),
  },
  'update a block that is not there': {
    write: (caller, id, options) =>
      caller.drafts.applyChangeSet(id, { blocks: { update: [{ id: 'absent', top: 1 }] } }, options),
  },
};

/** Which edits are possible is tested elsewhere; here an edit is applied whole or changes nothing. */
const edit = fc
  .record({ pick, expected: expectation, edit: fc.constantFrom(...Object.entries(edits)) })
  .map(({ pick, expected, edit: [title, { block, write }] }) =>
    onBot(`${title}, expecting ${expected}`, pick, async (bot, systems) => {
      const answer = await systems.ask((caller) => write(caller, bot.id, ifRevision(bot, expected)));
      const refusal =
        refusalOfWrite(bot) ??
        (block !== undefined && !hasBlock(bot, block) ? 'block_not_found' : undefined) ??
        (expected === 'stale' ? 'draft_changed' : undefined);
      if (refusal !== undefined) return replyTo(answer).is(refusal);
      if (answer.kind === 'done') accept(bot, answer.value);
      else expect(['blocks_refused', 'change_set_refused']).toContain(answer.code);
    }),
  );

function hasBlock(bot: ModelBot, block: string): boolean {
  return Object.hasOwn(JSON.parse(bot.draft.diagramJson).nodes, block);
}

const discard = fc.record({ pick }).map(({ pick }) =>
  onBot('discard', pick, async (bot, systems) => {
    const answer = replyTo(await systems.ask((caller) => caller.drafts.discard(bot.id)));
    const refusal = refusalOfWrite(bot) ?? (bot.live === undefined ? 'bot_never_published' : undefined);
    if (refusal !== undefined) return answer.is(refusal);
    const draft = answer.isDone();
    expect(draft.diagramJson).toBe(bot.live);
    accept(bot, draft);
  }),
);

const deployTest = fc.record({ pick, isInVain: fc.nat(3).map((number) => number === 3) }).map(({ pick, isInVain }) =>
  onBot(`deploy to the test channel${isInVain ? ' in vain' : ''}`, pick, async (bot, systems) => {
    const ask = isInVain ? systems.askWhileUnreachable : systems.ask;
    const answer = replyTo(await ask((caller) => caller.drafts.deployTest(bot.id)));
    const refusal = refusalOfWrite(bot) ?? (bot.draft.quality === 'clean' ? undefined : 'draft_has_violations');
    if (refusal !== undefined) return answer.is(refusal);
    if (isInVain) return answer.is('dependency_failed');
    answer.isDone();
    bot.test = bot.draft.diagramJson;
  }),
);

const validate = fc.record({ pick, mark, quality: fc.constantFrom<Quality>('clean', 'broken') }).map((given) =>
  onBot('validate', given.pick, async (bot, systems) => {
    const diagram = diagramOf(given.quality, given.mark);
    const answer = replyTo(await systems.ask((caller) => caller.drafts.validate(bot.id, diagram)));
    if (bot.state === 'destroyed') return answer.is('bot_not_found');
    expect(answer.isDone().total > 0).toBe(given.quality === 'broken');
  }),
);

export const draftCommands: readonly fc.Arbitrary<Command>[] = [
  replace,
  replace,
  replace,
  edit,
  edit,
  discard,
  deployTest,
  validate,
];

/** Applies an accepted write to the model: only the draft has changed. */
export function accept(bot: ModelBot, draft: Draft): void {
  expect(draft.revision).toBe(bot.draft.revision + 1);
  bot.draft = { diagramJson: draft.diagramJson, revision: draft.revision, quality: qualityOf(draft) };
  bot.hasViolations = draft.violations.length > 0;
}

function qualityOf({ violations }: Draft): Quality {
  if (violations.some(({ severity }) => severity === 'error')) return 'broken';
  return violations.length > 0 ? 'warned' : 'clean';
}
