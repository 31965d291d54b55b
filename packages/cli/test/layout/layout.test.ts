import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bot, folderWith } from '../lint/run-lint.ts';
import { runCommand } from '../support/run-command.ts';

const read = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8');

it('[GR7] lays out the bots of files, preserves the rest of each text, and changes nothing the second time', () => {
  const pulled = { bot: { number: 3 }, diagram: bot() };
  const folder = folderWith({ 'a.json': bot(), 'sub/b.json': pulled, 'sub/other.json': { name: 'x' } });
  const before = read(folder, 'a.json');
  const first = runCommand(folder, ['layout', 'a.json', 'sub']);
  expect([first.status, first.stdout, first.stderr]).toEqual([0, 'a.json: laid out\nsub/b.json: laid out\n', '']);
  const after = read(folder, 'a.json');
  const places = (text: string) => text.split('\n').filter((line) => /"(top|left)"/.test(line));
  expect(places(after)).toHaveLength(6);
  // Only the places, and commas before them, changed.
  const rest = (text: string) => text.replaceAll(/,?\s*"(top|left)": \d+/g, '');
  expect(rest(after)).toBe(rest(before));
  expect(JSON.parse(read(folder, 'sub/b.json')).bot).toEqual({ number: 3 });
  const lint = runCommand(folder, ['lint', 'a.json']);
  expect(lint.stdout).not.toContain('overlapping-blocks');
  expect(runCommand(folder, ['layout', 'a.json', 'sub']).stdout).toBe('');
  expect(read(folder, 'a.json')).toBe(after);
});

it('[GR7] a block is placed to the right of a block that jumps to it', () => {
  const node = (id: string, template: string, params: object) => ({ id, template, params });
  const diagram = {
    nodes: {
      more: node('more', 'chat', { text: 'More' }),
      hidden: node('hidden', 'hidden', {}),
      welcome: node('welcome', 'send_text', { text: 'Hi' }),
      again: node('again', 'bot_link', { bot: 5, node: 'more' }),
    },
    connections: Object.fromEntries(
      [
        ['hidden', 'welcome'],
        ['welcome', 'again'],
      ].map(([sourcePath, targetPath]) => {
        const id = `${sourcePath}.$success--${targetPath}`;
        return [id, { id, type: '$success', sourcePath, targetPath }];
      }),
    ),
  };
  const folder = folderWith({ 'a.json': { botwright: 1, bot: { number: 5 }, diagram } });
  expect(runCommand(folder, ['layout', 'a.json']).status).toBe(0);
  const { nodes } = JSON.parse(read(folder, 'a.json')).diagram;
  expect(nodes.more.left).toBeGreaterThan(nodes.again.left);
});

it('[GR8] --check writes nothing, and fails if a bot is not laid out', () => {
  const folder = folderWith({ 'a.json': bot() });
  const before = read(folder, 'a.json');
  const { status, stdout } = runCommand(folder, ['layout', '--check', 'a.json']);
  expect([status, stdout, read(folder, 'a.json')]).toEqual([1, 'a.json: is not laid out\n', before]);
  runCommand(folder, ['layout', 'a.json']);
  expect(runCommand(folder, ['layout', '--check', 'a.json']).status).toBe(0);
});

it.for([
  [['layout'], /missing required argument 'files'/],
  [['layout', 'none.json'], /There is no file or folder "none\.json"\./],
  [['layout', 'a.json', 'broken.json'], /broken\.json:1:\d+ This is not JSON/],
] as const)('[GR8] %j is refused, and nothing is written', ([args, message]) => {
  const folder = folderWith({ 'a.json': bot(), 'broken.json': '{"nodes": {' });
  const before = read(folder, 'a.json');
  const { status, stderr } = runCommand(folder, args);
  expect([status, read(folder, 'a.json')]).toEqual([2, before]);
  expect(stderr).toMatch(message);
});
