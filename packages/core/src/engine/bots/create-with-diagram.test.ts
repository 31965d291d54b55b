import { expect, it } from 'vitest';
import { brokenDiagram, cleanDiagram, diagramOf, linkingDiagram, node } from '../../../test/diagram-fixture.ts';
import { codeOf, engineFixture, newBot, refusalOf, startAt, unknownId } from '../../../test/engine-fixture.ts';
import { stagedDeployer } from '../../../test/staged-deployer.ts';

it('[BO5] a diagram is the draft and on the test channel at once, and nothing is published', async () => {
  const channelDeployer = stagedDeployer();
  const { acme } = engineFixture({ channelDeployer });
  const bot = await acme.bots.create({ name: 'Sales', channelFamily: 'native', diagram: cleanDiagram() });
  const draft = await acme.drafts.get(bot.id);
  expect([draft.revision, draft.diagram, draft.violations]).toEqual([1, cleanDiagram(), []]);
  const deployment = await acme.bots.testDeployment(bot.id);
  expect(deployment).toEqual({
    id: expect.any(String),
    revision: 1,
    diagramJson: draft.diagramJson,
    diagram: cleanDiagram(),
    deployedAt: startAt,
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
  expect([await acme.bots.live(bot.id), (await acme.versions.list(bot.id)).total]).toEqual([undefined, 0]);
});

it('[BO5][DR17] the diagram is completed like any other', async () => {
  const { acme } = engineFixture();
  const target = await newBot(acme);
  await acme.drafts.replace(target, cleanDiagram());
  await acme.versions.publish(target);
  const bot = await acme.bots.create({ name: 'Sales', channelFamily: 'native', diagram: linkingDiagram(target) });
  expect((await acme.drafts.get(bot.id)).diagram.nodes['jump']).toMatchObject({ params: { bot: 1, bot_number: 1 } });
});

it.for<readonly [string, unknown, string, readonly string[]]>([
  ['a broken rule', brokenDiagram(), 'diagram_has_violations', ['start_connection']],
  ['a warning', linkingDiagram(1), 'diagram_has_violations', ['linked_bot_unpublished']],
  ['a link to nothing', linkingDiagram(unknownId), 'linked_bot_not_found', ['linked_bot_not_found']],
  [
    'a link to nothing and a broken rule',
    diagramOf([node('jump', 'bot_link', { bot: unknownId })]),
    'diagram_has_violations',
    ['start_connection', 'linked_bot_not_found'],
  ],
  ['what is no diagram', 7, 'invalid_parameters', []],
])('[BO6][BO7][DR9] %s creates nothing', async ([, diagram, code, violations]) => {
  const channelDeployer = stagedDeployer();
  const { acme } = engineFixture({ channelDeployer });
  await newBot(acme);
  const refusal = await refusalOf(acme.bots.create({ name: 'Sales', channelFamily: 'native', diagram }));
  expect([refusal.code, refusal.violations.map((each) => each.code)]).toEqual([code, violations]);
  expect(refusal.violationsTotal).toBe(violations.length);
  expect([(await acme.bots.list()).total, channelDeployer.prepared]).toEqual([1, []]);
});

it('[BO7][ER7] a deployment that fails creates nothing', async () => {
  const channelDeployer = stagedDeployer();
  const { acme, engine } = engineFixture({ channelDeployer });
  channelDeployer.during(async () => {
    throw new Error('secret');
  });
  const creation = { name: 'Sales', channelFamily: 'native', diagram: cleanDiagram() };
  expect(await codeOf(acme.bots.create(creation))).toBe('dependency_failed');
  expect((await acme.bots.list()).total).toBe(0);
  expect((await acme.bots.create(creation)).name).toBe('Sales');
  await engine.close();
});
