import { expect, it } from 'vitest';
import { brokenDiagram, cleanDiagram, linkingDiagram } from '../../../test/diagram-fixture.ts';
import { codeOf, engineFixture, newBot, refusalOf, startAt } from '../../../test/engine-fixture.ts';
import { stagedDeployer } from '../../../test/staged-deployer.ts';
import { startDiagram } from '../../domain/diagram/diagram.ts';
import type { ChannelDeployer } from '../../ports/channel-deployer.ts';

it('[BO44] the test deployment of a new bot has only the start point', async () => {
  const { acme, clock } = engineFixture();
  const bot = await acme.bots.create({ name: 'Sales', channelFamily: 'native' });
  const copy = await acme.bots.duplicate({ botId: bot.id });
  clock.advance(1_000);
  for (const { id, testChannel } of [bot, copy]) {
    expect(await acme.bots.testDeployment(id)).toEqual({
      id: testChannel,
      revision: 1,
      deployedAt: startAt,
      diagramJson: JSON.stringify(startDiagram()),
      diagram: startDiagram(),
    });
  }
  await acme.bots.trash(bot.id);
  expect(await acme.bots.testDeployment(bot.id)).toBeUndefined();
});

it('[DR28][DR13] deploying puts the draft on the test channel', async () => {
  const channelDeployer = stagedDeployer();
  const { acme, clock } = engineFixture({ channelDeployer });
  const bot = await acme.bots.create({ name: 'Sales', channelFamily: 'native' });
  const draft = await acme.drafts.replace(bot.id, cleanDiagram());
  expect((await acme.bots.testDeployment(bot.id))?.diagram).toEqual(startDiagram());

  clock.advance(1_000);
  expect(await acme.drafts.deployTest(bot.id, { ifRevision: 2 })).toEqual(draft);
  const deployment = await acme.bots.testDeployment(bot.id);
  expect(deployment).toEqual({
    id: expect.any(String),
    revision: 2,
    diagramJson: draft.diagramJson,
    diagram: cleanDiagram(),
    deployedAt: startAt + 1_000,
  });
  expect(channelDeployer.prepared).toEqual([
    {
      id: deployment?.id,
      brand: 'acme',
      botId: bot.id,
      channelFamily: 'native',
      channels: [bot.testChannel],
      diagramJson: draft.diagramJson,
      purpose: 'test',
    },
  ]);
  expect(await acme.drafts.get(bot.id)).toEqual(draft);
  expect(await acme.bots.live(bot.id)).toBeUndefined();
});

it('[DR29] any violation prevents the deployment, and the draft keeps the violations of its last write', async () => {
  const { acme } = engineFixture();
  const target = await newBot(acme);
  await acme.drafts.replace(target, cleanDiagram());
  await acme.versions.publish(target);
  const id = await newBot(acme);
  const draft = await acme.drafts.replace(id, linkingDiagram(target));
  await acme.drafts.deployTest(id);
  const deployed = await acme.bots.testDeployment(id);
  expect(draft.violations).toEqual([]);

  await acme.bots.trash(target);
  const refusal = await refusalOf(acme.drafts.deployTest(id));
  expect([refusal.code, refusal.violations.map(({ code }) => code), refusal.violationsTotal]).toEqual([
    'draft_has_violations',
    ['linked_bot_unknown'],
    1,
  ]);
  expect(await acme.drafts.get(id)).toEqual(draft);
  expect(await acme.bots.testDeployment(id)).toEqual(deployed);

  const fresh = await newBot(acme);
  const warned = await acme.drafts.replace(id, linkingDiagram(fresh));
  expect(warned.violations.map(({ severity }) => severity)).toEqual(['warning']);
  expect(await codeOf(acme.drafts.deployTest(id))).toBe('draft_has_violations');
});

it('[DR30] later writes leave the test channel as it is', async () => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  await acme.drafts.replace(id, cleanDiagram('First?'));
  await acme.drafts.deployTest(id);
  await acme.drafts.replace(id, cleanDiagram('Second?'));
  expect((await acme.bots.testDeployment(id))?.diagram).toEqual(cleanDiagram('First?'));
});

it.for<readonly [string, Partial<ChannelDeployer>]>([
  ['rejects', { prepareTest: async () => Promise.reject(new Error('secret')) }],
  [
    'throws',
    {
      prepareTest() {
        throw new Error('secret');
      },
    },
  ],
])('[DR31][ER7] when the deployer %s, what was on the test channel stays', async ([, broken]) => {
  const channelDeployer = stagedDeployer();
  const { acme, storage } = engineFixture({ channelDeployer });
  const id = await newBot(acme);
  await acme.drafts.replace(id, cleanDiagram('First?'));
  await acme.drafts.deployTest(id);
  const before = await acme.bots.testDeployment(id);
  const draft = await acme.drafts.replace(id, cleanDiagram('Second?'));

  const failing = engineFixture({ storage, channelDeployer: { ...channelDeployer, ...broken } });
  const refusal = await refusalOf(failing.acme.drafts.deployTest(id));
  expect([refusal.code, refusal.message.includes('secret'), refusal.cause]).toEqual([
    'dependency_failed',
    false,
    new Error('secret'),
  ]);
  expect(await acme.bots.testDeployment(id)).toEqual(before);
  expect(await acme.drafts.get(id)).toEqual(draft);
});

it('[DR32] of two concurrent deployments the greater revision stays', async () => {
  const channelDeployer = stagedDeployer();
  const { acme } = engineFixture({ channelDeployer });
  const id = await newBot(acme);
  await acme.drafts.replace(id, cleanDiagram('First?'));
  channelDeployer.during(async () => {
    await acme.drafts.replace(id, cleanDiagram('Second?'));
    await acme.drafts.deployTest(id);
  });
  expect((await acme.drafts.deployTest(id)).diagram).toEqual(cleanDiagram('First?'));
  expect((await acme.bots.testDeployment(id))?.diagram).toEqual(cleanDiagram('Second?'));
});

it('[DR39] a named revision is compared again before the draft goes on the channel', async () => {
  const channelDeployer = stagedDeployer();
  const { acme } = engineFixture({ channelDeployer });
  const id = await newBot(acme);
  await acme.drafts.replace(id, cleanDiagram('First?'));
  channelDeployer.during(() => acme.drafts.replace(id, brokenDiagram()));
  expect(await codeOf(acme.drafts.deployTest(id, { ifRevision: 2 }))).toBe('draft_changed');
  expect((await acme.bots.testDeployment(id))?.diagram).toEqual(startDiagram());
});

it.for(['trashed', 'destroyed'])('[DR39][BO27] a bot that is %s in the meantime is not deployed', async (end) => {
  const channelDeployer = stagedDeployer();
  const { acme } = engineFixture({ channelDeployer });
  const id = await newBot(acme);
  await acme.drafts.replace(id, cleanDiagram());
  await acme.drafts.deployTest(id);
  const before = await acme.bots.testDeployment(id);
  channelDeployer.during(async () => {
    await acme.bots.trash(id);
    if (end === 'destroyed') await acme.bots.destroy(id);
  });
  expect(await codeOf(acme.drafts.deployTest(id))).toBe('bot_not_found');

  if (end === 'destroyed') return;
  expect(await acme.bots.testDeployment(id)).toBeUndefined();
  await acme.bots.update(id, { state: 'active' });
  expect(await acme.bots.testDeployment(id)).toEqual(before);
});
