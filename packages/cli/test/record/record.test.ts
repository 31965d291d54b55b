import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readScenarios } from '@botwright/testing';
import { expect, it, onTestFinished } from 'vitest';
import { shop } from '../../../testing/test/bots.ts';
import { folderWith } from '../lint/run-lint.ts';
import { callBots } from '../support/call-bots.ts';
import { modulesLoadedBy, serverModules } from '../support/modules-loaded.ts';
import { runCommand } from '../support/run-command.ts';
import { program } from '../support/serve-process.ts';
import { createTestFolder } from '../support/test-folder.ts';
import { brokenBot } from '../test-command/files.ts';

const typed = 'Ann\n2\n/undo\n1\n200 {"id": 7}\n';
const record = (cwd: string, args: readonly string[], input = typed) => runCommand(cwd, ['record', ...args], { input });

const scenario = `bot: bots/shop.json
scenarios:
  - name: Recorded 1
    steps:
      - bot: What is your name?
      - visitor: Ann
      - bot: Hi Ann
      - bot:
          text: Shall I order?
          buttons:
            - Yes
            - No
      - press: Yes
      - effect:
          kind: webhook
          method: POST
          url: https://shop.example.org/orders
        answer:
          status: 200
          body:
            id: 7
      - bot: Welcome back, friend.
      - bot: Goodbye.
      - ends_at: bye
`;

it('[RC1][RC5][RC9] a conversation is printed as a scenario, which passes', () => {
  const folder = folderWith({ 'bots/shop.json': shop });
  const { status, stdout, stderr } = record(folder, ['bots/shop.json']);
  expect([status, stdout]).toEqual([0, scenario]);
  expect(stderr).toContain('> Ann\nHi Ann\nShall I order?\n  1) Yes\n  2) No\n> 2\nGoodbye.\n');
  writeFileSync(join(folder, 'it.scenarios.yaml'), stdout);
  expect(runCommand(folder, ['test'])).toMatchObject({ status: 0 });
});

it('[RC1] a bot that breaks a rule, or cannot be read, is refused', () => {
  const folder = folderWith({ 'broken.json': brokenBot, 'half.json': '{"nodes": {' });
  expect(record(folder, ['broken.json'])).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'botwright: broken.json:15:9 param_non_empty: Block "welcome": "text" should not be empty, but is "".\n',
  });
  expect(record(folder, ['half.json'])).toMatchObject({ status: 2, stdout: '' });
});

it('[RC5] /end ends the command before the end of input', async () => {
  const folder = folderWith({ 'shop.json': shop });
  const child = spawn(process.execPath, [...program, 'record', 'shop.json'], {
    cwd: folder,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.write('Ann\n/end\n');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('[RC5] writes nothing after no steps, or after /quit', () => {
  const folder = folderWith({ 'shop.json': shop });
  for (const input of ['', '/undo\n/end\n', 'Ann\n/quit\n']) {
    expect(record(folder, ['shop.json', '--out', 'x.yaml'], input)).toMatchObject({
      status: 0,
      stdout: '',
      stderr: expect.stringMatching(/-- Nothing was written\.\n$/),
    });
  }
});

it('[RC6] --out writes a file, and adds to it', () => {
  const folder = folderWith({ 'bots/shop.json': shop, 'bots/other.json': shop, 'tests/x.txt': '' });
  const out = join(folder, 'tests/shop.scenarios.yaml');
  const first = record(folder, ['bots/shop.json', '--out', 'tests/shop.scenarios.yaml', '--name', 'Ann']);
  expect([first.status, first.stdout]).toEqual([0, '']);
  expect(first.stderr).toMatch(/-- wrote tests\/shop\.scenarios\.yaml: Ann\n$/);
  const text = `# Visitors of the shop\n${readFileSync(out, 'utf8')}`;
  writeFileSync(out, text);
  record(folder, ['bots/shop.json', '--out', 'tests/shop.scenarios.yaml'], 'Bob\n2\n/end Bob\n');
  const both = readFileSync(out, 'utf8');
  expect(both.startsWith(text)).toBe(true);
  expect(readScenarios(both)).toMatchObject({
    bot: '../bots/shop.json',
    scenarios: [{ name: 'Ann' }, { name: 'Bob' }],
  });
  expect(runCommand(folder, ['test'])).toMatchObject({ status: 0 });
  expect(record(folder, ['bots/other.json', '--out', 'tests/shop.scenarios.yaml'])).toMatchObject({
    status: 2,
    stderr: 'botwright: The scenarios of tests/shop.scenarios.yaml are of another bot: ../bots/shop.json.\n',
  });
});

it('[RC6] --out writes JSON, too', () => {
  const folder = folderWith({ 'shop.json': shop });
  for (const name of ['One', 'Two']) record(folder, ['shop.json', '--out', 'shop.scenarios.json', '--name', name]);
  const { bot, scenarios } = JSON.parse(readFileSync(join(folder, 'shop.scenarios.json'), 'utf8'));
  expect([bot, scenarios.map(({ name }: { name: string }) => name)]).toEqual(['shop.json', ['One', 'Two']]);
});

it('[RC7] Fields, the time and linked bots are in the scenario', () => {
  const first = JSON.parse(JSON.stringify(shop));
  first.nodes.bye = { id: 'bye', path: 'bye', template: 'bot_link', params: { bot: 2, version: 3 } };
  const folder = folderWith({ 'first.json': first, 'second.json': shop });
  const flags = [
    '--field',
    'tier=gold',
    '--field',
    'age=3',
    '--linked',
    '2=second.json',
    '--now',
    '2026-03-01T08:00:00Z',
  ];
  const { status, stdout } = record(folder, ['first.json', ...flags], 'Ann\n2\nBob\n');
  expect(status).toBe(0);
  expect(readScenarios(stdout)).toMatchObject({
    bot: 'first.json',
    bots: { 2: 'second.json' },
    scenarios: [{ fields: { tier: 'gold', age: 3 }, now: '2026-03-01T08:00:00Z' }],
  });
  writeFileSync(join(folder, 'it.scenarios.yaml'), stdout);
  expect(runCommand(folder, ['test'])).toMatchObject({ status: 0 });
});

it.for<readonly [readonly string[], string]>([
  [[], 'Say which bot: its file, as in "botwright record bots/lead.json", or --from and --bot.'],
  [['none.json'], 'The file none.json cannot be read (ENOENT).'],
  [['shop.json', '--out', 'x.txt'], 'The file x.txt would be neither YAML nor JSON: end it in .scenarios.yaml.'],
  [['shop.json', '--out', 'bad.yaml'], 'bad.yaml:1:1 "scenarios" is missing.'],
  [['shop.json', '--now', 'soon'], '"soon" is not a time such as 2026-01-01T09:00:00Z.'],
  [['shop.json', '--linked', 'x=shop.json'], '--linked names a bot by its number, and not by "x".'],
  [['shop.json', '--from', 'http://x/', '--bot', '1'], 'Talk either to a bot of a file or, with --from, of a server.'],
  [['--from', 'http://x/'], '--from needs --bot: the uuid or number of the bot.'],
])('[RC6][RC7][RC8] %j is refused before the conversation', ([args, message]) => {
  const folder = folderWith({ 'shop.json': shop, 'bad.yaml': 'bot: shop.json' });
  expect(record(folder, args)).toMatchObject({ status: 2, stdout: '', stderr: `botwright: ${message}\n` });
});

it('[RC8] --from talks to a draft of a server', async () => {
  const { serve } = createTestFolder();
  const { line } = await serve();
  const token = line.tokens?.agent ?? '';
  const created = await callBots(line.bots_url, token, 'POST', '/bots', { name: 'Shop', channel_family: 'native' });
  const { id } = (created.body as { data: { id: string } }).data;
  await callBots(line.bots_url, token, 'PUT', `/bots/${id}/draft`, { diagram: shop });
  const { status, stdout, stderr } = record(folderWith({}), ['--from', line.bots_url, '--bot', id, '--token', token]);
  expect([status, stdout]).toEqual([0, scenario.slice(scenario.indexOf('\n') + 1)]);
  expect(stderr).toMatch(/^-- Talking to draft of Shop\./);
  expect(stderr).toMatch(/\n-- Name the file of the bot in it, as in "bot: lead\.json"/);
});

it('[RC9] record loads neither server nor store', () => {
  const loaded = modulesLoadedBy(folderWith({ 'shop.json': shop }), ['record', 'shop.json'], typed);
  expect(loaded.some((url) => url.includes('/packages/cli/src/record/recording.ts'))).toBe(true);
  expect(loaded.filter((url) => serverModules.test(url))).toEqual([]);
});
