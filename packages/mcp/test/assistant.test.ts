import { isNode } from '@botwright/core/diagram';
import { expect, it } from 'vitest';
import { createMcpHandler } from '../src/index.ts';
import { ann, block, connect, mcpFixture, scenarios, twelveBlocks, wire } from './mcp-fixture.ts';

async function emptyBot({ acme }: ReturnType<typeof mcpFixture>) {
  return acme.bots.create({ name: 'Leads', channelFamily: 'native' });
}

it.for(['auto', 'legacy'] as const)(
  '[MC1][MC2][MC5] an assistant builds a bot of twelve blocks from nothing, by %s',
  async (mode) => {
    const fixture = mcpFixture();
    const { number, id } = await emptyBot(fixture);
    const { call } = await connect(fixture.handler, { mode });
    const read = await call('read_bot', { bot: number });
    expect(read).toMatchObject({ isError: false, bot: number, total: 1 });

    const tried = await call('edit_bot', {
      bot: number,
      revision: read.revision,
      changes: twelveBlocks,
      dry_run: true,
    });
    expect((await fixture.acme.drafts.get(id)).revision).toBe(Number(read.revision));
    const written = await call('edit_bot', { bot: number, revision: read.revision, changes: twelveBlocks });
    expect(tried).toEqual({ ...written, dry_run: true, bytes: tried.bytes });
    expect(written).toMatchObject({ errors: 0, summary: '12 blocks added, 12 connections added' });
    expect((await fixture.acme.bots.get(id)).number).toBe(number);

    for (const scenario of scenarios) {
      expect(await call('write_test', { bot: number, scenario })).toMatchObject({ stored: true, ok: true });
    }
    expect(await call('run_tests', { bot: number })).toMatchObject({ passed: 3, failed: 0 });
    await fixture.acme.drafts.addBlocks(id, { blocks: [block('late', 'close_chat', {})] });
    const by = mode === 'auto' ? 'mcp:Scripted-client' : 'mcp:unknown';
    expect((await fixture.acme.drafts.revisions(id)).items.map((each) => each.by)).toEqual([by, undefined]);
  },
);

it.for([
  [{ name: 'Leads', family: 'native' }],
  [{ name: 'Leads', text: '{}' }],
  [{ file: 'Leads.json', text: '{"nodes":{},"connections":{}}' }],
  [{ text: '{"bot":{"name":"Leads"},"diagram":{"nodes":{},"connections":{}}}' }],
] as const)('[MC25] an assistant makes a bot of twelve blocks in an empty engine, by %j', async ([given]) => {
  const { handler, acme } = mcpFixture();
  const { call } = await connect(handler);
  expect(await call('import_bot', given)).toMatchObject({
    isError: false,
    bots: [1],
    errors: 1,
  });
  const { revision, untrusted } = await call('read_bot', { bot: 1 });
  expect(untrusted).toMatchObject({ name: 'Leads' });
  expect(await call('edit_bot', { bot: 1, revision, changes: twelveBlocks })).toMatchObject({ errors: 0 });
  expect((await acme.bots.list()).total).toBe(1);
  expect(await call('import_bot', {})).toMatchObject({ error: 'invalid_arguments' });
});

it('[MC13] five planted faults are mended by pointer and hint alone', async () => {
  const fixture = mcpFixture();
  const { id, number } = await emptyBot(fixture);
  await fixture.acme.drafts.applyChangeSet(id, twelveBlocks);
  const { diagram } = await fixture.acme.drafts.get(id);
  // biome-ignore lint/suspicious/noExplicitAny: faults that no type allows.
  const broken = structuredClone(diagram) as any;
  broken.nodes.name.path = 'elsewhere';
  broken.nodes.welcome.params.version = 2;
  delete broken.nodes.email.params.text;
  broken.connections['bye.$x--gone'] = { id: 'bye.$x--gone', sourcePath: 'bye', type: '$x', targetPath: 'gone' };
  broken.nodes.order.params.method = 'SEND';
  await fixture.acme.drafts.replace(id, broken);

  const { call } = await connect(fixture.handler);
  let checked = await call('check_bot', { bot: number });
  expect(checked.errors).toBeGreaterThanOrEqual(5);
  const errors = () => checked.untrusted.findings.filter(({ severity }: { severity: string }) => severity === 'error');
  expect(errors().every((each: object) => 'pointer' in each && 'hint' in each)).toBe(true);

  const withRepair = errors().filter((each: object) => 'fix' in each);
  const fixed = await call('fix_bot', {
    bot: number,
    revision: checked.revision,
    findings: withRepair.map((each: { id: string }) => each.id),
  });
  expect(fixed).toMatchObject({ isError: false });
  checked = await call('check_bot', { bot: number });
  for (const { pointer, param } of errors()) {
    const [, , blockId] = pointer.split('/');
    const { untrusted, revision } = await call('read_blocks', { bot: number, ids: [blockId] });
    const [found] = untrusted.blocks;
    const value = param === 'method' ? 'POST' : 'Where can we write to you?';
    const update = [{ id: blockId, params: { ...found.params, [param]: value } }];
    expect(await call('edit_bot', { bot: number, revision, changes: { blocks: { update } } })).toMatchObject({
      isError: false,
    });
  }
  expect(await call('check_bot', { bot: number })).toMatchObject({ errors: 0 });
});

it('[MC13] only findings that fix_bot mends have "fix", and it names the ids that it does not mend', async () => {
  const fixture = mcpFixture();
  const { id, number } = await emptyBot(fixture);
  await fixture.acme.drafts.applyChangeSet(id, twelveBlocks);
  // biome-ignore lint/suspicious/noExplicitAny: faults that no type allows.
  const broken = structuredClone((await fixture.acme.drafts.get(id)).diagram) as any;
  broken.nodes.bye.template = 'close_chat';
  broken.nodes.no.template = 'nothing_like_it';
  const lost = { id: 'no.$x--gone', sourcePath: 'no', type: '$x', targetPath: 'gone' };
  broken.connections['no.$y--gone'] = lost;
  await fixture.acme.drafts.replace(id, broken);

  const { call } = await connect(fixture.handler);
  const { revision, untrusted } = await call('check_bot', { bot: number });
  const found: readonly { id: string; fix?: string; hint: string }[] = untrusted.findings;
  const fixOf = (name: string) => found.find((each) => each.id === name)?.fix !== undefined;
  const [known, unknown] = ['unknown-template /nodes/bye/template', 'unknown-template /nodes/no/template'];
  expect([fixOf(known as string), fixOf(unknown as string)]).toEqual([true, false]);
  expect(found.find((each) => each.id === unknown)?.hint).toBe(
    'Write the template of a block of the catalog, such as the one that the hint names.',
  );
  const ofLost = found.filter((each) => each.id.includes('no.$y--gone')).map((each) => each.id);
  expect(ofLost.length).toBeGreaterThan(1);
  const findings = [known, unknown, ...ofLost, 'nonsense /nodes'];
  const fixed = await call('fix_bot', { bot: number, revision, findings });
  expect(fixed).toMatchObject({ isError: false, errors: 1 });
  expect(fixed.untrusted.not_mended).toEqual([unknown, 'nonsense /nodes']);
});

it.for([
  [{ diagram: {} }, 'diagram.nodes: It is required.'],
  [{ diagram: { nodes: {}, connections: [] } }, 'diagram.connections: Expected an object.'],
] as const)('[MC21] check_bot of %j names the member', async ([given, message]) => {
  const { call } = await connect(mcpFixture().handler);
  expect(await call('check_bot', given)).toMatchObject({ error: 'diagram_unreadable', untrusted: { message } });
});

it('[MC16] a resource that does not exist is one, and no fault', async () => {
  const { handler, faults } = mcpFixture();
  const { client } = await connect(handler);
  for (const [uri, message] of [
    ['botwright://bot/%%%', 'visible'],
    ['botwright://bot/7', 'visible'],
    ['botwright://rules/constructor', 'There is no such rule.'],
  ] as const) {
    await expect(client.readResource({ uri })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(message),
    });
  }
  expect(faults).toEqual([]);
});

it('[MC20] added blocks without a position cover no other, and those with one keep it', async () => {
  const fixture = mcpFixture();
  const { number, id } = await emptyBot(fixture);
  const { call } = await connect(fixture.handler);
  const { revision } = await call('read_bot', { bot: number });
  const add = [
    block('welcome', 'ask_question', { text: 'Where do you live?', destination: 'city' }),
    { ...block('thanks', 'send_text', { text: 'Thank you.' }), top: 7, left: 9 },
    block('menu', 'bot_link', { bot: number }),
    block('bye', 'close_chat', {}),
  ];
  const written = await call('edit_bot', { bot: number, revision, changes: { blocks: { add } } });
  await call('edit_bot', {
    bot: number,
    revision: written.revision,
    changes: { blocks: { add: [block('late', 'close_chat', {})] } },
  });
  const { nodes } = (await fixture.acme.drafts.get(id)).diagram;
  const places = Object.values(nodes).map((node) => isNode(node) && `${node['top']} ${node['left']}`);
  expect(new Set(places).size).toBe(6);
  expect(nodes['thanks']).toMatchObject({ top: 7, left: 9 });
  const { untrusted } = await call('check_bot', { bot: number });
  expect(untrusted.findings).not.toContainEqual(expect.objectContaining({ code: 'overlapping-blocks' }));
});

it('[MC13] problems of a refused change set have true hints, and no repair', async () => {
  const fixture = mcpFixture();
  const { number } = await emptyBot(fixture);
  const { call } = await connect(fixture.handler);
  const { revision } = await call('read_bot', { bot: number });
  const add = [
    block('welcome', 'ask_yes_no', { text: 'Yes?' }),
    block('bye', 'send_txt', {}),
    block('x', 'zzzzzz', {}),
  ];
  const wires = [wire('welcome', '$success', 'bye'), wire('welcome', '$yes', 'nobody')];
  const changes = { blocks: { add }, connections: { add: wires } };
  const { error, untrusted } = await call('edit_bot', { bot: number, revision, changes });
  expect([error, untrusted.problems.some((each: object) => 'fix' in each)]).toEqual(['change_set_refused', false]);
  expect(untrusted.problems).toMatchObject([
    { code: 'block_type_unknown', hint: 'Did you mean "send_text"? list_block_kinds lists the kinds.' },
    { code: 'block_type_unknown', hint: 'list_block_kinds lists the kinds.' },
    { code: 'output_unknown', message: 'Block "welcome" has no output "$success"; it has "$yes", "$no".' },
    { code: 'connection_target_unknown' },
  ]);
});

it.for<readonly [string, object, string]>([
  [
    'edit_bot',
    { revision: 1, changes: { blocks: { remove: ['a'] } } },
    'changes.blocks has no member "remove": it may have add, update, delete.',
  ],
  [
    'edit_bot',
    { revision: 1, changes: { blocks: { add: [{ id: 'a' }] } } },
    'changes.blocks.add[0] needs the member type.',
  ],
  ['edit_bot', { revision: 1, changes: [] }, 'changes must be of the type object.'],
  ['edit_bot', { revision: true, changes: {} }, 'revision must be string or integer.'],
  ['check_bot', { family: 'nope' }, 'family must be one of native, msgapp, facebook, apichat.'],
  [
    'talk',
    { messages: [], mocks: { webhok: { answer: {} } } },
    'mocks has no member "webhok": it may have webhook, code, spreadsheet, scheduler, ai_agent, email, language_model, host, jump.',
  ],
  [
    'talk',
    { messages: [], mocks: { webhook: { status: 201 } } },
    'mocks.webhook has no member "status": it may have answer, fails.',
  ],
  ['talk', { messages: [{ say: 'Hi' }] }, 'messages[0] must be { press } or { wait }.'],
  ['draw', { format: 'png' }, 'format must be one of mermaid, svg.'],
  ['draw', { bot: 'x'.repeat(501) }, 'bot must have at most 500 characters.'],
  ['draw', { bot: 0 }, 'bot must be at least 1.'],
  ['draw', { around: { block: 'a', depth: 21 } }, 'around.depth must be at most 20.'],
  ['read_blocks', { ids: [] }, 'ids must have at least 1 entries.'],
  ['draw', { formal: 'svg' }, 'The call has no member "formal": it may have bot, around, format.'],
])('[MC21] %s of %j names the argument', async ([tool, given, message]) => {
  const { call } = await connect(mcpFixture().handler);
  const { isError, untrusted: _none, ...answer } = await call(tool, { bot: 1, ...given });
  expect([isError, 'text' in answer && String(answer.text).endsWith(`: ${message}`), answer]).toMatchObject([
    true,
    true,
    {},
  ]);
});

it('[MC2] a stale revision is refused, the draft is read again, and both changes hold', async () => {
  const fixture = mcpFixture();
  const { id, number } = await emptyBot(fixture);
  const { call } = await connect(fixture.handler);
  const { revision } = await call('read_bot', { bot: number });
  await fixture.acme.drafts.applyChangeSet(id, twelveBlocks);
  const changes = { blocks: { add: [block('thanks', 'send_text', { text: 'Thanks.' })] } };
  const refused = await call('edit_bot', { bot: number, revision, changes });
  expect(refused).toMatchObject({ isError: true, error: 'draft_changed', revision: '2' });
  expect(await call('edit_bot', { bot: number, revision, changes, dry_run: true })).toMatchObject({
    error: 'draft_changed',
  });
  expect(await call('fix_bot', { bot: number, revision, findings: ['unknown /nodes'] })).toMatchObject({
    error: 'draft_changed',
    revision: '2',
  });
  const again = await call('read_bot', { bot: number });
  expect(await call('edit_bot', { bot: number, revision: again.revision, changes })).toMatchObject({
    summary: '1 block added',
  });
  expect(Object.keys((await fixture.acme.drafts.get(id)).diagram.nodes)).toHaveLength(14);
});

it('[MC9][MC10] a publication needs the flag, passing tests, the summary and the person', async () => {
  const fixture = mcpFixture({ allowPublish: true });
  const { id, number } = await emptyBot(fixture);
  await fixture.acme.drafts.applyChangeSet(id, twelveBlocks);
  const forbidden = await connect(createMcpHandler(fixture.engine, () => ann));
  const { call: cannotAsk } = await connect(fixture.handler);
  const { call: declines } = await connect(fixture.handler, { confirms: false });
  const { call, asked } = await connect(fixture.handler, { confirms: true });
  const { revision, summary } = await call('compare', { bot: number });
  const wanted = { bot: number, revision, summary };

  expect(await forbidden.call('publish', wanted)).toMatchObject({ error: 'publish_not_allowed' });
  expect(await call('publish', wanted)).toMatchObject({ error: 'not_tested' });
  const wrong = { name: 'Wrong', steps: [{ press: 'No' }, { bot: 'Hello?' }] };
  const written = await call('write_test', { bot: number, scenario: wrong });
  expect(written).toMatchObject({ ok: false, tests_revision: '1' });
  expect(await call('publish', wanted)).toMatchObject({ error: 'tests_fail', failed: 1 });
  const right = { ...wrong, steps: [{ press: 'No' }, { bot: 'See you another time.' }] };
  expect(await call('write_test', { bot: number, scenario: right, revision: 1 })).toMatchObject({ ok: true });
  expect(await call('publish', { ...wanted, summary: 'nothing' })).toMatchObject({ error: 'summary_differs', summary });
  expect(await call('publish', { ...wanted, revision: '1' })).toMatchObject({ error: 'draft_changed' });
  expect(await cannotAsk('publish', wanted)).toMatchObject({ error: 'cannot_ask' });
  const { call: legacy } = await connect(fixture.handler, { confirms: true, mode: 'legacy' });
  expect(JSON.stringify(await legacy('publish', wanted))).toContain('from protocol version 2026-07-28 on');
  expect(await declines('publish', wanted)).toMatchObject({ error: 'not_confirmed' });
  expect((await fixture.acme.versions.list(id)).total).toBe(0);

  expect(asked).toEqual([]);
  expect(await call('publish', wanted)).toMatchObject({ isError: false, published: true });
  expect(asked).toEqual([expect.stringContaining('Publish revision 2 of the bot "Leads"?')]);
  expect((await fixture.acme.versions.list(id)).total).toBe(1);
  expect(await call('compare', { bot: number })).toMatchObject({ summary: 'nothing' });
});

it('[MC22] the question of publish shows the changed texts as plain words of the bot', async () => {
  const fixture = mcpFixture({ allowPublish: true, publishUntested: true });
  const { id, number } = await emptyBot(fixture);
  await fixture.acme.drafts.applyChangeSet(id, twelveBlocks);
  const { call, asked } = await connect(fixture.handler, { confirms: true });
  const publish = async () => {
    const { revision, summary } = await call('compare', { bot: number });
    return call('publish', { bot: number, revision, summary });
  };
  expect(await publish()).toMatchObject({ published: true });
  expect(asked[0]?.split('\n')).toHaveLength(15);
  expect(asked[0]).toContain('- added name (ask_name): “What is your name?”');
  expect(asked[0]).toMatch(/- and \d+ more$/);
  const text = `Bye!\n\n# **Approved**\u202e <b>[x](y)</b> ${'long '.repeat(100)}`;
  await fixture.acme.drafts.applyChangeSet(id, { blocks: { update: [{ id: 'bye', params: { text } }] } });
  expect(await publish()).toMatchObject({ published: true });
  const lines = asked[1]?.split('\n') ?? [];
  expect(lines.slice(0, 2)).toEqual([
    expect.stringContaining('Changes: 1 block changed.'),
    'The names and texts below are words of the bot:',
  ]);
  expect(lines[2]).toMatch(
    /^- changed bye \(close_chat\): text “Goodbye!” → “Bye! Approved b x \(y\) \/b long [a-z ]+…”$/,
  );
  expect(lines[2]?.length).toBeLessThan(300);
});

it.for(['svg', 'mermaid'] as const)('[MC23] a picture as %s of a bot of 32 blocks has most of them', async (format) => {
  const fixture = mcpFixture();
  const { id, number } = await emptyBot(fixture);
  const ids = Array.from({ length: 31 }, (_, at) => (at === 0 ? 'welcome' : `b${at}`));
  await fixture.acme.drafts.applyChangeSet(id, {
    blocks: { add: ids.map((each) => block(each, 'send_text', { text: `<b>Hello</b> & welcome to block ${each}.` })) },
    connections: { add: ids.slice(1).map((each, at) => wire(ids[at] as string, '$success', each)) },
  });
  const { call } = await connect(fixture.handler);
  const { drawn, untrusted } = (await call('draw', { bot: number, format })) as unknown as {
    drawn: number;
    untrusted: { picture: string };
  };
  expect(drawn).toBeGreaterThanOrEqual(format === 'svg' ? 25 : 32);
  expect(untrusted.picture).not.toContain('<b>');
});

it('[MC11] talk carries out no effect, and takes answers for them', async () => {
  const fixture = mcpFixture();
  const { id, number } = await emptyBot(fixture);
  await fixture.acme.drafts.applyChangeSet(id, twelveBlocks);
  const { call } = await connect(fixture.handler);
  const messages = [{ press: 'Yes' }, 'Ann', 'ann@example.com', '5'];
  const waiting = await call('talk', { bot: number, messages });
  expect(waiting).toMatchObject({ over: false, untrusted: { waits_for_effect: 'webhook', at: 'order' } });
  const answered = await call('talk', {
    bot: number,
    messages: [...messages, '4'],
    mocks: { webhook: [{ fails: 'timeout' }] },
  });
  expect(answered.untrusted.conversation.at(-2).bot[0]).toBe('Our system is away: we will write to you, Ann.');
  expect(answered).toMatchObject({ over: true, untrusted: { fields: { rating: 4, amount: 5 } } });
  const pressed = await call('talk', { bot: number, messages: [{ press: 'Maybe' }] });
  expect(pressed).toMatchObject({ isError: false, stopped: true });
});

it('[MC7] bots of other brands and workspaces are not there, and permissions bind', async () => {
  const other = { ...ann, brand: 'globex' };
  const viewer = { ...ann, permissions: ['view_bots'] as const };
  const elsewhere = { ...ann, workspaces: [2] };
  const fixture = mcpFixture({ allowPublish: true }, { ann, other, viewer, elsewhere });
  const { number, id } = await emptyBot(fixture);
  for (const token of ['other', 'elsewhere']) {
    const { call } = await connect(fixture.handler, { token });
    expect(await call('list_bots')).toMatchObject({ bots: 0 });
    const strange = await call('read_bot', { bot: number });
    const nothing = await call('read_bot', { bot: 999_999 });
    expect([strange, strange.error]).toEqual([nothing, 'bot_not_found']);
    expect(await call('read_bot', { bot: id })).toMatchObject({ error: 'bot_not_found' });
    expect(await call('edit_bot', { bot: id, revision: 1, changes: twelveBlocks })).toMatchObject({
      error: 'bot_not_found',
    });
  }
  const { call } = await connect(fixture.handler, { token: 'viewer' });
  const { revision } = await call('read_bot', { bot: number });
  expect(await call('edit_bot', { bot: number, revision, changes: twelveBlocks })).toMatchObject({
    error: 'permission_denied',
  });
});

it('[MC8] at most sixty writes are made in a minute', async () => {
  const fixture = mcpFixture();
  const { number } = await emptyBot(fixture);
  const { call } = await connect(fixture.handler);
  let { revision } = await call('read_bot', { bot: number });
  const write = async (at: number, dryRun = false) => {
    const changes = { blocks: { add: [block(`b${at}`, 'close_chat', {})] } };
    const answer = await call('edit_bot', { bot: number, revision, changes, dry_run: dryRun });
    if (!answer.isError && !dryRun) revision = answer.revision;
    return answer;
  };
  for (let at = 0; at < 60; at += 1) expect(await write(at)).toMatchObject({ isError: false });
  expect(await write(60)).toMatchObject({ error: 'too_many_writes', retry_after_seconds: 60 });
  expect(await write(60, true)).toMatchObject({ isError: false });
  fixture.clock.advance(60_001);
  expect(await write(60)).toMatchObject({ isError: false });
});

it('[MC5] no answer has more than 8 kB at 1,000 blocks, and all parts together are whole', async () => {
  const fixture = mcpFixture();
  const { number, id } = await emptyBot(fixture);
  const ids = Array.from({ length: 1_000 }, (_, at) => (at === 0 ? 'welcome' : `b${at}`));
  const text = 'A long text for visitors. '.repeat(40);
  await fixture.acme.drafts.applyChangeSet(id, {
    blocks: { add: ids.map((each, at) => block(each, at === 0 ? 'ask_question' : 'send_text', { text })) },
    connections: { add: ids.slice(1).map((each, at) => wire(ids[at] as string, '$success', each)) },
  });
  const { call } = await connect(fixture.handler);
  const seen: string[] = [];
  for (let from: number | undefined = 0; from !== undefined; ) {
    const part = await call('read_bot', { bot: number, from });
    expect(part.bytes).toBeLessThanOrEqual(8_192);
    seen.push(...part.untrusted.blocks.map((each: { id: string }) => each.id));
    from = part.next;
  }
  expect(seen).toEqual(['hidden', ...ids]);
  const { revision } = await call('read_bot', { bot: number });
  const answers = [
    await call('list_bots'),
    await call('read_bot', { bot: number, around: { block: 'b500', depth: 3 } }),
    await call('read_blocks', { bot: number, ids: ids.slice(0, 20) }),
    await call('list_block_kinds'),
    await call('list_block_kinds', { name: 'language_model' }),
    await call('check_bot', { bot: number }),
    await call('compare', { bot: number }),
    await call('draw', { bot: number }),
    await call('draw', { bot: number, format: 'svg' }),
    await call('draw', { bot: number, around: { block: 'b500' } }),
    await call('talk', { bot: number, messages: ['Hello'] }),
    await call('run_tests', { bot: number }),
    await call('edit_bot', {
      bot: number,
      revision,
      dry_run: true,
      changes: { blocks: { delete: ids.slice(0, 400) } },
    }),
  ];
  for (const answer of answers) expect(answer).toMatchObject({ isError: false });
  expect(Math.max(...answers.map(({ bytes }) => bytes))).toBeLessThanOrEqual(8_192);
  expect(answers[1]?.untrusted.blocks).toHaveLength(7);
});
