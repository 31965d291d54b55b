import { expect, it } from 'vitest';
import { bot, folderWith } from '../lint/run-lint.ts';
import { callBots } from '../support/call-bots.ts';
import { runCommand } from '../support/run-command.ts';
import { createTestFolder } from '../support/test-folder.ts';

const same = (before: string, after: string): string => `${before} → ${after}: the same.\n`;

it('[BP1] a bot is a file or standard input', () => {
  const wrapped = { botwright: 1, bot: { channel_family: 'native' }, diagram: bot() };
  const folder = folderWith({ 'a.json': bot(), 'b.json': wrapped, '12@draft': bot() });
  expect(runCommand(folder, ['diff', 'a.json', 'b.json']).stdout).toBe(same('a.json', 'b.json'));
  expect(runCommand(folder, ['diff', './12@draft', 'b.json']).stdout).toBe(same('./12@draft', 'b.json'));
  const { status, stdout } = runCommand(folder, ['diff', '-', 'b.json'], { input: JSON.stringify(bot()) });
  expect([status, stdout]).toEqual([0, same('<stdin>', 'b.json')]);
});

it('[BP2] a bot is a draft, the latest version or another version of a server', async () => {
  const { serve } = createTestFolder();
  const { line } = await serve();
  const token = line.tokens?.agent ?? '';
  const created = await callBots(line.bots_url, token, 'POST', '/bots', { name: 'Lead', channel_family: 'native' });
  const { id, number } = (created.body as { data: { id: string; number: number } }).data;
  await callBots(line.bots_url, token, 'PUT', `/bots/${id}/draft`, { diagram: bot() });
  await callBots(line.bots_url, token, 'POST', `/bots/${id}/versions`);
  const { body } = await callBots(line.bots_url, token, 'GET', `/bots/${id}/versions/latest`);
  const version = (body as { data: { id: string } }).data.id;
  await callBots(line.bots_url, token, 'PUT', `/bots/${id}/draft`, { diagram: bot('Ciao') });

  const folder = folderWith({ 'bot.json': bot() });
  const env = { BOTWRIGHT_TOKEN: token, BOTWRIGHT_URL: line.bots_url };
  const draft = runCommand(folder, ['diff', 'bot.json', `${id}@draft`, '--from', line.bots_url, '--token', token]);
  expect([draft.status, draft.stdout.split('\n')[0]]).toEqual([1, 'bot.json → draft of Lead']);
  const latest = runCommand(folder, ['diff', 'bot.json', `${number}@latest`], { env });
  expect(latest).toMatchObject({ status: 0, stdout: same('bot.json', 'version latest of Lead'), stderr: '' });
  const one = runCommand(folder, ['diff', 'bot.json', `${id}@${version}`], { env });
  expect(one.stdout).toBe(same('bot.json', `version ${version} of Lead`));
  const short = runCommand(folder, ['diff', 'latest', version, '--bot', String(number)], { env });
  expect(short.stdout).toBe(same('version latest of Lead', `version ${version} of Lead`));
  const drawn = runCommand(folder, ['graph', `${number}@draft`, '--diff', `${number}@latest`], { env });
  expect([drawn.status, drawn.stdout.includes('~ changed')]).toEqual([0, true]);

  const lint = runCommand(folder, ['lint', '--from', line.bots_url, '--bot', String(number)], { env });
  expect(lint).toMatchObject({ status: 0, stderr: '' });
  const unknown = runCommand(folder, ['graph', '999@draft'], { env });
  expect(unknown.stderr).toBe(`botwright: ${line.bots_url} has no bot with the number 999.\n`);

  const refused = runCommand(folder, ['diff', 'bot.json', `${id}@draft`], {
    env: { ...env, BOTWRIGHT_TOKEN: 'secret-of-nobody' },
  });
  expect(refused).toMatchObject({ status: 2, stdout: '' });
  expect(refused.stderr).toMatch(/does not accept the token\.\n$/);
  expect(refused.stderr).not.toContain('secret-of-nobody');
});

it.for<readonly [readonly string[], string]>([
  [['diff', 'bot.json', 'none.json'], 'There is no file "none.json".'],
  [['diff', 'bot.json', '.'], 'The file . cannot be read (EISDIR).'],
  [['graph', 'broken.json'], 'broken.json:2:3: This is not JSON: a comma is missing before this.'],
  [
    ['graph', 'other.json'],
    'other.json:1:1: This is not a bot: a diagram is an object with the maps "nodes" and "connections".',
  ],
  [
    ['diff', '12@draft', 'bot.json'],
    '12@draft is a bot of a server: give the address of its Bots API with --from or in BOTWRIGHT_URL.',
  ],
])('[BP3] %j is refused in one line', ([args, message]) => {
  const folder = folderWith({
    'bot.json': bot(),
    'other.json': {},
    'broken.json': '{"nodes": {}\n  "connections": {}}',
  });
  expect(runCommand(folder, args)).toMatchObject({ status: 2, stdout: '', stderr: `botwright: ${message}\n` });
});

it('[BP4] the additions of a service to every diagram are not a difference', () => {
  const { nodes, connections } = bot() as { nodes: Record<string, object>; connections: object };
  const stored = Object.fromEntries(Object.entries(nodes).map(([id, node]) => [id, { ...node, isTarget: true }]));
  const other = { ...stored, bye: { ...stored['bye'], isTarget: false } };
  const folder = folderWith({
    'a.json': bot(),
    'b.json': { nodes: stored, connections },
    'c.json': { nodes: other, connections },
  });
  expect(runCommand(folder, ['diff', 'a.json', 'b.json']).stdout).toBe(same('a.json', 'b.json'));
  expect(runCommand(folder, ['diff', 'a.json', 'c.json']).stdout).toContain('isTarget true → false');
  const drawn = runCommand(folder, ['graph', 'b.json', '--diff', 'a.json', '--format', 'mermaid']);
  expect(drawn.stdout).not.toContain('changed');
});
