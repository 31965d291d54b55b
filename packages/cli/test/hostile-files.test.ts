import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bot, folderWith } from './lint/run-lint.ts';
import { runCommand } from './support/run-command.ts';

const escapes = /[^\P{Cc}\n]|\p{Bidi_Control}|\p{Zl}/u;
const odd = 'x\u001b[31m\u009b\u202e\n::error::y';

it.for<readonly [string, readonly string[]]>([
  ['a file that is not there', ['lint', `${odd}.json`]],
  ['a file on the other side', ['diff', 'bot.json', `${odd}.json`]],
  ['a flag', ['lint', `--${odd}`]],
  ['a command', [odd]],
  ['an argument', ['lint', 'bot.json', '--max-warnings', odd]],
  ['a choice', ['graph', 'bot.json', '--format', odd]],
  ['an address', ['pull', '--to', odd, '--from', `http://127.0.0.1:9/${odd}`]],
  ['a config', ['serve', '--config', `${odd}.json`]],
])('[TC16][TC17] %s with control characters is shown without them', ([, args]) => {
  const { status, stdout, stderr } = runCommand(folderWith({ 'bot.json': bot() }), args);
  expect([status === 0, stdout]).toEqual([false, '']);
  expect(stderr).not.toMatch(escapes);
  expect(stderr).not.toMatch(/^\s*::/m);
});

it.for(['pretty', 'github', 'junit', 'json', 'sarif', 'markdown'])(
  '[TC16][TC17] names and texts of files reach no terminal as they are in the format %s',
  (format) => {
    const broken = { ...bot(`Bye @{na\u009bme\u202e!}`) } as { nodes: Record<string, unknown> };
    broken.nodes[odd] = { id: odd, template: odd, params: { text: odd } };
    const files = { [`bots/::warning file=a::${odd.replaceAll('/', '')}.json`]: broken };
    const { stdout, stderr } = runCommand(folderWith(files), ['lint', 'bots', '--format', format]);
    expect(stdout).not.toBe('');
    expect(stdout + stderr).not.toMatch(escapes);
    const commands = stdout.split('\n').filter((line) => /^\s*::/.test(line));
    expect(commands.every((line) => format === 'github' && /^::(error|warning) file=bots\//.test(line))).toBe(true);
  },
);

/** Parts of file names, blocks, texts and scenarios, for each CI server. */
const marks = ['##vso[task.setvariable variable=a]b', '##teamcity[testStarted]', 'section_start:1:a', '##[endgroup]'];
const ciCommand = /##[\w.]*\[|section_(?:start|end):\d/;

it.for<readonly [string, readonly string[]]>([
  ...['pretty', 'github', 'junit', 'json', 'sarif', 'markdown'].map(
    (format) => ['lint', ['lint', 'b', '--format', format]] as const,
  ),
  ...['pretty', 'github', 'junit', 'json'].map(
    (format) => ['test', ['test', 's', '--verbose', '--coverage', '--format', format]] as const,
  ),
  ...['pretty', 'json', 'markdown'].map(
    (format) => ['diff', ['diff', 's/a.json', '::x.json', '--format', format]] as const,
  ),
  ...['svg', 'mermaid', 'dot'].map(
    (format) => ['graph', ['graph', 's/a.json', '--format', format, '--title', marks.join(' ')]] as const,
  ),
  ['lint', ['lint', ...marks]],
  ['graph', ['graph', marks.join(' ')]],
  ['record', ['record', 's/a.json']],
  ['layout', ['layout', 'b']],
  ['test', ['test', '--generate', 'b']],
  ['a command', marks],
])('[TC17] %s prints no command of a CI server (%j)', ([, args]) => {
  const all = marks.join(' ');
  const said = { ...bot(all) } as { nodes: Record<string, object> };
  const renamed = Object.fromEntries(Object.entries(said.nodes).map(([id, node]) => [id, { ...node, name: all }]));
  const folder = folderWith({
    [`b/${marks[0]}.json`]: { ...bot(''), [all]: 1 },
    's/a.json': { ...said, nodes: { ...renamed, [all]: { id: all, template: all, params: { text: all } } } },
    's/a.scenarios.json': { bot: 'a.json', scenarios: [{ name: all, steps: [{ bot: `${all}\n::error::x` }] }] },
    '::x.json': { ...said, nodes: { ...said.nodes, other: { id: 'other', template: 'chat', params: { text: all } } } },
  });
  const { stdout, stderr } = runCommand(folder, args, { input: `${all}\n/end ${all}\n` });
  expect(stdout + stderr).not.toBe('');
  expect(stdout + stderr).not.toMatch(ciCommand);
  const lines = stdout.split('\n').filter((line) => /^\s*::/.test(line));
  expect(lines.filter((line) => !args.includes('github') || !/^::(error|warning) /.test(line))).toEqual([]);
});

it('[TC16][TC17] the table of missed blocks contains no workflow command', () => {
  const block = '::add-mask::x';
  const missed = { ...(bot() as { nodes: Record<string, unknown> }) };
  missed.nodes[block] = { id: block, template: 'chat', params: { text: 'x' } };
  const scenarios = { bot: 'a.json', scenarios: [{ name: odd, steps: [{ visitor: 'a' }, { bot: odd }] }] };
  const folder = folderWith({ 'a.json': missed, 'a.scenarios.json': scenarios });
  const { stdout } = runCommand(folder, ['test', '--coverage']);
  expect(stdout).toContain('add-mask');
  expect(stdout).not.toMatch(/^\s*::/m);
  expect(stdout).not.toMatch(escapes);
});

it('[BF19][BF21] commands never wait for a file, or read one without end', () => {
  const folder = folderWith({ 'a.json': bot(), 'utf16.json': '' });
  execFileSync('mkfifo', [join(folder, 'pipe.json')]);
  symlinkSync('/dev/zero', join(folder, 'zero.json'));
  writeFileSync(join(folder, 'utf16.json'), Buffer.from('\uFEFF{}', 'utf16le'));
  const refused = (name: string, reason: string) => ({
    status: 2,
    stdout: '',
    stderr: `botwright: ${name} cannot be read (${reason}).\n`,
  });
  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = runCommand(folder, args);
    return { status, stdout, stderr };
  };
  const device = 'it is not a regular file';
  expect([
    run('lint', 'zero.json'),
    run('diff', 'a.json', 'utf16.json'),
    run('graph', 'a.json', '--coverage', 'zero.json'),
    run('lint', 'a.json', '--config', 'zero.json'),
    run('record', 'zero.json'),
    run('serve', '--config', 'zero.json'),
  ]).toEqual([
    refused('The file zero.json', device),
    refused('The file utf16.json', 'it is UTF-16: save it as UTF-8'),
    refused('The coverage file zero.json', device),
    refused('The config file zero.json', device),
    refused('The file zero.json', device),
    refused('The config file zero.json', device),
  ]);
  expect(run('lint', '.')).toMatchObject({ status: 2, stdout: expect.stringContaining(`cannot be read (${device}).`) });
});

it('[BF20] a config names only files of its project', () => {
  const outside = folderWith({ 'bots/secret.json': bot('') });
  const config = { files: [join(outside, 'bots')], scenarios: [join(outside, 'bots')] };
  const folder = folderWith({ 'p/botwright.config.json': config, 'p/package.json': {} });
  const found = runCommand(join(folder, 'p'), ['lint']);
  expect([found.status, found.stdout]).toEqual([2, expect.stringContaining('cannot be read (it is outside ')]);
  expect(found.stdout).not.toContain('"text": ""');
  expect(runCommand(join(folder, 'p'), ['lint', config.files[0] as string]).status).toBe(1);
});

it('[BF4][BF21][LC4][BP1] standard input is read like a file', () => {
  const folder = folderWith({ 'a.json': bot() });
  const text = `\uFEFF${JSON.stringify(bot())}`;
  expect(runCommand(folder, ['lint', '-'], { input: text }).status).toBe(0);
  expect(runCommand(folder, ['diff', '-', 'a.json'], { input: text }).status).toBe(0);
  const twice = runCommand(folder, ['graph', '-'], { input: '{"nodes": {}, "connections": {},\n"nodes": {}}' });
  expect([twice.status, twice.stderr]).toEqual([
    2,
    'botwright: <stdin>:2:1: The key "nodes" is in this object a second time: it is in line 1, too.\n',
  ]);
});

it('[BF25] every command refuses a file whose numbers would change, and names the place', () => {
  const given = '{"nodes": {"a": {"left":\n 36028797018963969}}, "connections": {}}';
  const files = {
    'a.json': given,
    'b.json': bot(),
    'a.test.json': '{"bot": "b.json", "scenarios": [{"name": "x", "fields":\n{"card": 36028797018963969}}]}',
    'coverage.json':
      '{"botwright": 1, "bots": [{"file": "b.json", "blocks": {"a": 36028797018963969}, "outputs": {}}]}',
  };
  const folder = folderWith(files);
  const commands = [
    ['lint', 'a.json', 'a.json:1:18'],
    ['diff', 'a.json', 'b.json', 'a.json:1:18'],
    ['graph', 'a.json', 'a.json:1:18'],
    ['layout', 'a.json', 'a.json:1:18'],
    ['test', 'a.test.json', 'a.test.json:2:2'],
    ['graph', 'b.json', '--coverage', 'coverage.json', 'has a number that is too large at /bots/0/blocks/a'],
  ].map((line) => ({ args: line.slice(0, -1), place: line.at(-1) }));
  for (const { args, place } of commands) {
    const { status, stdout, stderr } = runCommand(folder, args);
    expect([args, status === 0, `${stdout}${stderr}`]).toEqual([args, false, expect.stringContaining(place ?? '')]);
  }
  expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe(given);
});

it.for<readonly [string, string, string]>([
  ['a byte order mark', '\uFEFF{"colour": 1}', 'cannot be used:\n  colour: Unknown member.'],
  [
    'a key twice',
    '{"family": "native",\n "fam\\u0069ly": "apichat"}',
    'has the key "family" a second time (line 2 column 2).',
  ],
  [
    'a key twice further down',
    '{"rules": {"dead-end": "off", "dead-end": "error"}}',
    'has the key "dead-end" a second time (line 1 column 31).',
  ],
  [
    'a number that would change',
    '{"rules":\n{"dead-end": [40564819207303341]}}',
    'has a number that is too large at /rules/dead-end/0 (line 2 column 15).',
  ],
])('[CF30][LC6][BF25] a config with %s', ([, text, problem]) => {
  const folder = folderWith({ 'a.json': bot(), 'botwright.config.json': text });
  const { status, stderr } = runCommand(folder, ['lint', 'a.json']);
  expect([status, stderr.split('\n')[0]]).toEqual([
    2,
    `botwright: The config file botwright.config.json ${problem}`.split('\n')[0],
  ]);
});

it('[DD13] an invisible difference is shown by its code points', () => {
  const before = bot('Zoe\u0308 owes 10\u00a0€, and so on to the end of it.');
  const folder = folderWith({
    'a.json': before,
    'b.json': bot('Zo\u00eb owes 10 €, and so on to the end of it.'),
    'c.json': bot('Zoe\u0308 owes 10\u00a0€, or so on to the end\u200b of it.'),
    'd.json': bot(`${'x'.repeat(3_000)}\u00ad${'y'.repeat(3_000)}`),
    'e.json': bot(`${'x'.repeat(3_000)}${'y'.repeat(3_000)}`),
  });
  const diff = (...args: string[]) => runCommand(folder, ['diff', ...args]).stdout;
  for (const format of ['pretty', 'markdown']) {
    const shown = diff('a.json', 'b.json', '--format', format);
    expect(shown).toContain('U+0065 U+0308, U+00A0 after');
    expect(shown).toContain('U+00EB, U+0020 after');
    expect(diff('a.json', 'c.json', '--format', format)).toContain('U+200B');
    expect(diff('d.json', 'e.json', '--format', format)).toMatch(/…x{40}.?y+/u);
  }
  const json = (...args: string[]) => JSON.parse(diff(...args, '--format', 'json'));
  expect(json('a.json', 'b.json')['code_points']).toEqual([
    {
      block: 'bye',
      path: 'params.text',
      before: 'e\u0308 U+0065 U+0308, U+00A0 after "owes 10"',
      after: '\u00eb U+00EB, U+0020 after "owes 10"',
    },
  ]);
  expect(json('b.json', 'e.json')['code_points']).toEqual([]);
  expect(json('e.json', 'd.json')['code_points']).toMatchObject([{ after: expect.stringContaining('U+00AD') }]);
});
