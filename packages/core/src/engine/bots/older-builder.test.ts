import { expect, it } from 'vitest';
import { brokenDiagram, cleanDiagram } from '../../../test/diagram-fixture.ts';
import { codeOf, engineFixture, newBot, refusalOf, startAt } from '../../../test/engine-fixture.ts';
import type { OlderBot } from '../../domain/inputs/bots.ts';
import type { BrandEngine } from '../engine.ts';

const older: OlderBot = {
  name: ' Old ',
  channelFamily: 'native',
  createdAt: 1_000,
  diagram: { ...brokenDiagram(), era: 'old' },
  versions: [
    { publishedAt: 3_000, publishedBy: 2, diagram: cleanDiagram('Later?') },
    { name: 'first', publishedAt: 2_000, publishedBy: 1, diagram: { nodes: { a: 1 }, connections: {} } },
  ],
};

it('[BO38] an older bot is imported with its diagram and versions unchanged', async () => {
  const { acme } = engineFixture();
  const bot = await acme.bots.importOlder(older);
  expect(bot).toMatchObject({
    name: 'Old',
    builder: 'older',
    state: 'active',
    createdAt: 1_000,
    editedAt: startAt,
    publishedAt: 3_000,
  });
  expect(await acme.bots.get(bot.id)).toEqual(bot);
  const draft = await acme.drafts.get(bot.id);
  expect([draft.diagram, draft.violations]).toEqual([older.diagram, []]);
  const { items } = await acme.versions.list(bot.id);
  expect(items).toEqual([
    { id: expect.any(String), publishedAt: 3_000, publishedBy: 2, builder: 'older' },
    { id: expect.any(String), name: 'first', publishedAt: 2_000, publishedBy: 1, builder: 'older' },
  ]);
  expect((await acme.bots.live(bot.id))?.diagram).toEqual(cleanDiagram('Later?'));
  expect((await acme.versions.latest(bot.id)).id).toBe(items[0]?.id);
  expect((await acme.bots.importOlder({ ...older, versions: [] })).publishedAt).toBeUndefined();
});

const writes: readonly (readonly [string, (acme: BrandEngine, id: string) => Promise<unknown>])[] = [
  ['a rename', (acme, id) => acme.bots.update(id, { name: 'x' })],
  ['a permanent deletion', (acme, id) => acme.bots.destroy(id)],
  ['a duplicate', (acme, id) => acme.bots.duplicate({ botId: id })],
  ['an import of versions', (acme, id) => acme.bots.importOlderVersions(id, [])],
  ['a replaced draft', (acme, id) => acme.drafts.replace(id, cleanDiagram(), { ifRevision: 9 })],
  ['a change set', (acme, id) => acme.drafts.applyChangeSet(id, { blocks: { delete: ['a'] } })],
  ['added blocks', (acme, id) => acme.drafts.addBlocks(id, { blocks: [{ type: 'send_text' }] })],
  ['an edited block', (acme, id) => acme.drafts.editBlock(id, 'absent', { top: 1 })],
  ['a deleted block', (acme, id) => acme.drafts.deleteBlock(id, 'absent')],
  ['a discarded draft', (acme, id) => acme.drafts.discard(id)],
  ['a test deployment', (acme, id) => acme.drafts.deployTest(id)],
  ['a publication', (acme, id) => acme.versions.publish(id)],
  ['a restoration', async (acme, id) => acme.versions.restore(id, (await acme.versions.latest(id)).id)],
  ['a label', async (acme, id) => acme.versions.label(id, (await acme.versions.latest(id)).id, 'x')],
  ['a deleted version', async (acme, id) => acme.versions.delete(id, (await acme.versions.latest(id)).id)],
  ['a feedback configuration', (acme, id) => acme.feedback.put(id, { enabled: true })],
];

it.for(writes)('[BO33][BO35][ER2] %s is refused, with no violations', async ([, write]) => {
  const { acme } = engineFixture();
  const bot = await acme.bots.importOlder(older);
  const before = [await acme.drafts.get(bot.id), await acme.versions.list(bot.id), await acme.feedback.get(bot.id)];
  const refusal = await refusalOf(write(acme, bot.id));
  expect([refusal.code, refusal.violations]).toEqual(['unsupported_builder', []]);
  expect([await acme.drafts.get(bot.id), await acme.versions.list(bot.id), await acme.feedback.get(bot.id)]).toEqual(
    before,
  );
  expect(await acme.bots.get(bot.id)).toEqual(bot);
});

it.for(writes.filter(([title]) => title !== 'a permanent deletion'))(
  '[BO29][BO33][BO35] in the trash %s finds no bot',
  async ([, write]) => {
    const { acme } = engineFixture();
    for (const bot of [(await acme.bots.importOlder(older)).id, await published(acme)]) {
      await acme.bots.trash(bot);
      expect(await codeOf(write(acme, bot))).toBe('bot_not_found');
    }
  },
);

it('[BO33][BO34] an older bot can be trashed and restored, and nothing else', async () => {
  const { acme } = engineFixture();
  const bot = await acme.bots.importOlder(older);
  await acme.bots.trash(bot.id);
  expect(await codeOf(acme.bots.destroy(bot.id))).toBe('unsupported_builder');
  expect(await codeOf(acme.bots.update(bot.id, { state: 'active', name: 'x' }))).toBe('unsupported_builder');
  expect((await acme.bots.get(bot.id)).state).toBe('trashed');
  expect(await acme.bots.update(bot.id, { state: 'active' })).toEqual(bot);
  expect(await acme.bots.update(bot.id, { state: 'active' })).toEqual(bot);
  expect(await codeOf(acme.bots.update(bot.id, { state: 'active', name: 'x' }))).toBe('unsupported_builder');
});

it('[BO39] versions are imported into the history of a bot that was never published', async () => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  const imported = await acme.bots.importOlderVersions(id, older.versions ?? []);
  expect(imported.map(({ name, publishedAt }) => [name, publishedAt])).toEqual([
    ['first', 2_000],
    [undefined, 3_000],
  ]);
  expect((await acme.versions.list(id)).items).toEqual(imported.toReversed());
  expect((await acme.bots.get(id)).publishedAt).toBe(3_000);
  expect((await acme.bots.live(id))?.builder).toBe('older');
  expect(await codeOf(acme.bots.importOlderVersions(id, []))).toBe('invalid_parameters botId');

  await acme.drafts.replace(id, cleanDiagram('New?'));
  await acme.versions.publish(id);
  expect((await acme.versions.list(id)).items.map(({ builder }) => builder)).toEqual(['current', 'older', 'older']);
  await acme.versions.delete(id, imported[1]?.id as string);
});

it.for<readonly [unknown, string]>([
  [{ ...older, name: '' }, 'bot_name_not_accepted'],
  [{ ...older, channelFamily: '' }, 'invalid_parameters channelFamily'],
  [{ ...older, createdAt: -1 }, 'invalid_parameters createdAt'],
  [{ ...older, createdAt: '2020' }, 'invalid_parameters createdAt'],
  [{ ...older, createdAt: startAt + 1 }, 'invalid_parameters createdAt'],
  [
    { ...older, versions: [{ publishedAt: startAt + 1, publishedBy: 1, diagram: cleanDiagram() }] },
    'invalid_parameters versions.0.publishedAt',
  ],
  [{ ...older, workspace: 9 }, 'workspace_not_accepted'],
  [{ ...older, diagram: 5 }, 'invalid_parameters diagram'],
  [
    { ...older, versions: [{ publishedAt: 1, publishedBy: 1, diagram: { nodes: [] } }] },
    'invalid_parameters versions.0.diagram.nodes',
  ],
  [
    { ...older, versions: [{ publishedAt: 1, publishedBy: 'x', diagram: {} }] },
    'invalid_parameters versions.0.publishedBy',
  ],
  [
    { ...older, versions: [{ name: ' ', publishedAt: 1, publishedBy: 1, diagram: cleanDiagram() }] },
    'version_name_not_accepted',
  ],
  [{ ...older, versions: [{ name: 'x', publishedAt: 1, publishedBy: 1 }] }, 'invalid_parameters versions.0.diagram'],
])('[BO38][ER3] what is no older bot is refused', async ([given, code]) => {
  const { acme } = engineFixture();
  expect(await codeOf(acme.bots.importOlder(given as OlderBot))).toBe(code);
  expect((await acme.bots.list()).total).toBe(0);
});

it('[BO21] an older bot of an unknown family can be listed, trashed and restored, but not read', async () => {
  const { acme } = engineFixture();
  const { id } = await acme.bots.importOlder({ ...older, channelFamily: 'telex' });
  expect(await codeOf(acme.bots.get(id))).toBe('channel_family_unreadable');
  expect(await codeOf(acme.drafts.get(id))).toBe('channel_family_unreadable');
  expect((await acme.bots.list()).items).toMatchObject([{ id, channelFamily: 'telex' }]);
  await acme.bots.trash(id);
  await acme.bots.update(id, { state: 'active' });
});

/** A bot of the current builder that was published. */
async function published(acme: BrandEngine): Promise<string> {
  const id = await newBot(acme);
  await acme.drafts.replace(id, cleanDiagram());
  await acme.versions.publish(id);
  return id;
}
