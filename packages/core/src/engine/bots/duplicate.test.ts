import { expect, it } from 'vitest';
import { brokenDiagram, cleanDiagram } from '../../../test/diagram-fixture.ts';
import { codeOf, engineFixture, newBot, principalOf, startAt, unknownId } from '../../../test/engine-fixture.ts';
import type { BotDuplication } from '../../domain/inputs/bots.ts';

it('[BO36][BO37] duplicating copies draft and feedback configuration, and no versions', async () => {
  const { acme, clock } = engineFixture();
  const source = await acme.bots.create({ name: 'Sales', channelFamily: 'native' });
  await acme.drafts.replace(source.id, cleanDiagram());
  await acme.versions.publish(source.id);
  const draft = await acme.drafts.replace(source.id, brokenDiagram());
  const feedback = await acme.feedback.put(source.id, { enabled: true, thanks: 'Ta' });
  const before = await acme.bots.get(source.id);
  clock.advance(1_000);

  const copy = await acme.bots.duplicate({ botId: source.id });
  expect(copy).toEqual({
    id: expect.any(String),
    number: 2,
    name: 'Sales (copy)',
    workspace: 1,
    channelFamily: 'native',
    state: 'active',
    builder: 'current',
    channels: [expect.any(String)],
    testChannel: expect.any(String),
    createdAt: startAt + 1_000,
    editedAt: startAt + 1_000,
  });
  expect([copy.channels[0], copy.testChannel]).not.toContain(source.channels[0]);
  expect(await acme.drafts.get(copy.id)).toEqual({ ...draft, botId: copy.id, revision: 1, editedAt: startAt + 1_000 });
  expect(await acme.feedback.get(copy.id)).toEqual(feedback);
  expect([await acme.bots.live(copy.id), (await acme.versions.list(copy.id)).total]).toEqual([undefined, 0]);
  expect(await acme.bots.get(source.id)).toEqual(before);
});

it.for<readonly [string, string]>([
  ['Sales', 'Sales (copy)'],
  ['𝄞'.repeat(50), `${'𝄞'.repeat(43)} (copy)`],
  [`${'x'.repeat(42)} yyyyyyy`, `${'x'.repeat(42)} (copy)`],
  ['x'.repeat(43), `${'x'.repeat(43)} (copy)`],
])('[BO37] the copy of %s is %s', async ([name, expected]) => {
  const { acme } = engineFixture();
  const { id } = await acme.bots.create({ name, channelFamily: 'native' });
  const copy = await acme.bots.duplicate({ botId: id });
  expect(copy.name).toBe(expected);
  expect([...copy.name].length).toBeLessThanOrEqual(50);
});

it('[BO36][BO10][BO14] a copy can have another name and workspace', async () => {
  const { engine } = engineFixture();
  const caller = engine.as(principalOf({ workspaces: [1, 2] }));
  const { id } = await caller.bots.create({ name: 'Sales', channelFamily: 'native', workspace: 1 });
  expect(await caller.bots.duplicate({ botId: id })).toMatchObject({ workspace: 1 });
  expect(await caller.bots.duplicate({ botId: id, name: ' New ', workspace: 2 })).toMatchObject({
    name: 'New',
    workspace: 2,
  });
  expect(await codeOf(caller.bots.duplicate({ botId: id, workspace: 3 }))).toBe('workspace_not_accepted');
  expect(await codeOf(caller.bots.duplicate({ botId: id, name: ' ' }))).toBe('bot_name_not_accepted');
});

it.for<readonly [unknown, string]>([
  [{ botId: unknownId }, 'bot_not_found'],
  [{ botId: 5 }, 'bot_not_found'],
  [{ botId: unknownId, name: 5 }, 'invalid_parameters name'],
  [{ botId: unknownId, more: 5 }, 'field_not_described more'],
  [undefined, 'invalid_parameters'],
])('[BO36][ER3][ER5] %j copies nothing', async ([duplication, code]) => {
  const { acme } = engineFixture();
  await newBot(acme);
  expect(await codeOf(acme.bots.duplicate(duplication as BotDuplication))).toBe(code);
  expect((await acme.bots.list()).total).toBe(1);
});

it('[BO29][BO36] a bot in the trash is not copied', async () => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  await acme.bots.trash(id);
  expect(await codeOf(acme.bots.duplicate({ botId: id }))).toBe('bot_not_found');
});
