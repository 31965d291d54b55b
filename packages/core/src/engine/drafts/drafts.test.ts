import { expect, it } from 'vitest';
import { brokenDiagram, cleanDiagram, diagramOf, node } from '../../../test/diagram-fixture.ts';
import { codeOf, engineFixture, newBot, refusalOf, startAt } from '../../../test/engine-fixture.ts';
import { startDiagram } from '../../domain/diagram/diagram.ts';
import type { JsonObject } from '../../domain/json/json-value.ts';

it('[DR2][BO4] a new bot has a draft with the start point only', async () => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  const diagram = startDiagram();
  expect(await acme.drafts.get(id)).toEqual({
    botId: id,
    revision: 1,
    diagramJson: JSON.stringify(diagram),
    diagram,
    saveState: 'IS_PRESAVED',
    violations: [],
    violationsTotal: 0,
    editedAt: startAt,
  });
});

it('[DR3][DR4][DR5][DR13][DR14][BO41] a write stores the diagram even when it breaks rules', async () => {
  const { acme, clock } = engineFixture();
  const id = await newBot(acme);
  clock.advance(1_000);
  const broken = await acme.drafts.replace(id, brokenDiagram());
  expect(broken).toEqual({
    botId: id,
    revision: 2,
    diagramJson: JSON.stringify(brokenDiagram()),
    diagram: brokenDiagram(),
    saveState: 'IS_NOT_VALID',
    violations: [expect.objectContaining({ code: 'start_connection', severity: 'error' })],
    violationsTotal: 1,
    editedAt: startAt + 1_000,
  });
  expect(await acme.drafts.get(id)).toEqual(broken);
  expect((await acme.bots.get(id)).editedAt).toBe(startAt + 1_000);

  clock.advance(1_000);
  const clean = await acme.drafts.replace(id, cleanDiagram());
  expect([clean.revision, clean.saveState, clean.violations]).toEqual([3, 'IS_PRESAVED', []]);
  expect((await acme.drafts.replace(id, cleanDiagram())).revision).toBe(4);
});

it('[DR3][VE13] the violations are from the last write, also when other bots have changed since', async () => {
  const { acme } = engineFixture();
  const target = await newBot(acme);
  await acme.drafts.replace(target, cleanDiagram());
  await acme.versions.publish(target);
  const id = await newBot(acme);
  const written = await acme.drafts.replace(
    id,
    diagramOf([
      ...Object.values(cleanDiagram().nodes)
        .slice(1)
        .map((each) => each as JsonObject),
      node('jump', 'bot_link', { bot: 1 }),
    ]),
  );
  expect(written.violations).toEqual([]);

  await acme.bots.trash(target);
  expect(await acme.drafts.get(id)).toEqual(written);
  const refusal = await refusalOf(acme.versions.publish(id));
  expect([refusal.code, refusal.violations.map(({ code }) => code)]).toEqual([
    'draft_has_violations',
    ['linked_bot_unknown'],
  ]);
  expect(await acme.drafts.get(id)).toEqual(written);
});

it.for<readonly [string, unknown, string]>([
  ['a text', 'x', 'invalid_parameters diagram'],
  ['null', null, 'invalid_parameters diagram'],
  ['nothing', undefined, 'invalid_parameters diagram'],
  ['a list', [], 'invalid_parameters diagram'],
  ['no nodes', { connections: {} }, 'invalid_parameters diagram.nodes'],
  ['a list of nodes', { nodes: [], connections: {} }, 'invalid_parameters diagram.nodes'],
  ['no connections', { nodes: {} }, 'invalid_parameters diagram.connections'],
  ['a function', { nodes: { a: () => 1 }, connections: {} }, 'invalid_parameters diagram.nodes'],
  [
    'an infinite number',
    { nodes: {}, connections: { a: Number.POSITIVE_INFINITY } },
    'invalid_parameters diagram.connections',
  ],
  ['101 levels', { nodes: {}, connections: {}, deep: nested(100) }, 'invalid_parameters diagram'],
])('[DR6][DR7] %s is no diagram, and nothing is written', async ([, diagram, code]) => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  const before = await acme.drafts.get(id);
  expect(await codeOf(acme.drafts.replace(id, diagram))).toBe(code);
  expect(await acme.drafts.get(id)).toEqual(before);
});

it('[DR7] 100 levels are accepted', async () => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  const draft = await acme.drafts.replace(id, { nodes: {}, connections: {}, deep: nested(99) });
  expect(draft.diagram['deep']).toEqual(nested(99));
});

it('[DR8] a diagram beyond the bounds is refused by every kind of write', async () => {
  const { acme } = engineFixture({ limits: { maxNodes: 3, maxConnections: 1 } });
  const id = await newBot(acme);
  const nodes = { a: 1, b: 2, c: 3 };
  expect((await acme.drafts.replace(id, { nodes, connections: { a: 1 } })).revision).toBe(2);
  expect(await codeOf(acme.drafts.replace(id, { nodes: { ...nodes, d: 4 }, connections: {} }))).toBe(
    'request_too_large',
  );
  expect(await codeOf(acme.drafts.replace(id, { nodes, connections: { a: 1, b: 2 } }))).toBe('request_too_large');
  expect(await codeOf(acme.drafts.addBlocks(id, { blocks: [{ type: 'send_text' }] }))).toBe('request_too_large');
  expect(await codeOf(acme.drafts.validate(id, { nodes, connections: { a: 1, b: 2 } }))).toBe('request_too_large');
  expect(
    await codeOf(
      acme.bots.create({
        name: 'Big',
        channelFamily: 'native',
        diagram: { nodes: { ...nodes, d: 4 }, connections: {} },
      }),
    ),
  ).toBe('request_too_large');
  expect((await acme.drafts.get(id)).revision).toBe(2);
});

it('[DR3][DR5] the first 10,000 of very many violations are stored, and all are counted', async () => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  const nodes = Object.fromEntries(Array.from({ length: 12_000 }, (_, index) => [`n${index}`, index]));
  const draft = await acme.drafts.replace(id, { nodes, connections: {} });
  expect([draft.violations.length, draft.violationsTotal, draft.saveState]).toEqual([10_000, 12_002, 'IS_NOT_VALID']);
  expect(await acme.drafts.get(id)).toEqual(draft);

  const refusal = await refusalOf(acme.versions.publish(id));
  expect([refusal.code, refusal.violations.length, refusal.violationsTotal]).toEqual([
    'draft_has_violations',
    10_000,
    12_002,
  ]);
  const creation = { name: 'Many', channelFamily: 'native', diagram: { nodes, connections: {} } };
  expect(await refusalOf(acme.bots.create(creation))).toMatchObject({
    code: 'diagram_has_violations',
    violationsTotal: 12_002,
  });
});

it('[DR17] a replacement is stored as sent, with keys, their order and hostile ones', async () => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  const text =
    '{"z":null,"connections":{"__proto__":{"x":1}},"nodes":{"b":{"id":"b","isTarget":null,"note":"\\ud800"},"10":{"__proto__":[1.5,null]},"constructor":7},"a":[{}]}';
  const draft = await acme.drafts.replace(id, JSON.parse(text));
  expect(draft.diagramJson).toBe(
    '{"z":null,"connections":{"__proto__":{"x":1}},"nodes":{"10":{"__proto__":[1.5,null],"isTarget":true},"b":{"id":"b","isTarget":null,"note":"\\ud800"},"constructor":7},"a":[{}]}',
  );
  expect((await acme.drafts.get(id)).diagramJson).toBe(draft.diagramJson);
});

it('[DR15] a write that names revisions is carried out at one of them only', async () => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  expect((await acme.drafts.replace(id, cleanDiagram(), { ifRevision: 1 })).revision).toBe(2);
  expect((await acme.drafts.replace(id, cleanDiagram(), { ifRevision: [7, 2] })).revision).toBe(3);
  const before = await acme.drafts.get(id);

  for (const ifRevision of [2, 4, 3.5, [], [1, 2]]) {
    const options = { ifRevision };
    expect(await codeOf(acme.drafts.replace(id, brokenDiagram(), options))).toBe('draft_changed');
    expect(await codeOf(acme.drafts.applyChangeSet(id, { blocks: { delete: ['welcome'] } }, options))).toBe(
      'draft_changed',
    );
    expect(await codeOf(acme.drafts.addBlocks(id, { blocks: [{ type: 'send_text' }] }, options))).toBe('draft_changed');
    expect(await codeOf(acme.drafts.editBlock(id, 'welcome', { top: 1 }, options))).toBe('draft_changed');
    expect(await codeOf(acme.drafts.deleteBlock(id, 'welcome', options))).toBe('draft_changed');
    expect(await codeOf(acme.drafts.discard(id, options))).toBe('draft_changed');
    expect(await codeOf(acme.drafts.deployTest(id, options))).toBe('draft_changed');
    expect(await codeOf(acme.versions.publish(id, options))).toBe('draft_changed');
  }
  expect(await acme.drafts.get(id)).toEqual(before);
  expect(await acme.bots.live(id)).toBeUndefined();
});

it.for<readonly [unknown, string]>([
  [{ ifRevision: '1' }, 'invalid_parameters ifRevision'],
  [{ ifRevision: null }, 'invalid_parameters ifRevision'],
  [{ ifRevision: ['1'] }, 'invalid_parameters ifRevision'],
  [{ revision: 1 }, 'field_not_described revision'],
  [5, 'invalid_parameters'],
])('[ER3][ER4] %j are no options of a write', async ([options, code]) => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  const given = options as { ifRevision: number };
  expect(await codeOf(acme.drafts.replace(id, cleanDiagram(), given))).toMatch(code);
  expect(await codeOf(acme.versions.publish(id, given))).toMatch(code);
  expect(await codeOf(acme.drafts.deployTest(id, given))).toMatch(code);
});

it('[DR16] of 32 writers at one revision exactly one writes', async () => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  const writes = Array.from({ length: 32 }, (_, index) =>
    acme.drafts.replace(id, cleanDiagram(`Writer ${index}?`), { ifRevision: 1 }),
  );
  const outcomes = await Promise.allSettled(writes);

  const winners = outcomes.filter((each) => each.status === 'fulfilled');
  const losers = outcomes.filter((each) => each.status === 'rejected');
  expect(winners.map(({ value }) => value.revision)).toEqual([2]);
  expect(losers.map(({ reason }) => reason.code)).toEqual(Array.from({ length: 31 }, () => 'draft_changed'));
  expect(await acme.drafts.get(id)).toEqual(winners[0]?.value);
});

it('[DR6][DR16] without a revision every one of 32 writers writes, one after the other', async () => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  const drafts = await Promise.all(
    Array.from({ length: 32 }, (_, index) =>
      acme.drafts.addBlocks(id, { blocks: [{ id: `b${index}`, type: 'send_text' }] }),
    ),
  );
  expect(drafts.map(({ revision }) => revision).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 32 }, (_, index) => index + 2),
  );
  expect(Object.keys((await acme.drafts.get(id)).diagram.nodes)).toHaveLength(33);
});

it('[DR33] past states are listed newest first, within bounds', async () => {
  const { acme, clock } = engineFixture({ limits: { maxRevisions: 3 } });
  const id = await newBot(acme);
  expect((await acme.drafts.revisions(id)).items).toEqual([]);
  for (const text of ['a?', 'b?', 'c?', 'd?', 'e?']) {
    clock.advance(1_000);
    await acme.drafts.replace(id, cleanDiagram(text));
  }
  const page = await acme.drafts.revisions(id, { pageSize: 2 });
  expect(page).toEqual({
    items: [
      {
        revision: 5,
        diagramJson: JSON.stringify(cleanDiagram('d?')),
        diagram: cleanDiagram('d?'),
        editedAt: startAt + 4_000,
        editedBy: 7,
      },
      {
        revision: 4,
        diagramJson: JSON.stringify(cleanDiagram('c?')),
        diagram: cleanDiagram('c?'),
        editedAt: startAt + 3_000,
        editedBy: 7,
      },
    ],
    total: 3,
    page: 1,
    pageSize: 2,
  });
  expect(await codeOf(acme.drafts.revisions(id, { page: 0 }))).toBe('invalid_parameters page');
});

it('[DR33] the bytes of past states are bounded too', async () => {
  const { acme } = engineFixture({ limits: { maxRevisionBytes: 700 } });
  const id = await newBot(acme);
  for (const text of ['a?', 'b?', 'c?', 'd?', 'e?']) await acme.drafts.replace(id, cleanDiagram(text));
  const { items } = await acme.drafts.revisions(id);
  const bytes = items.reduce((sum, { diagramJson }) => sum + diagramJson.length, 0);
  expect(items.length).toBeGreaterThan(0);
  expect(items.length).toBeLessThan(5);
  expect(bytes).toBeLessThanOrEqual(700);
});

it('[DR36] changing an input or a result afterwards does not change what is stored', async () => {
  const { acme } = engineFixture();
  const id = await newBot(acme);
  const given = JSON.parse(JSON.stringify(cleanDiagram()));
  const writing = acme.drafts.replace(id, given);
  given.nodes.welcome.params.text = 'Changed while it was written';
  const written = await writing;
  expect(written.diagram).toEqual(cleanDiagram());

  (written.diagram.nodes as { [id: string]: unknown })['welcome'] = 'Changed after it was answered';
  expect((await acme.drafts.get(id)).diagram).toEqual(cleanDiagram());
});

it('[DR35][BO21] a draft of an unknown family is neither read nor written', async () => {
  const storage = engineFixture({ channelFamilies: ['kiosk'] });
  const { id } = await storage.acme.bots.create({ name: 'Sales', channelFamily: 'kiosk' });
  const { acme } = engineFixture({ storage: storage.storage });

  expect(await codeOf(acme.bots.get(id))).toBe('channel_family_unreadable');
  expect(await codeOf(acme.drafts.get(id))).toBe('channel_family_unreadable');
  expect(await codeOf(acme.drafts.replace(id, cleanDiagram()))).toBe('channel_family_unreadable');
  expect(await codeOf(acme.drafts.validate(id))).toBe('channel_family_unreadable');
  expect(await codeOf(acme.drafts.deployTest(id))).toBe('channel_family_unreadable');
  expect(await codeOf(acme.versions.publish(id))).toBe('channel_family_unreadable');
  expect((await acme.bots.list()).items.map(({ channelFamily }) => channelFamily)).toEqual(['kiosk']);
  await acme.bots.trash(id);
  expect((await acme.bots.update(id, { state: 'active' })).channelFamily).toBe('kiosk');
});

function nested(levels: number): JsonObject {
  let value: JsonObject = {};
  for (let level = 1; level < levels; level += 1) value = { in: value };
  return value;
}
