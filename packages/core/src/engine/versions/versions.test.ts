import { expect, it } from 'vitest';
import { cleanDiagram } from '../../../test/diagram-fixture.ts';
import { codeOf, engineFixture, newBot, unknownId } from '../../../test/engine-fixture.ts';
import { stagedDeployer } from '../../../test/staged-deployer.ts';
import type { BrandEngine } from '../engine.ts';

async function publish(acme: BrandEngine, id: string, ...texts: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const text of texts) {
    await acme.drafts.replace(id, cleanDiagram(text));
    ids.push((await acme.versions.publish(id)).id);
  }
  return ids;
}

it('[VE2][PA1][PA2][PA4] versions are listed newest first, page by page', async () => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  const ids = await publish(acme, id, 'a?', 'b?', 'c?');
  const page = await acme.versions.list(id, { page: 2, pageSize: 2 });
  expect([page.items.map((item) => item.id), page.total, page.page, page.pageSize]).toEqual([[ids[0]], 3, 2, 2]);
  expect(page.items[0]).not.toHaveProperty('diagram');
  expect(page.items[0]).not.toHaveProperty('diagramJson');
  expect(page.items[0]).not.toHaveProperty('channel');
  expect(await codeOf(acme.versions.list(id, { pageSize: 0 }))).toBe('invalid_parameters pageSize');
});

it('[VE3][VE5] a bot that was never published has an empty list and no latest version', async () => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  await acme.drafts.replace(id, cleanDiagram());
  expect(await acme.versions.list(id)).toEqual({ items: [], total: 0, page: 1, pageSize: 20 });
  expect(await codeOf(acme.versions.latest(id))).toBe('version_not_found');
});

it('[VE4][ER5] an id of no version of the bot gives version_not_found', async () => {
  const { acme } = engineFixture();
  const [id, other] = [await newBot(acme), await newBot(acme)];
  const [version] = await publish(acme, other, 'a?');
  for (const versionId of [unknownId, 'no uuid', version, undefined] as string[]) {
    expect(await codeOf(acme.versions.get(id, versionId))).toBe('version_not_found');
    expect(await codeOf(acme.versions.label(id, versionId, 'x'))).toBe('version_not_found');
    expect(await codeOf(acme.versions.delete(id, versionId))).toBe('version_not_found');
  }
});

it('[VE8][VE9] the label is trimmed, written and removed, and nothing else changes', async () => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  const [version] = (await publish(acme, id, 'a?')) as [string];
  const [before, live, bot] = [await acme.versions.get(id, version), await acme.bots.live(id), await acme.bots.get(id)];
  const [summary] = (await acme.versions.list(id)).items;

  expect(await acme.versions.label(id, version, '  Spring sale ')).toEqual({ ...summary, name: 'Spring sale' });
  expect(await acme.versions.get(id, version)).toEqual({ ...before, name: 'Spring sale' });
  expect((await acme.versions.list(id)).items).toEqual([{ ...summary, name: 'Spring sale' }]);
  expect(await acme.bots.get(id)).toEqual(bot);
  expect(await acme.versions.label(id, version, '𝄞'.repeat(255))).toEqual({ ...summary, name: '𝄞'.repeat(255) });
  expect(await acme.versions.label(id, version, undefined)).toEqual(summary);
  await acme.versions.label(id, version, 'x');
  expect(await acme.versions.label(id, version, null as unknown as undefined)).toEqual(summary);
  expect(await acme.bots.live(id)).toEqual(live);
});

it.for<readonly [string, unknown, string]>([
  ['an empty label', '', 'version_name_not_accepted'],
  ['a blank label', ' \n', 'version_name_not_accepted'],
  ['256 characters', '𝄞'.repeat(256), 'version_name_not_accepted'],
  ['U+0000', 'a\u0000', 'version_name_not_accepted'],
  ['a lone surrogate', '\udfff', 'version_name_not_accepted'],
  ['a number', 5, 'invalid_parameters name'],
])('[VE9] %s is refused', async ([, label, code]) => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  const [version] = (await publish(acme, id, 'a?')) as [string];
  await acme.versions.label(id, version, 'kept');
  expect(await codeOf(acme.versions.label(id, version, label as string))).toBe(code);
  expect((await acme.versions.get(id, version)).name).toBe('kept');
});

it('[VE10][VE11] all but the most recent publication can be deleted', async () => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  const [first, second] = (await publish(acme, id, 'a?', 'b?')) as [string, string];
  const live = await acme.bots.live(id);

  expect(await codeOf(acme.versions.delete(id, second))).toBe('version_is_the_most_recent_publication');
  await acme.versions.delete(id, first.toUpperCase());
  expect(await codeOf(acme.versions.get(id, first))).toBe('version_not_found');
  expect((await acme.versions.list(id)).items.map((item) => item.id)).toEqual([second]);
  expect(await acme.bots.live(id)).toEqual(live);
  expect(await codeOf(acme.versions.delete(id, first))).toBe('version_not_found');

  await publish(acme, id, 'c?');
  await acme.versions.delete(id, second);
  expect((await acme.versions.list(id)).total).toBe(1);
});

it('[VE10][VE17] a version is deleted while another publication is under way', async () => {
  const channelDeployer = stagedDeployer();
  const { acme } = engineFixture({ channelDeployer });
  const id = await newBot(acme);
  const [first, second] = (await publish(acme, id, 'a?', 'b?')) as [string, string];
  channelDeployer.during(async () => {
    expect(await codeOf(acme.versions.delete(id, second))).toBe('version_is_the_most_recent_publication');
    await acme.versions.delete(id, first);
  });
  const [third] = (await publish(acme, id, 'c?')) as [string];
  await acme.versions.delete(id, second);
  expect((await acme.versions.list(id)).items.map((item) => item.id)).toEqual([third]);
  expect((await acme.bots.live(id))?.id).toBe(third);
});

it('[VE10] the live version is read again when it was replaced and deleted between two reads', async () => {
  const { acme, storage } = engineFixture();
  const id = await newBot(acme);
  const [first] = (await publish(acme, id, 'a?')) as [string];
  let isFirstRead = true;
  const meddling = engineFixture({
    storage: {
      ...storage,
      async read(scope, requests) {
        const answers = await storage.read(scope, requests);
        if (isFirstRead) {
          isFirstRead = false;
          await publish(acme, id, 'b?');
          await acme.versions.delete(id, first);
        }
        return answers;
      },
    },
  });
  expect((await meddling.acme.bots.live(id))?.diagram).toEqual(cleanDiagram('b?'));
});
