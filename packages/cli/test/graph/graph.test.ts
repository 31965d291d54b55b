import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { bot, folderWith } from '../lint/run-lint.ts';
import { runCommand } from '../support/run-command.ts';
import { shellProgram } from '../support/serve-process.ts';

it.for([
  [[], /^<svg .*prefers-color-scheme.*<\/svg>\n$/s],
  [['--theme', 'dark'], /^<svg .*--bw-page:#0d1117/s],
  [['--format', 'mermaid'], /^flowchart LR\n/],
  [['--format', 'dot', '--title', 'My "bot"'], /^digraph bot \{\n.*label="My \\"bot\\"";/s],
] as const)('[GR1] %j draws to standard output', ([args, expected]) => {
  const { status, stdout, stderr } = runCommand(folderWith({ 'bot.json': bot() }), ['graph', 'bot.json', ...args]);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(expected);
});

it('[GR1][PI11] the command draws the picture in the README', () => {
  const folder = fileURLToPath(new URL('../../../../docs/images/', import.meta.url));
  const { stdout } = runCommand(folder, ['graph', 'booking.json', '--lint']);
  expect(stdout).toBe(readFileSync(`${folder}diagram.svg`, 'utf8'));
});

it('[GR1] a reader that stops early is not a fault', () => {
  const nodes = Object.fromEntries(
    Array.from({ length: 3000 }, (_, at) => [`b${at}`, { id: `b${at}`, template: 'chat', params: { text: 'x' } }]),
  );
  const folder = folderWith({ 'bot.json': { nodes, connections: {} } });
  const command = `${shellProgram} graph bot.json --format dot | head -1`;
  const { stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
  expect([stdout, stderr]).toEqual(['digraph bot {\n', '']);
});

it.for<readonly [readonly string[], RegExp]>([
  [[], /missing required argument 'bot'/],
  [['bot.json', '--format', 'png'], /Allowed choices are svg, mermaid, dot\./],
  [['bot.json', '--theme', 'blue'], /Allowed choices are auto, light, dark\./],
  [['-', '--diff', '-'], /^botwright: Only one of the two can be standard input\.\n$/],
  [['bot.json', '--diff', 'none.json'], /^botwright: There is no file "none\.json"\.\n$/],
])('[GR2] %j is refused', ([args, message]) => {
  const { status, stdout, stderr } = runCommand(folderWith({ 'bot.json': bot() }), ['graph', ...args]);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(message);
});

it('[GR3] --diff marks the differences from another bot', () => {
  const folder = folderWith({ 'a.json': bot(), 'b.json': bot('Ciao') });
  const { stdout } = runCommand(folder, ['graph', 'b.json', '--diff', 'a.json', '--format', 'mermaid']);
  expect(stdout).toContain('"~ bye<br/>Send text<br/>Ciao"');
  expect(stdout).toContain('class b2 changed');
});

it('[GR4] --lint marks the findings of lint, with the config of the project', () => {
  const files = { 'bot.json': bot('') };
  const args = ['graph', 'bot.json', '--lint', '--format', 'mermaid'];
  expect(runCommand(folderWith(files), args).stdout).toContain('error#58; param_non_empty');
  expect(runCommand(folderWith(files), args.slice(0, 2)).stdout).not.toContain('param_non_empty');
  const config = { rules: { param_non_empty: 'warn' } };
  const folder = folderWith({ ...files, 'botwright.config.json': config });
  expect(runCommand(folder, args).stdout).toContain('warning#58; param_non_empty');
});

it('[GR5] --coverage marks covered blocks and outputs', () => {
  const of = (file: string) => ({ file, blocks: { welcome: 3 }, outputs: { welcome: { $success: 2 } } });
  const folder = folderWith({
    'bots/bot.json': bot(),
    'bots/other.json': bot(),
    'one.json': { botwright: 1, bots: [of('bots/renamed.json')] },
    'bots/two.json': { botwright: 1, bots: [of('other.json'), { ...of('bot.json'), blocks: { bye: 7 } }] },
    'none.json': { botwright: 1, bots: [{ ...of('x.json') }, { ...of('y.json') }] },
    'odd.json': { botwright: 2, bots: [] },
    'broken.json': '{',
  });
  const run = (file: string) =>
    runCommand(folder, ['graph', 'bots/bot.json', '--coverage', file, '--format', 'mermaid']);
  const drawn = run('one.json').stdout;
  expect(drawn).toMatch(/Ask a question.*✓ 3×"\]\n.*not visited"\]\n/);
  expect(drawn).toContain('b1 -->|"success 2×"| b2');
  expect(run('bots/two.json').stdout).toContain('✓ 7×');
  const refused = (file: string): string => {
    const { status, stdout, stderr } = run(file);
    expect([status, stdout]).toEqual([2, '']);
    return stderr;
  };
  expect(refused('none.json')).toBe(
    'botwright: The coverage file none.json does not have bots/bot.json: it has x.json, y.json.\n',
  );
  expect(refused('odd.json')).toBe('botwright: odd.json is not a file of "botwright test --coverage-file".\n');
  expect(refused('broken.json')).toBe('botwright: The coverage file broken.json cannot be read (it is not JSON).\n');
  expect(refused('missing.json')).toBe('botwright: The coverage file missing.json cannot be read (ENOENT).\n');
});

it('[GR6] draws jumps within the bot by the number in its file', () => {
  const nodes = {
    welcome: { id: 'welcome', template: 'var_text', params: { text: 'Hi', version: 3 } },
    back: { id: 'back', template: 'bot_link', params: { bot: 12, node: 'welcome' } },
  };
  const file = (bot: object) => ({ bot, diagram: { nodes, connections: {} } });
  const folder = folderWith({ 'own.json': file({ number: 12 }), 'other.json': file({ number: 13 }) });
  const draw = (name: string) => runCommand(folder, ['graph', name, '--format', 'mermaid']).stdout;
  expect(draw('own.json')).toContain('  b1 ==>|"jump"| b0\n');
  expect(draw('other.json')).not.toContain('jump');
});
