import { expect, it } from 'vitest';
import { brokenDiagram, cleanDiagram, linkingDiagram } from '../../../test/diagram-fixture.ts';
import {
  codeOf,
  engineFixture,
  type Fixture,
  newBot,
  refusalOf,
  startAt,
  unknownId,
} from '../../../test/engine-fixture.ts';
import { type StagedDeployer, stagedDeployer } from '../../../test/staged-deployer.ts';

interface Published extends Fixture {
  readonly id: string;
  /** The first of two versions; the second is live. */
  readonly first: string;
  readonly channelDeployer: StagedDeployer;
}

/** A bot with two versions, `First?` and `Second?`, and the draft at revision 3. */
async function publishedTwice(): Promise<Published> {
  const channelDeployer = stagedDeployer();
  const fixture = engineFixture({ channelDeployer });
  const { acme, clock } = fixture;
  const id = await newBot(acme);
  await acme.drafts.replace(id, cleanDiagram('First?'));
  const { id: first } = await acme.versions.publish(id);
  clock.advance(1_000);
  await acme.drafts.replace(id, cleanDiagram('Second?'));
  await acme.versions.publish(id);
  clock.advance(1_000);
  return { ...fixture, id, first, channelDeployer };
}

it('[VE21][VE7] a restoration copies the version into the draft and publishes the draft', async () => {
  const { acme, id, first } = await publishedTwice();
  const publication = await acme.versions.restore(id, first.toUpperCase(), { ifRevision: 3 });
  expect(publication).toEqual({
    id: expect.any(String),
    publishedAt: startAt + 2_000,
    publishedBy: 7,
    restoredFrom: first,
    builder: 'current',
    channel: expect.any(Object),
  });
  expect((await acme.bots.live(id))?.id).toBe(publication.id);
  expect((await acme.bots.live(id))?.diagram).toEqual(cleanDiagram('First?'));
  const draft = await acme.drafts.get(id);
  expect([draft.revision, draft.diagram, draft.saveState, draft.editedAt]).toEqual([
    4,
    cleanDiagram('First?'),
    'IS_PRESAVED',
    startAt + 2_000,
  ]);
  expect((await acme.versions.list(id)).items.map((item) => item.restoredFrom)).toEqual([first, undefined, undefined]);
  expect((await acme.drafts.revisions(id)).items[0]?.diagram).toEqual(cleanDiagram('Second?'));
});

it('[VE22] a version that has violations by now stays in the draft and does not go live', async () => {
  const channelDeployer = stagedDeployer();
  const { acme } = engineFixture({ channelDeployer });
  const target = await newBot(acme);
  const id = await newBot(acme);
  await acme.drafts.replace(id, linkingDiagram(target));
  const { id: first } = await acme.versions.publish(id);
  await acme.drafts.replace(id, cleanDiagram('Second?'));
  await acme.versions.publish(id);
  await acme.bots.trash(target);
  const [live, versions, prepared] = [
    await acme.bots.live(id),
    await acme.versions.list(id),
    channelDeployer.prepared.length,
  ];

  const refusal = await refusalOf(acme.versions.restore(id, first));
  const draft = await acme.drafts.get(id);
  expect([refusal.code, refusal.violations, refusal.violations.map(({ code }) => code)]).toEqual([
    'restored_draft_has_violations',
    draft.violations,
    ['linked_bot_unknown'],
  ]);
  expect([draft.revision, draft.saveState]).toEqual([4, 'IS_NOT_VALID']);
  expect(draft.diagramJson).toBe((await acme.versions.get(id, first)).diagramJson);
  expect([await acme.bots.live(id), await acme.versions.list(id), channelDeployer.prepared.length]).toEqual([
    live,
    versions,
    prepared,
  ]);
});

it('[VE23] when the channels cannot be prepared, the restored draft stays', async () => {
  const { acme, id, first, channelDeployer } = await publishedTwice();
  const live = await acme.bots.live(id);
  channelDeployer.during(async () => {
    throw new Error('secret');
  });
  expect(await codeOf(acme.versions.restore(id, first))).toBe('dependency_failed');
  const draft = await acme.drafts.get(id);
  expect([draft.revision, draft.diagram]).toEqual([4, cleanDiagram('First?')]);
  expect([await acme.bots.live(id), (await acme.versions.list(id)).total]).toEqual([live, 2]);
});

it('[VE24] a version of an older builder cannot be restored', async () => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  const [older] = await acme.bots.importOlderVersions(id, [
    { publishedAt: 5, publishedBy: 1, diagram: cleanDiagram('Old?') },
  ]);
  const [draft, live] = [await acme.drafts.get(id), await acme.bots.live(id)];
  expect(await codeOf(acme.versions.restore(id, older?.id as string))).toBe('version_of_an_unsupported_builder');
  expect([await acme.drafts.get(id), await acme.bots.live(id)]).toEqual([draft, live]);
});

it('[VE25][ER5] a version that the bot never published cannot be restored', async () => {
  const { acme, id, first } = await publishedTwice();
  const draft = await acme.drafts.get(id);
  const other = await newBot(acme);
  for (const [botId, versionId] of [
    [id, unknownId],
    [id, 'no uuid'],
    [id, 5 as unknown as string],
    [other, first],
  ] as const) {
    expect(await codeOf(acme.versions.restore(botId, versionId))).toBe('version_not_found');
  }
  expect(await acme.drafts.get(id)).toEqual(draft);
});

it('[VE26] a given revision is compared before the draft is written, and not again', async () => {
  const { acme, id, first, channelDeployer } = await publishedTwice();
  const draft = await acme.drafts.get(id);
  expect(await codeOf(acme.versions.restore(id, first, { ifRevision: 2 }))).toBe('draft_changed');
  expect(await codeOf(acme.versions.restore(id, unknownId, { ifRevision: 2 }))).toBe('version_not_found');
  expect(await acme.drafts.get(id)).toEqual(draft);

  channelDeployer.during(() => acme.drafts.replace(id, brokenDiagram()));
  await acme.versions.restore(id, first, { ifRevision: 3 });
  expect((await acme.bots.live(id))?.diagram).toEqual(cleanDiagram('First?'));
  expect((await acme.drafts.get(id)).diagram).toEqual(brokenDiagram());
});

it('[VE17][VE21] a restoration that was overtaken still publishes its diagram', async () => {
  const { acme, id, first, channelDeployer } = await publishedTwice();
  channelDeployer.during(async () => {
    await acme.drafts.replace(id, cleanDiagram('Third?'));
    await acme.versions.publish(id);
  });
  const publication = await acme.versions.restore(id, first);
  expect((await acme.bots.live(id))?.id).toBe(publication.id);
  expect((await acme.bots.live(id))?.diagram).toEqual(cleanDiagram('First?'));
  expect((await acme.versions.list(id)).items.map((item) => item.restoredFrom)).toEqual([
    first,
    undefined,
    undefined,
    undefined,
  ]);
});

it('[VE17][VE22] a restoration that was overtaken is checked again', async () => {
  const channelDeployer = stagedDeployer();
  const { acme } = engineFixture({ channelDeployer });
  const target = await newBot(acme);
  const id = await newBot(acme);
  await acme.drafts.replace(id, linkingDiagram(target));
  const { id: first } = await acme.versions.publish(id);
  channelDeployer.during(async () => {
    await acme.drafts.replace(id, cleanDiagram('Second?'));
    await acme.versions.publish(id);
    await acme.bots.trash(target);
  });
  expect(await codeOf(acme.versions.restore(id, first))).toBe('restored_draft_has_violations');
  expect((await acme.bots.live(id))?.diagram).toEqual(cleanDiagram('Second?'));
  expect((await acme.versions.list(id)).total).toBe(2);
});

it('[VE19] a bot that is trashed in the meantime keeps the restored draft and is not published', async () => {
  const { acme, id, first, channelDeployer } = await publishedTwice();
  channelDeployer.during(() => acme.bots.trash(id));
  expect(await codeOf(acme.versions.restore(id, first))).toBe('bot_not_found');
  await acme.bots.update(id, { state: 'active' });
  expect((await acme.bots.live(id))?.diagram).toEqual(cleanDiagram('Second?'));
  expect((await acme.drafts.get(id)).diagram).toEqual(cleanDiagram('First?'));
});

it('[DR34] a discard restores the live diagram', async () => {
  const { acme, id } = await publishedTwice();
  await acme.drafts.replace(id, brokenDiagram());
  const draft = await acme.drafts.discard(id, { ifRevision: 4 });
  expect([draft.revision, draft.diagram, draft.saveState]).toEqual([5, cleanDiagram('Second?'), 'IS_PRESAVED']);
  expect(await acme.drafts.get(id)).toEqual(draft);
  expect((await acme.versions.list(id)).total).toBe(2);
});

it('[DR34] a discard needs a live version of the current builder', async () => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  expect(await codeOf(acme.drafts.discard(id))).toBe('bot_never_published');
  await acme.bots.importOlderVersions(id, [{ publishedAt: 5, publishedBy: 1, diagram: cleanDiagram('Old?') }]);
  expect(await codeOf(acme.drafts.discard(id))).toBe('version_of_an_unsupported_builder');
  expect((await acme.drafts.get(id)).revision).toBe(1);
});
