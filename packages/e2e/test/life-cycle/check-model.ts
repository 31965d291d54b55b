import { expect } from 'vitest';
import type { Model, ModelBot } from './model.ts';
import type { Systems } from './systems.ts';

/** Reads everything and compares it with the model. */
export async function checkModel(model: Model, systems: Systems): Promise<void> {
  for (const bot of model.bots) await checkBot(bot, systems);
  for (const state of ['active', 'trashed'] as const) {
    for (const order of [undefined, 'name', '-created_at'] as const) {
      const list = await systems.ask((caller) => caller.bots.list({ state, ...(order && { order }), pageSize: 100 }));
      const ids = list.kind === 'done' ? list.value.items.map((bot) => bot.id).toSorted() : [];
      const expected = model.bots.filter((bot) => bot.state === state).map((bot) => bot.id);
      expect(ids).toEqual(expected.toSorted());
    }
  }
}

async function checkBot(bot: ModelBot, systems: Systems): Promise<void> {
  const found = await systems.ask(async (caller) => ({
    bot: await caller.bots.get(bot.id),
    draft: await caller.drafts.get(bot.id),
    revisions: await caller.drafts.revisions(bot.id, { pageSize: 100 }),
    versions: await caller.versions.list(bot.id, { pageSize: 100 }),
    live: await caller.bots.live(bot.id),
    test: await caller.bots.testDeployment(bot.id),
    feedback: await caller.feedback.get(bot.id),
  }));
  if (found.kind === 'refused') {
    expect([bot.state, found.code]).toEqual(['destroyed', 'bot_not_found']);
    return;
  }

  const { value } = found;
  const isActive = bot.state === 'active';
  expect({
    bot: { name: value.bot.name, state: value.bot.state, builder: value.bot.builder },
    draft: { diagramJson: value.draft.diagramJson, revision: value.draft.revision, saveState: value.draft.saveState },
    revisions: value.revisions.total,
    versions: value.versions.items.map(({ id, name }) => ({ id, name })),
    live: value.live?.diagramJson,
    test: value.test?.diagramJson,
  }).toEqual({
    bot: { name: bot.name, state: bot.state, builder: bot.builder },
    draft: {
      diagramJson: bot.draft.diagramJson,
      revision: bot.draft.revision,
      saveState: bot.hasViolations ? 'IS_NOT_VALID' : 'IS_PRESAVED',
    },
    revisions: bot.draft.revision - 1,
    versions: bot.versions.map(({ id, name }) => ({ id, name })).toReversed(),
    live: isActive ? bot.live : undefined,
    test: isActive ? bot.test : undefined,
  });
  if (bot.question !== 'Default') expect(value.feedback.question).toBe(bot.question);

  const latest = await systems.ask((caller) => caller.versions.latest(bot.id));
  const [last] = bot.versions.slice(-1);
  if (latest.kind === 'refused') expect([last, latest.code]).toEqual([undefined, 'version_not_found']);
  else expect([latest.value.id, latest.value.diagramJson]).toEqual([last?.id, last?.diagramJson]);
}
