import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it, onTestFinished } from 'vitest';
import { runCommand } from '../../cli/test/support/run-command.ts';
import { program, runBotwright } from '../../cli/test/support/serve-process.ts';
import { block, caller, scenarios, twelveBlocks } from './mcp-fixture.ts';

function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the command as an assistant does. */
async function start(cwd: string, args: readonly string[], { confirms = false } = {}) {
  const client = new Client({ name: 'Scripted client', version: '1' }, { capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { confirm: confirms } }));
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [...program, 'mcp', ...args], cwd, stderr: 'inherit' }),
  );
  onTestFinished(() => client.close());
  return caller(client);
}

const empty = { nodes: { hidden: { id: 'hidden', template: 'hidden', params: {} } }, connections: {} };

it('[MC4][MC18][MC19] an assistant builds and tests a bot in a file, and reaches no other file', async () => {
  const folder = testFolder();
  writeFileSync(join(folder, 'leads.json'), JSON.stringify({ bot: { name: 'Leads' }, diagram: empty }));
  writeFileSync(join(folder, 'package.json'), '{}');
  const call = await start(folder, []);
  expect(await call('list_bots')).toMatchObject({
    bots: 1,
    untrusted: { list: [{ bot: 'leads.json', name: 'Leads' }] },
  });
  const { revision } = await call('read_bot', { bot: 'leads.json' });
  const edit = { bot: 'leads.json', revision, changes: twelveBlocks };
  expect(await call('edit_bot', { ...edit, changes: {} })).toMatchObject({
    untrusted: { message: 'changes: It is empty.' },
  });
  const before = readFileSync(join(folder, 'leads.json'), 'utf8');
  const tried = await call('edit_bot', { ...edit, dry_run: true });
  expect(readFileSync(join(folder, 'leads.json'), 'utf8')).toBe(before);
  const written = await call('edit_bot', edit);
  expect(tried).toEqual({ ...written, dry_run: true, bytes: tried.bytes });
  expect(written).toMatchObject({ errors: 0, summary: '12 blocks added, 12 connections added' });
  expect(await call('edit_bot', edit)).toMatchObject({ error: 'draft_changed', revision: written.revision });
  expect(await call('edit_bot', { ...edit, revision: written.revision })).toMatchObject({
    error: 'change_set_refused',
  });
  for (const scenario of scenarios) {
    expect(await call('write_test', { bot: 'leads.json', scenario })).toMatchObject({ ok: true });
  }
  const { tests_revision: stale } = await call('run_tests', { bot: 'leads.json' });
  const [scenario] = scenarios;
  const replacement = { bot: 'leads.json', scenario: { ...scenario, tags: ['smoke'] } };
  expect(await call('write_test', replacement)).toMatchObject({ error: 'revision_missing', tests_revision: stale });
  const replaced = await call('write_test', { ...replacement, revision: stale });
  expect(replaced).toMatchObject({ ok: true });
  expect(await call('write_test', { ...replacement, revision: stale })).toMatchObject({
    error: 'draft_changed',
    tests_revision: replaced.tests_revision,
  });
  expect(await call('run_tests', { bot: 'leads.json' })).toMatchObject({ passed: 3, failed: 0 });
  expect(readdirSync(folder).toSorted()).toEqual(['leads.json', 'leads.scenarios.yaml', 'package.json']);
  for (const bot of ['../leads.json', 'package.json', '/etc/passwd', 7]) {
    expect(await call('read_bot', { bot })).toMatchObject({ error: 'bot_not_found' });
  }
  expect(await call('publish', { bot: 'leads.json', revision: written.revision, summary: '' })).toMatchObject({
    error: 'publish_not_allowed',
  });
  expect(runCommand(folder, ['test', '.'])).toMatchObject({ status: 0 });
});

it('[MC25][MC26] an assistant makes a bot of twelve blocks in an empty folder', async () => {
  const folder = testFolder();
  const call = await start(folder, []);
  expect(await call('import_bot', { name: 'Leads', family: 'native' })).toMatchObject({ isError: false });
  const [bot] = readdirSync(folder);
  const { revision } = await call('read_bot', { bot });
  expect(await call('edit_bot', { bot, revision, changes: twelveBlocks })).toMatchObject({ errors: 0 });
  expect(await call('list_bots', { state: 'trashed' })).toMatchObject({ bots: 0, total: 0 });
});

it('[MC24] tests find the linked bots that their file names', async () => {
  const folder = testFolder();
  cpSync(new URL('../../../examples/ci-diagram-tests/bots', import.meta.url), join(folder, 'bots'), {
    recursive: true,
  });
  const call = await start(folder, ['bots/']);
  for (const name of ['booking', 'lead-form', 'support-triage']) {
    expect(await call('run_tests', { bot: `bots/${name}.json` })).toMatchObject({ failed: 0, isError: false });
  }
});

it('[MC1][MC3][MC9][MC18][MC26] an assistant works on a server, and publishes with the flag and the person', async () => {
  const folder = testFolder();
  const server = runBotwright(['serve', '--port', '0', '--chat-port', '0', '--json'], { cwd: folder });
  onTestFinished(async () => {
    server.child.kill();
    await server.ended;
  });
  const { bots_url: url, tokens } = await server.ready();
  const token = tokens?.agent ?? '';
  const create = await fetch(`${url}/bots`, {
    method: 'POST',
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Leads', channel_family: 'native' }),
  });
  const { data } = (await create.json()) as { readonly data: { readonly number: number } };
  const bot = data.number;
  const call = await start(folder, ['--url', url, '--token', token, '--allow-publish'], { confirms: true });
  const { revision } = await call('read_bot', { bot });
  const edit = { bot, revision, changes: twelveBlocks };
  expect(await call('edit_bot', { ...edit, dry_run: true })).toMatchObject({ errors: 0, dry_run: true });
  expect(await call('edit_bot', edit)).toMatchObject({ errors: 0, revision: '2' });
  expect(await call('edit_bot', edit)).toMatchObject({ error: 'draft_changed', revision: '2' });
  const unknown = { blocks: { add: [block('x', 'no_such_block', {})] } };
  expect(await call('edit_bot', { bot, revision: '2', changes: unknown })).toMatchObject({
    error: 'change_set_refused',
    untrusted: { problems: [{ code: 'block_type_unknown' }] },
  });
  for (const scenario of scenarios) {
    expect(await call('write_test', { bot, scenario })).toMatchObject({ ok: true });
  }
  const { summary } = await call('compare', { bot });
  const publication = await call('publish', { bot, revision: '2', summary });
  expect(publication).toMatchObject({ isError: false, published: true });
  expect(await call('compare', { bot })).toMatchObject({ summary: 'nothing' });
  expect(await call('list_bots', { state: 'trashed' })).toMatchObject({ isError: false, total: 0 });
});

it('[MC18] lines that are no messages are said in one line each', () => {
  const input = 'garbage\n[]\n{"jsonrpc":"1.0"}\n';
  const { status, stdout, stderr } = spawnSync(process.execPath, [...program, 'mcp'], {
    cwd: testFolder(),
    input,
    encoding: 'utf8',
  });
  const said = 'botwright mcp: The client sent a line that is no message of the protocol.';
  expect([status, stdout, [...new Set(stderr.trim().split('\n'))]]).toEqual([0, '', [said]]);
});

it.for([
  [['a.json', '--url', 'http://localhost/v0-alpha'], 'Give either files or --url.'],
  [['--allow-publish'], '--allow-publish needs --url'],
  [['--publish-untested'], '--publish-untested needs --allow-publish.'],
  [['nowhere'], 'nowhere'],
  [['a.scenarios.yaml'], 'a.scenarios.yaml has scenarios; give the bot that its member "bot" names.'],
  [['a.txt'], 'No bot was found: a.txt: '],
] as const)('[MC18] %j ends with exit code 2 and one line', ([args, message]) => {
  const folder = testFolder();
  writeFileSync(join(folder, 'a.scenarios.yaml'), 'bot: a.json\n');
  writeFileSync(join(folder, 'a.txt'), 'bot\n');
  const { status, stderr, stdout } = runCommand(folder, ['mcp', ...args]);
  expect([status, stdout, stderr.trim().split('\n')]).toEqual([2, '', [expect.stringContaining(message)]]);
});
