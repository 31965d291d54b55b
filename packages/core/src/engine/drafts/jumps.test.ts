import { expect, it } from 'vitest';
import { cleanDiagram, connection, diagramOf, node } from '../../../test/diagram-fixture.ts';
import { codeOf, engineFixture, newBot, principalOf, refusalOf } from '../../../test/engine-fixture.ts';
import type { Diagram } from '../../domain/diagram/diagram.ts';
import type { JsonObject, JsonValue } from '../../domain/json/json-value.ts';
import type { BrandEngine } from '../engine.ts';

const say = (id: string) => node(id, 'chat', { text: 'Hi' });
const places = (violations: readonly { code: string; pointer: string; severity: string }[]) =>
  violations.map(({ code, pointer, severity }) => `${severity} ${code} ${pointer}`);

/** A question, whose answer leads to a jump; and a block that nothing but the jump leads to. */
function jumping(params: JsonObject, more: readonly JsonObject[] = [say('end')]): Diagram {
  const welcome = node('welcome', 'var_text', { text: 'Your name?', destination: 'name' });
  return diagramOf([welcome, node('jump', 'bot_link', params), ...more], [connection('welcome', '$success', 'jump')]);
}

async function botWith(caller: BrandEngine, diagram: Diagram): Promise<{ id: string; number: number }> {
  const { id, number } = await caller.bots.create({ name: 'Other', channelFamily: 'native' });
  await caller.drafts.replace(id, diagram);
  return { id, number };
}

it('[RU64] a bot that jumps to a block that it does not have is not published', async () => {
  const { acme } = engineFixture();
  const { id, number } = await acme.bots.create({ name: 'Sales', channelFamily: 'native' });
  const found = ['error linked_node_unknown /nodes/jump/params/node'];
  expect(places((await acme.drafts.replace(id, jumping({ bot: number, node: 'gone' }))).violations)).toEqual(found);
  const refusal = await refusalOf(acme.versions.publish(id));
  expect([refusal.code, places(refusal.violations ?? [])]).toEqual(['draft_has_violations', found]);
  expect(places((await acme.drafts.replace(id, jumping({ bot: id, node: 'gone' }))).violations)).toEqual(found);
  expect(places((await acme.drafts.validate(id)).violations)).toEqual(found);
  expect(places((await acme.drafts.replace(id, jumping({ bot: id.toUpperCase(), node: 'end' }))).violations)).toEqual(
    [],
  );
  await acme.drafts.deployTest(id);
  await acme.versions.publish(id);
});

it('[RU64][DR46] an edit that deletes the block that a jump leads to reports the jump, and one that adds it does not', async () => {
  const { acme } = engineFixture();
  const { id, number } = await acme.bots.create({ name: 'Sales', channelFamily: 'native' });
  const padding = 'x'.repeat(5_000);
  const closed = { ...say('end'), isTarget: false };
  await acme.drafts.replace(id, { ...jumping({ bot: number, node: 'end' }), padding });
  const found = 'error linked_node_unknown /nodes/jump/params/node';
  expect(places((await acme.drafts.deleteBlock(id, 'end')).violations)).toEqual([found]);
  const back = { blocks: { add: [{ id: 'end', type: 'send_text', params: { text: 'Hi' } }] } };
  expect(places((await acme.drafts.applyChangeSet(id, back)).violations)).toEqual([]);
  const aside = { blocks: { update: [{ id: 'jump', params: { bot: number, node: 'welcom' } }] } };
  expect(places((await acme.drafts.applyChangeSet(id, aside)).violations)).toEqual([found]);
  expect(places((await acme.drafts.replace(id, jumping({ bot: number, node: 'end' }, [closed]))).violations)).toEqual([
    found,
  ]);
});

it('[RU66] an edit that closes a loop by a jump alone reports it', async () => {
  const { acme } = engineFixture();
  const { id, number } = await acme.bots.create({ name: 'Sales', channelFamily: 'native' });
  await acme.drafts.replace(id, { ...jumping({ bot: number }), padding: 'x'.repeat(5_000) });
  const loop = { blocks: { update: [{ id: 'jump', params: { bot: number, node: 'jump' } }] } };
  await acme.drafts.editBlock(id, 'jump', { top: 1 });
  expect(places((await acme.drafts.applyChangeSet(id, loop)).violations)).toEqual(['error endless_loop /nodes/jump']);
  const open = { blocks: { update: [{ id: 'jump', params: { bot: number } }] } };
  expect(places((await acme.drafts.applyChangeSet(id, open)).violations)).toEqual([]);
});

it('[RU47] a bot that was never published and links to itself is deployed to its test channel', async () => {
  const { acme } = engineFixture();
  const { id, number } = await acme.bots.create({ name: 'Sales', channelFamily: 'native' });
  expect((await acme.drafts.replace(id, jumping({ bot: number }))).violations).toEqual([]);
  expect((await acme.drafts.deployTest(id)).saveState).toBe('IS_PRESAVED');
  await acme.bots.trash(id);
  expect((await acme.drafts.validate(id)).violations).toEqual([]);
});

it('[RU65][DR52] a jump to a block of another bot is compared with its live version, and is a warning', async () => {
  const { acme } = engineFixture();
  const { id } = await acme.bots.create({ name: 'Sales', channelFamily: 'native' });
  const other = await botWith(
    acme,
    diagramOf([...Object.values(cleanDiagram().nodes).slice(1), say('end')] as JsonObject[]),
  );
  const write = async (params: JsonObject): Promise<readonly string[]> =>
    places((await acme.drafts.replace(id, jumping(params))).violations);
  expect(await write({ bot: other.number, node: 'end' })).toEqual([
    'warning linked_bot_unpublished /nodes/jump/params/bot',
  ]);
  await acme.versions.publish(other.id);
  expect(await write({ bot: other.id, node: 'end' })).toEqual([]);
  const found = ['warning linked_node_unknown /nodes/jump/params/node'];
  expect(await write({ bot: other.number, node: 'gone' })).toEqual(found);
  expect(await codeOf(acme.drafts.deployTest(id))).toBe('draft_has_violations');
  await acme.versions.publish(id);

  // The draft of the other bot does not count, and its next version does.
  expect(await write({ bot: other.number, node: 'end' })).toEqual([]);
  await acme.drafts.deleteBlock(other.id, 'end');
  expect(places((await acme.drafts.validate(id)).violations)).toEqual([]);
  await acme.versions.publish(other.id);
  expect(places((await acme.drafts.validate(id)).violations)).toEqual(found);
  expect(places((await acme.drafts.editBlock(id, 'end', { top: 5 })).violations)).toEqual(found);
});

it('[RU65][DR41] a bot outside the workspaces of the caller counts as absent, with any blocks', async () => {
  const { engine, acme } = engineFixture();
  const elsewhere = engine.as(principalOf({ workspaces: [2] }));
  const { id, number } = await botWith(elsewhere, cleanDiagram());
  await elsewhere.versions.publish(id);
  const own = await newBot(acme);
  const write = async (bot: JsonValue, block: string): Promise<readonly string[]> =>
    places((await acme.drafts.replace(own, jumping({ bot, node: block }))).violations);
  const absent = ['error linked_bot_unknown /nodes/jump/params/bot'];
  expect([await write(number, 'welcome'), await write(number, 'gone'), await write(99, 'gone')]).toEqual([
    absent,
    absent,
    absent,
  ]);
});

it('[RU65] the check of a large diagram holds until the other bot is published again', async () => {
  const { acme } = engineFixture();
  const other = await botWith(acme, cleanDiagram());
  await acme.versions.publish(other.id);
  const id = await newBot(acme);
  const large = { ...jumping({ bot: other.number, node: 'gone' }), padding: 'x'.repeat(300_000) };
  const found = ['warning linked_node_unknown /nodes/jump/params/node'];
  expect(places((await acme.drafts.replace(id, large)).violations)).toEqual(found);
  await acme.drafts.applyChangeSet(other.id, {
    blocks: { add: [{ id: 'gone', type: 'send_text', params: { text: 'Hi' } }] },
  });
  await acme.versions.publish(other.id);
  expect(places((await acme.drafts.validate(id)).violations)).toEqual([]);
});

it('[BO46] the duplicate of a bot that links to itself links to itself', async () => {
  const { acme } = engineFixture();
  const other = await botWith(acme, cleanDiagram());
  const { id, number } = await acme.bots.create({ name: 'Sales', channelFamily: 'native' });
  const twice = node('other', 'bot_link', { bot: other.number, node: 'gone' });
  const byNumber = node('number', 'bot_link', { bot: number, node: 'gone', note: number });
  await acme.drafts.replace(id, jumping({ bot: id, node: 'end' }, [say('end'), twice, byNumber]));
  const source = await acme.drafts.get(id);

  const copy = await acme.bots.duplicate({ botId: id, name: 'Copy' });
  const { diagram, violations } = await acme.drafts.get(copy.id);
  const params = (block: string) => (diagram.nodes[block] as { params: JsonObject }).params;
  expect(params('jump')).toEqual({
    version: 3,
    bot: copy.number,
    node: 'end',
    bot_number: copy.number,
    bot_name: 'Copy',
    bot_channel_family: 'native',
  });
  expect([params('number'), params('other')]).toEqual([
    { version: 3, bot: copy.number, node: 'gone', note: number },
    { version: 3, bot: other.number, node: 'gone' },
  ]);
  expect(violations).toEqual(source.violations);
  expect((await acme.drafts.validate(copy.id)).violations).toEqual(violations);
  expect(await acme.drafts.get(id)).toEqual(source);
});

it('[BO46] a restored version and a discarded draft of a copy link to the copy', async () => {
  const { acme } = engineFixture();
  const { id } = await acme.bots.create({ name: 'Sales', channelFamily: 'native' });
  await acme.drafts.replace(id, jumping({ bot: id, node: 'end' }));
  const copy = await acme.bots.duplicate({ botId: id });
  const version = await acme.versions.publish(copy.id);
  await acme.drafts.replace(copy.id, cleanDiagram());
  const restored = await acme.versions.restore(copy.id, version.id);
  expect(restored).toBeDefined();
  const draft = await acme.drafts.get(copy.id);
  expect([draft.violations, (draft.diagram.nodes['jump'] as { params: JsonObject }).params['bot']]).toEqual([
    [],
    copy.number,
  ]);
});
