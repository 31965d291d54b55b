import { expect, it } from 'vitest';
import { brokenDiagram, cleanDiagram, linkingDiagram } from '../../../test/diagram-fixture.ts';
import { codeOf, engineFixture, newBot, principalOf, refusalOf, startAt } from '../../../test/engine-fixture.ts';
import { stagedDeployer } from '../../../test/staged-deployer.ts';
import { memoryStorage } from '../../memory/index.ts';
import type { ChannelDeployer } from '../../ports/channel-deployer.ts';
import type { Storage } from '../../ports/storage.ts';
import { deterministicIds } from '../../testing/deterministic-ids.ts';
import type { BrandEngine } from '../engine.ts';

async function botWith(acme: BrandEngine, text: string): Promise<string> {
  const id = await newBot(acme);
  await acme.drafts.replace(id, cleanDiagram(text));
  return id;
}

const liveText = async (acme: BrandEngine, id: string): Promise<unknown> => (await acme.bots.live(id))?.diagram;

it('[VE1][VE4][VE6][VE15][VE20][VE28] publishing makes the draft a version, which is live', async () => {
  const channelDeployer = stagedDeployer();
  const { acme, clock } = engineFixture({ channelDeployer });
  const id = await botWith(acme, 'First?');
  const [bot, draft] = [await acme.bots.get(id), await acme.drafts.get(id)];
  clock.advance(1_000);

  const publication = await acme.versions.publish(id, { ifRevision: 2 });
  const channel = { id: bot.channels[0], name: 'Sales', type: 'native' };
  expect(publication).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
    publishedAt: startAt + 1_000,
    publishedBy: 7,
    builder: 'current',
    channel,
  });
  const version = { ...publication, diagramJson: draft.diagramJson, diagram: cleanDiagram('First?') };
  expect(await acme.versions.get(id, publication.id)).toEqual(version);
  expect(await acme.versions.latest(id)).toEqual(version);
  expect(await acme.bots.live(id)).toEqual(version);
  const { channel: _, ...summary } = publication;
  expect(await acme.versions.list(id)).toEqual({ items: [summary], total: 1, page: 1, pageSize: 20 });

  expect(await acme.bots.get(id)).toEqual({ ...bot, publishedAt: startAt + 1_000, requiredTier: 'sandbox' });
  expect(await acme.drafts.get(id)).toEqual(draft);
  expect(channelDeployer.prepared).toEqual([
    {
      id: publication.id,
      brand: 'acme',
      botId: id,
      channelFamily: 'native',
      channels: bot.channels,
      diagramJson: draft.diagramJson,
      purpose: 'version',
    },
  ]);
});

it('[VE20][VE29] a bot without a channel of its own is published on one of its workspace', async () => {
  const { acme, engine } = engineFixture();
  const both = engine.as(principalOf({ workspaces: [1, 2] }));
  const { id } = await acme.bots.create({ name: 'Sales', channelFamily: 'apichat' });
  await acme.drafts.addBlocks(id, { blocks: [{ id: 'bot_start', type: 'send_text', params: { text: 'Hi' } }] });
  const publishedOn = async (): Promise<string | undefined> => {
    const { channel, id: version } = await acme.versions.publish(id);
    expect((await acme.versions.get(id, version)).channel).toEqual(channel);
    return channel?.name;
  };
  const open = async (name: string, type = 'apichat', workspace = 1): Promise<number> =>
    (await both.channels.create({ name, type, workspace })).channel.number;

  await open('Elsewhere', 'apichat', 2);
  await open('Of another family', 'msgapp');
  expect(await publishedOn()).toBeUndefined();
  expect(await acme.bots.live(id)).not.toHaveProperty('channel');

  const off = await open('Off');
  await both.channels.update(off, { active: false });
  expect(await publishedOn()).toBeUndefined();
  await open('First');
  expect(await publishedOn()).toBe('First');
  for (let nth = 0; nth < 120; nth += 1) await open(`Other ${nth}`);
  const second = await open('Second');
  const third = await open('Third');
  expect(await publishedOn()).toBe('First');
  await both.channels.setBot(third, id);
  expect(await publishedOn()).toBe('Third');
  await both.channels.setBot(second, id);
  expect(await publishedOn()).toBe('Second');
});

it('[VE20] a version keeps a snapshot of the channel as it was', async () => {
  const { acme } = engineFixture();
  const id = await botWith(acme, 'First?');
  const { channel } = await acme.versions.publish(id);
  await acme.bots.update(id, { name: 'Other' });
  expect((await acme.versions.latest(id)).channel).toEqual(channel);
});

it('[BO40] publishing records the highest tier that a block needs', async () => {
  const { acme } = engineFixture();
  const id = await botWith(acme, 'First?');
  await acme.drafts.applyChangeSet(id, {
    blocks: {
      add: [
        { id: 'calc', type: 'formulas', params: { expression: '1', destination: 'x' } },
        { id: 'talk', type: 'send_text', params: { text: 'Hi' } },
      ],
    },
  });
  await acme.versions.publish(id);
  expect((await acme.bots.get(id)).requiredTier).toBe('professional');
  await acme.drafts.replace(id, {
    ...cleanDiagram(),
    nodes: {
      ...cleanDiagram().nodes,
      own: { id: 'own', path: 'own', template: 'theirs', params: {} },
      welcome: { id: 'welcome', path: 'welcome', template: 'theirs', params: { version: 3 } },
    },
  });
  const { violations } = await acme.drafts.get(id);
  expect(violations.map(({ code }) => code)).toEqual([]);
  await acme.versions.publish(id);
  expect(await acme.bots.get(id)).not.toHaveProperty('requiredTier');
});

it('[VE12] a diagram with an error is refused with every violation, including warnings, and nothing changes', async () => {
  const channelDeployer = stagedDeployer();
  const { acme } = engineFixture({ channelDeployer });
  const id = await botWith(acme, 'First?');
  await acme.versions.publish(id);
  const [bot, live] = [await acme.bots.get(id), await acme.bots.live(id)];
  const target = await newBot(acme);
  const draft = await acme.drafts.replace(id, { ...linkingDiagram(target), connections: { x: 5 } });

  const refusal = await refusalOf(acme.versions.publish(id));
  expect([refusal.code, refusal.violations, refusal.violationsTotal]).toEqual([
    'draft_has_violations',
    draft.violations,
    2,
  ]);
  expect(refusal.violations.map(({ severity }) => severity).toSorted()).toEqual(['error', 'warning']);
  expect(await acme.bots.get(id)).toEqual({ ...bot, editedAt: draft.editedAt });
  expect(await acme.bots.live(id)).toEqual(live);
  expect((await acme.versions.list(id)).total).toBe(1);
  expect(channelDeployer.prepared).toHaveLength(1);
});

it('[VE12] warnings alone do not prevent publication', async () => {
  const { acme } = engineFixture();
  const target = await newBot(acme);
  const id = await newBot(acme);
  expect((await acme.drafts.replace(id, linkingDiagram(target))).saveState).toBe('IS_NOT_VALID');
  await acme.versions.publish(id);
  expect((await acme.versions.list(id)).total).toBe(1);
});

it('[VE14] the checked diagram is published, even if another one is written in the meantime', async () => {
  const channelDeployer = stagedDeployer();
  const { acme } = engineFixture({ channelDeployer });
  const id = await botWith(acme, 'First?');
  channelDeployer.during(() => acme.drafts.replace(id, brokenDiagram()));
  await acme.versions.publish(id);
  expect(await liveText(acme, id)).toEqual(cleanDiagram('First?'));
});

it('[VE15][VE27] a version is not visible before it is live', async () => {
  const channelDeployer = stagedDeployer();
  const { acme } = engineFixture({ channelDeployer });
  const id = await botWith(acme, 'First?');
  channelDeployer.during(async (deployment) => {
    expect((await acme.versions.list(id)).items).toEqual([]);
    expect(await codeOf(acme.versions.get(id, deployment.id))).toBe('version_not_found');
    expect(await codeOf(acme.versions.latest(id))).toBe('version_not_found');
    expect(await codeOf(acme.versions.delete(id, deployment.id))).toBe('version_not_found');
    expect(await codeOf(acme.versions.label(id, deployment.id, 'x'))).toBe('version_not_found');
    expect(await codeOf(acme.versions.restore(id, deployment.id))).toBe('version_not_found');
    expect(await acme.bots.live(id)).toBeUndefined();
    expect(await acme.bots.get(id)).not.toHaveProperty('publishedAt');
  });
  await acme.versions.publish(id);
  expect((await acme.versions.list(id)).total).toBe(1);
});

it.for<readonly [string, Partial<ChannelDeployer>]>([
  ['rejects', { prepareVersion: async () => Promise.reject(new Error('secret')) }],
  [
    'throws',
    {
      prepareVersion() {
        throw new Error('secret');
      },
    },
  ],
])('[VE16][ER7] when the deployer %s, nothing is left of the publication', async ([, broken]) => {
  const { acme, storage } = engineFixture();
  const id = await botWith(acme, 'First?');
  await acme.versions.publish(id);
  await acme.drafts.replace(id, cleanDiagram('Second?'));
  const before = [
    await acme.bots.get(id),
    await acme.drafts.get(id),
    await acme.versions.list(id),
    await acme.bots.live(id),
  ];

  const failing = engineFixture({ storage, channelDeployer: { ...stagedDeployer(), ...broken } });
  const refusal = await refusalOf(failing.acme.versions.publish(id));
  expect([refusal.code, refusal.message.includes('secret'), refusal.cause]).toEqual([
    'dependency_failed',
    false,
    new Error('secret'),
  ]);
  expect([
    await acme.bots.get(id),
    await acme.drafts.get(id),
    await acme.versions.list(id),
    await acme.bots.live(id),
  ]).toEqual(before);
});

it('[VE16][VE19][VE18][VE17] a reservation that does not go live is dropped, for any reason', async () => {
  const storage = memoryStorage();
  const reserved: string[] = [];
  const dropped: string[] = [];
  const watched: Storage = {
    ...storage,
    async exclusive(scope, program) {
      const ran = await storage.exclusive(scope, program);
      for (const each of ran.decision.operations) {
        if (each.do === 'delete' && each.kind === 'version') dropped.push(String(each.key[1]));
        if (each.do !== 'put' || each.kind !== 'version' || each.record['reservedAt'] === undefined) continue;
        reserved.push(String(each.record['id']));
      }
      return ran;
    },
  };
  const channelDeployer = stagedDeployer();
  const { acme } = engineFixture({ storage: watched, channelDeployer });
  const id = await botWith(acme, 'First?');

  channelDeployer.during(async () => Promise.reject(new Error('down')));
  expect(await codeOf(acme.versions.publish(id))).toBe('dependency_failed');
  channelDeployer.during(() => acme.drafts.replace(id, cleanDiagram('Second?')));
  expect(await codeOf(acme.versions.publish(id, { ifRevision: 2 }))).toBe('draft_changed');
  channelDeployer.during(() => acme.bots.trash(id));
  expect(await codeOf(acme.versions.publish(id))).toBe('bot_not_found');
  expect(dropped).toEqual(reserved);

  await acme.bots.update(id, { state: 'active' });
  channelDeployer.during(() => acme.versions.publish(id));
  await acme.versions.publish(id);
  const live = (await acme.versions.list(id)).items.map((item) => item.id);
  expect(reserved.filter((each) => !dropped.includes(each)).toSorted()).toEqual(live.toSorted());
});

it('[VE17] of two concurrent publications the overtaken one is repeated after the other', async () => {
  const channelDeployer = stagedDeployer();
  const { acme, clock } = engineFixture({ channelDeployer });
  const id = await botWith(acme, 'First?');
  let second: string | undefined;
  channelDeployer.during(async () => {
    clock.advance(10);
    await acme.drafts.replace(id, cleanDiagram('Second?'));
    second = (await acme.versions.publish(id)).id;
  });
  const first = await acme.versions.publish(id);

  const { items } = await acme.versions.list(id);
  expect(items.map((item) => item.id)).toEqual([first.id, second]);
  expect(items.map((item) => item.id)).toEqual(
    items
      .map((item) => item.id)
      .toSorted()
      .toReversed(),
  );
  expect((await acme.bots.live(id))?.id).toBe(first.id);
  expect(await liveText(acme, id)).toEqual(cleanDiagram('Second?'));
  expect(channelDeployer.prepared.map(({ diagramJson }) => diagramJson.includes('First?'))).toEqual([
    true,
    false,
    false,
  ]);
});

it('[VE17] of many concurrent publications none is lost', async () => {
  const { acme } = engineFixture({
    channelDeployer: {
      ...stagedDeployer(),
      async prepareVersion({ id }) {
        for (let turn = id.charCodeAt(id.length - 1) % 7; turn > 0; turn -= 1) await Promise.resolve();
      },
    },
  });
  const id = await botWith(acme, 'First?');
  const published = await Promise.all(Array.from({ length: 12 }, () => acme.versions.publish(id)));
  const { items } = await acme.versions.list(id);
  expect(items.map((item) => item.id)).toEqual(
    published
      .map((each) => each.id)
      .toSorted()
      .toReversed(),
  );
  expect((await acme.bots.live(id))?.id).toBe(items[0]?.id);
});

it('[VE17] ids sort by publication also when another machine’s clock is ahead', async () => {
  const { acme, storage, clock } = engineFixture();
  const id = await botWith(acme, 'First?');
  clock.advance(60_000);
  const ahead = await acme.versions.publish(id);
  const behind = await engineFixture({ storage }).acme.versions.publish(id);
  expect([ahead.id < behind.id, behind.publishedAt >= ahead.publishedAt]).toEqual([true, true]);
  expect((await acme.bots.live(id))?.id).toBe(behind.id);
});

it('[VE17] an id source whose ids do not rise gives an error, and not an endless loop', async () => {
  const ids = deterministicIds();
  const { acme } = engineFixture({ ids: { ...ids, uuidAt: () => '00000000-0000-7000-8000-000000000000' } });
  const id = await botWith(acme, 'First?');
  await acme.versions.publish(id);
  await expect(acme.versions.publish(id)).rejects.toThrow('does not sort after');
  expect((await acme.versions.list(id)).total).toBe(1);
});

it('[VE18] a given revision is compared again before the version goes live', async () => {
  const channelDeployer = stagedDeployer();
  const { acme } = engineFixture({ channelDeployer });
  const id = await botWith(acme, 'First?');
  channelDeployer.during(() => acme.drafts.replace(id, cleanDiagram('Second?')));
  expect(await codeOf(acme.versions.publish(id, { ifRevision: [2, 3] }))).toBe('draft_changed');
  expect([(await acme.versions.list(id)).total, await acme.bots.live(id)]).toEqual([0, undefined]);
  await acme.versions.publish(id, { ifRevision: 3 });
});

it.for(['trashed', 'destroyed', 'out and back'])('[VE19] a bot that is %s in the meantime', async (end) => {
  const channelDeployer = stagedDeployer();
  const { acme } = engineFixture({ channelDeployer });
  const id = await botWith(acme, 'First?');
  channelDeployer.during(async () => {
    await acme.bots.trash(id);
    if (end === 'destroyed') await acme.bots.destroy(id);
    if (end === 'out and back') await acme.bots.update(id, { state: 'active' });
  });
  const attempt = acme.versions.publish(id);
  if (end === 'out and back') {
    await attempt;
    expect(await liveText(acme, id)).toEqual(cleanDiagram('First?'));
    return;
  }
  expect(await codeOf(attempt)).toBe('bot_not_found');
  if (end === 'destroyed') return;
  expect((await acme.versions.list(id)).total).toBe(0);
  await acme.bots.update(id, { state: 'active' });
  expect(await acme.bots.live(id)).toBeUndefined();
});

it('[VE27][VE16] a publication that was swept while it was prepared is not published', async () => {
  const channelDeployer = stagedDeployer();
  const { acme, engine, clock } = engineFixture({ channelDeployer });
  const id = await botWith(acme, 'First?');
  channelDeployer.during(async () => {
    clock.advance(60 * 60 * 1_000 + 1);
    await engine.sweep();
  });
  expect(await codeOf(acme.versions.publish(id))).toBe('dependency_failed');
  expect((await acme.versions.list(id)).total).toBe(0);
});

it('[BO27][BO28] a published bot is not served while in the trash, and is restored as it was', async () => {
  const { acme } = engineFixture();
  const id = await botWith(acme, 'First?');
  await acme.versions.publish(id);
  await acme.drafts.deployTest(id);
  const before = [
    await acme.bots.live(id),
    await acme.bots.testDeployment(id),
    await acme.versions.list(id),
    await acme.drafts.get(id),
  ];
  await acme.bots.trash(id);
  expect([await acme.bots.live(id), await acme.bots.testDeployment(id)]).toEqual([undefined, undefined]);
  expect(await codeOf(acme.versions.publish(id))).toBe('bot_not_found');

  await acme.bots.update(id, { state: 'active' });
  expect([
    await acme.bots.live(id),
    await acme.bots.testDeployment(id),
    await acme.versions.list(id),
    await acme.drafts.get(id),
  ]).toEqual(before);
});

it('[BO16] lists have the newest publication first and unpublished bots last', async () => {
  const { acme, clock } = engineFixture();
  const ids: string[] = [];
  for (let index = 0; index < 4; index += 1) {
    ids.push(await botWith(acme, 'First?'));
    clock.advance(1_000);
  }
  for (const index of [2, 0]) {
    await acme.versions.publish(ids[index] as string);
    clock.advance(1_000);
  }
  const { items } = await acme.bots.list();
  expect(items.map(({ id }) => ids.indexOf(id))).toEqual([0, 2, 3, 1]);
});

it('[FB7] the feedback configuration applies at once, without a publication', async () => {
  const { acme } = engineFixture();
  const id = await botWith(acme, 'First?');
  await acme.versions.publish(id);
  const live = await acme.bots.live(id);
  await acme.feedback.put(id, { enabled: true });
  expect((await acme.feedback.get(id)).enabled).toBe(true);
  expect(await acme.bots.live(id)).toEqual(live);
});

it('[BO41][VE28] only a draft write changes the moment of the last edit', async () => {
  const { acme, clock } = engineFixture();
  const id = await botWith(acme, 'First?');
  const { editedAt } = await acme.bots.get(id);
  clock.advance(1_000);
  const { id: version } = await acme.versions.publish(id);
  await acme.drafts.deployTest(id);
  await acme.drafts.validate(id);
  await acme.versions.label(id, version, 'x');
  await acme.feedback.put(id, { enabled: true });
  await acme.bots.update(id, { name: 'Other' });
  await acme.bots.duplicate({ botId: id });
  await acme.bots.trash(id);
  await acme.bots.update(id, { state: 'active' });
  expect([(await acme.bots.get(id)).editedAt, (await acme.drafts.get(id)).editedAt]).toEqual([editedAt, editedAt]);

  await acme.drafts.editBlock(id, 'welcome', { top: 1 });
  expect((await acme.bots.get(id)).editedAt).toBe(editedAt + 1_000);
});
