import fc from 'fast-check';
import { expect } from 'vitest';
import { type Command, onBot, replyTo } from './command.ts';
import { type ModelBot, type ModelVersion, refusalOfWrite } from './model.ts';
import type { Systems } from './systems.ts';

const pick = fc.nat();
const isInVain = fc.nat(3).map((number) => number === 3);

/** Mostly a version that the bot has. */
const pickVersion = fc.oneof({ arbitrary: fc.nat(12), weight: 5 }, { arbitrary: fc.constant(undefined), weight: 1 });
const noVersion = '01900000-0000-7000-8000-000000000000';

function versionOf(bot: ModelBot, picked: number | undefined): ModelVersion | undefined {
  return picked === undefined ? undefined : bot.versions[picked % bot.versions.length];
}

const publish = fc
  .record({ pick, isInVain, expected: fc.constantFrom('none', 'none', 'present', 'stale') })
  .map(({ pick, isInVain, expected }) =>
    onBot(`publish${isInVain ? ' in vain' : ''}, expecting ${expected}`, pick, async (bot, systems) => {
      const revision = expected === 'present' ? bot.draft.revision : bot.draft.revision + 1;
      const options = expected === 'none' ? {} : { ifRevision: revision };
      const ask = isInVain ? systems.askWhileUnreachable : systems.ask;
      const answer = replyTo(await ask((caller) => caller.versions.publish(bot.id, options)));

      const refusal = refusalOfWrite(bot) ?? (expected === 'stale' ? 'draft_changed' : undefined);
      if (refusal !== undefined) return answer.is(refusal);
      if (bot.draft.quality === 'broken') return answer.is('draft_has_violations');
      if (isInVain) return answer.is('dependency_failed');
      goLive(bot, answer.isDone().id);
    }),
  );

const restore = fc.record({ pick, pickVersion, isInVain }).map(({ pick, pickVersion, isInVain }) =>
  onBot(`restore a version${isInVain ? ' in vain' : ''}`, pick, async (bot, systems) => {
    const version = versionOf(bot, pickVersion);
    const ask = isInVain ? systems.askWhileUnreachable : systems.ask;
    const answer = replyTo(await ask((caller) => caller.versions.restore(bot.id, version?.id ?? noVersion)));

    const refusal = refusalOfWrite(bot);
    if (refusal !== undefined) return answer.is(refusal);
    if (version === undefined) return answer.is('version_not_found');
    const { diagramJson, quality } = version;
    bot.draft = { diagramJson, quality, revision: bot.draft.revision + 1 };
    bot.hasViolations = quality !== 'clean';
    if (isInVain) return answer.is('dependency_failed');
    const publication = answer.isDone();
    expect(publication.restoredFrom).toBe(version.id);
    goLive(bot, publication.id);
  }),
);

const label = fc
  .record({ pick, pickVersion, name: fc.constantFrom('First', 'Ünï \u{1f916}', undefined) })
  .map(({ pick, pickVersion, name }) =>
    onBot('label a version', pick, async (bot, systems) => {
      const version = versionOf(bot, pickVersion);
      const request = await systems.ask((caller) => caller.versions.label(bot.id, version?.id ?? noVersion, name));
      const refusal = refusalOfWrite(bot);
      if (refusal !== undefined) return replyTo(request).is(refusal);
      if (version === undefined) return replyTo(request).is('version_not_found');
      replyTo(request).isDone();
      version.name = name;
    }),
  );

const remove = fc.record({ pick, pickVersion }).map(({ pick, pickVersion }) =>
  onBot('delete a version', pick, async (bot, systems) => {
    const version = versionOf(bot, pickVersion);
    const answer = replyTo(await systems.ask((caller) => caller.versions.delete(bot.id, version?.id ?? noVersion)));
    const refusal = refusalOfWrite(bot);
    if (refusal !== undefined) return answer.is(refusal);
    if (version === undefined) return answer.is('version_not_found');
    if (version === bot.versions.at(-1)) return answer.is('version_is_the_most_recent_publication');
    answer.isDone();
    bot.versions = bot.versions.filter((each) => each !== version);
    await expectGone(bot, version, systems);
  }),
);

export const versionCommands: readonly fc.Arbitrary<Command>[] = [
  publish,
  publish,
  publish,
  publish,
  restore,
  restore,
  label,
  remove,
];

/** The present draft is now the live version. */
function goLive(bot: ModelBot, id: string): void {
  const { diagramJson, quality } = bot.draft;
  expect(bot.versions.every((version) => version.id < id)).toBe(true);
  bot.versions.push({ id, diagramJson, quality, name: undefined });
  bot.live = diagramJson;
}

async function expectGone(bot: ModelBot, version: ModelVersion, systems: Systems): Promise<void> {
  replyTo(await systems.ask((caller) => caller.versions.get(bot.id, version.id))).is('version_not_found');
}
