import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { callBots } from '../support/call-bots.ts';
import { shellProgram } from '../support/serve-process.ts';
import { createTestFolder } from '../support/test-folder.ts';
import { bot, folderWith, runLint } from './run-lint.ts';

const found = `error param_non_empty: Block "bye": "text" should not be empty, but is "".
  --> bad.json:21:9
21 |         "text": ""
   |         ^^^^^^^^^^

1 error.
`;

const { nodes, connections } = bot() as { nodes: Record<string, object>; connections: object };
/** Nothing leads to its last block. */
const warned = {
  nodes: { ...nodes, more: { id: 'more', template: 'chat', params: { text: 'x' }, top: 7 } },
  connections,
};

describe('exit codes', () => {
  it.for<readonly [string, readonly string[], number, string]>([
    ['a clean bot', ['good.json'], 0, '1 file checked, and nothing found.\n'],
    ['an error', ['bad.json'], 1, found],
    ['an error that is off', ['bad.json', '--rule', 'param_non_empty=off'], 0, '1 file checked, and nothing found.\n'],
  ])('[LC1][LC2][LC11] %s', ([, args, status, stdout]) => {
    const folder = folderWith({ 'good.json': bot(), 'bad.json': bot('') });
    expect(runLint(folder, args)).toMatchObject({ status, stdout, stderr: '' });
  });

  it('[LC2][LC3] warnings fail when there are more than allowed', () => {
    const folder = folderWith({ 'bot.json': warned });
    expect(runLint(folder, ['.']).status).toBe(0);
    expect(runLint(folder, ['.', '--max-warnings', '1']).status).toBe(0);
    const { status, stdout } = runLint(folder, ['.', '--max-warnings', '0']);
    expect([status, stdout.trimEnd().split('\n').at(-1)]).toEqual([
      1,
      '1 warning. More warnings than the 0 that are allowed.',
    ]);
    expect(runLint(folder, ['.', '--rule', 'unreachable-block=error']).status).toBe(1);
  });

  it('[LC2] an unreadable file is worse than a broken rule', () => {
    const folder = folderWith({ 'bad.json': bot(''), 'broken.json': '{"nodes": {}\n  "connections": {}}' });
    const { status, stdout } = runLint(folder, ['.']);
    expect(status).toBe(2);
    expect(stdout).toContain(`error unreadable: This is not JSON: a comma is missing before this.
 --> broken.json:2:3
2 |   "connections": {}}
  |   ^^^^^^^^^^^^^
`);
    expect(stdout).toMatch(/\n1 error and 1 unreadable file in 2 of 2 files\.\n$/);
  });
});

it.for<readonly [readonly string[], string]>([
  [
    [],
    'Say what to check: files, globs or folders, as in "botwright lint bots/"; or name "files" in botwright.config.json.',
  ],
  [['none.json'], 'There is no file or folder "none.json".'],
  [['x*.json'], 'No file matches "x*.json".'],
  [['empty'], 'No bot was found: empty/other.json has none.'],
  [['bot.json', '--family', 'natve'], 'The family is one of native, msgapp, facebook, apichat, not "natve".'],
  [['bot.json', '--rule', 'dead-nd=off'], 'There is no rule "dead-nd". Did you mean "dead-end"?'],
  [['--from', 'http://127.0.0.1/'], '--from needs --bot: the uuid or number of the bot.'],
  [['--bot', '1'], '--bot needs --from: the address of the Bots API.'],
  [['--version', '1'], '--version needs --from and --bot.'],
  [['bot.json', '--from', 'http://x/', '--bot', '1'], 'Check either files or, with --from, a bot of a server.'],
  [['-', '--fix'], '--fix changes files, and here is none.'],
  [['--from', 'x', '--bot', '1'], '--from is the address of a Bots API, such as https://bots.example.com/v0-alpha.'],
  [['bot.json', '--config', 'none.json'], 'The config file none.json cannot be read (ENOENT).'],
])('[LC5] %j is refused in one line', ([args, message]) => {
  const folder = folderWith({ 'bot.json': bot(), 'empty/other.json': {} });
  expect(runLint(folder, args)).toMatchObject({ status: 2, stdout: '', stderr: `botwright: ${message}\n` });
});

it.for<readonly [readonly string[], RegExp]>([
  [['--foo'], /unknown option '--foo'/],
  [['--rule', 'dead-end=of'], /A rule is set as in dead-end=error: to off, warn or error\./],
  [['--format', 'xml'], /Allowed choices are pretty, json, sarif, junit, github, markdown\./],
  [['--max-warnings', '-1'], /A count is a number from 0\./],
])('[LC5] the flags %j are refused', ([args, message]) => {
  const { status, stdout, stderr } = runLint(folderWith({}), args);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(message);
});

it('[LC4] - reads standard input', () => {
  const { status, stdout } = runLint(folderWith({}), ['-'], { input: JSON.stringify(bot(''), null, 2) });
  expect([status, stdout]).toEqual([1, found.replace('bad.json', '<stdin>')]);
});

describe('the config file', () => {
  const config = {
    files: ['bots'],
    family: 'native',
    plan: 'sandbox',
    rules: { param_non_empty: 'warn' },
    max_warnings: 0,
  };

  it('[LC6] is found in a folder above, and names files, rules and bounds', () => {
    const folder = folderWith({ 'botwright.config.json': config, 'bots/bot.json': bot(''), 'deep/er/x.txt': '' });
    const { status, stdout } = runLint(join(folder, 'deep/er'), []);
    expect([status, stdout]).toEqual([1, expect.stringContaining('warning param_non_empty')]);
    expect(runLint(folder, ['--max-warnings', '1']).status).toBe(0);
    expect(runLint(folder, ['--rule', 'param_non_empty=off']).status).toBe(0);
  });

  it('[LC6] is refused with every fault in it', () => {
    const folder = folderWith({ 'my.json': { rules: { 'dead-end': 'of' }, familly: 'native', max_warnings: -1 } });
    expect(runLint(folder, ['--config', 'my.json']).stderr).toBe(`botwright: The config file my.json cannot be used:
  familly: It is not described. Did you mean family?
  rules.dead-end: Expected one of off, warn, error.
  max_warnings: Expected an integer from 0.
`);
  });
});

describe('a plugin', () => {
  const plugin = `
import { defineLint, defineRule } from '@botwright/core/diagram';
const check = ({ blocks }, report) => {
  for (const { id, name } of blocks) if (name === 'send_text') report({ block: id, message: 'Nobody reads texts.' });
};
export default {
  rules: [defineRule({ code: 'acme_text', description: 'A bot sends no text.', check })],
  lints: [{ code: 'acme-text', description: 'The same.', level: 'off', check }],
};
`;
  const config = { files: ['bots'], plugins: ['./rules.mjs'] };
  const pluginFolder = (text: string) => {
    const folder = folderWith({ 'botwright.config.json': config, 'rules.mjs': text, 'bots/bot.json': bot() });
    mkdirSync(join(folder, 'node_modules/@botwright'), { recursive: true });
    symlinkSync(fileURLToPath(new URL('../../../core', import.meta.url)), join(folder, 'node_modules/@botwright/core'));
    return folder;
  };

  it('[LC17] adds rules and lints, whose codes are known to flags and formats', () => {
    const folder = pluginFolder(plugin);
    const plain = runLint(folder, []);
    expect([plain.status, plain.stdout]).toEqual([1, expect.stringContaining('error acme_text: Nobody reads texts.')]);
    expect(plain.stdout).not.toContain('acme-text');
    expect(runLint(folder, ['--rule', 'acme_text=off']).status).toBe(0);
    const { runs } = JSON.parse(runLint(folder, ['--format', 'sarif', '--rule', 'acme-text=warn']).stdout);
    expect(runs[0].tool.driver.rules).toEqual([{ id: 'acme-text' }, { id: 'acme_text' }]);
  });

  it.for([
    ['throw new Error("boom")', 'failed: boom'],
    ['report({ block: "x", message: "No." })', 'failed: The rule or lint "acme_rule" reported the block "x"'],
  ] as const)('[LC17] whose rule does %j is no finding of a bot', ([check, problem]) => {
    const text = `export default { rules: [{ code: "acme_rule", description: "A rule.", check(bot, report) { ${check}; } }] };`;
    const { status, stderr, stdout } = runLint(pluginFolder(text), []);
    expect([status, stdout, stderr.split('\n').length]).toEqual([2, '', 2]);
    expect(stderr).toContain(`botwright: "acme_rule" of the plugin ./rules.mjs ${problem}`);
  });

  it.for([
    ['export default {', 'cannot be loaded: Unexpected end of input'],
    ['export const rules = [];', 'has no default export with rules, lints, blocks or behaviours.'],
    ['export default { rule: [] };', 'has "rule", which is none of rules, lints, blocks, behaviours.'],
    ['export default { rules: {} };', 'has "rules", which is not a list.'],
    [
      'export default { rules: [{ code: "dead-end" }] };',
      'cannot be used: Rule "dead-end": the code is taken by a shipped rule or lint.',
    ],
    ['export default { blocks: [{ name: "x" }] };', 'cannot be used: '],
  ] as const)('[LC17] that is %j is refused', ([text, problem]) => {
    const { status, stderr } = runLint(pluginFolder(text), []);
    expect([status, stderr.split('\n').length]).toEqual([2, 2]);
    expect(stderr).toContain(`botwright: The plugin ./rules.mjs ${problem}`);
  });
});

it('[LC9] --fix writes unambiguous corrections, and reports the rest', () => {
  const text = JSON.stringify({ ...bot(''), x: 1 }, null, '\t').replace('"chat"', '"send_text"');
  const folder = folderWith({ 'bot.json': text, 'good.json': bot() });
  const before = readFileSync(join(folder, 'good.json'), 'utf8');
  const { status, stdout } = runLint(folder, ['.', '--fix']);
  expect(status).toBe(1);
  expect(stdout).toContain('fixed bot.json: wrote the template chat for send_text\n');
  expect(stdout).toContain('error param_non_empty');
  expect(readFileSync(join(folder, 'bot.json'), 'utf8')).toBe(text.replace('"send_text"', '"chat"'));
  expect(readFileSync(join(folder, 'good.json'), 'utf8')).toBe(before);
});

it('[LC7] no colours and no progress without a terminal; colours when they are forced', () => {
  const folder = folderWith(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`bot-${at}.json`, bot('')])));
  const { stdout, stderr } = runLint(folder, ['.']);
  expect([stdout.includes('\u001b'), stderr]).toEqual([false, '']);
  expect(runLint(folder, ['.'], { env: { NO_COLOR: '', FORCE_COLOR: '1' } }).stdout).toContain('\u001b[');
});

it('[LC1] a reader that stops early is not a fault', () => {
  const folder = folderWith(Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`bot-${at}.json`, bot('')])));
  const command = `${shellProgram} lint . | head -1`;
  const { stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
  expect([stdout, stderr]).toEqual([found.slice(0, found.indexOf('\n') + 1), '']);
});

it('[LC7] --verbose names the skipped files', () => {
  const folder = folderWith({ 'bot.json': bot(), 'package.json': {} });
  expect(runLint(folder, ['.']).stderr).toBe('');
  expect(runLint(folder, ['.', '--verbose']).stderr).toBe('skipped package.json: it has no bot\n');
});

it('[LC11] control characters of a file are escaped, and its long lines cut', () => {
  const text = `${'x'.repeat(300)}\u202e\u009b31m${'y'.repeat(300)}`;
  const folder = folderWith({
    'bot.json': JSON.stringify(bot()).replace('"text":"Bye @{name}!"', `"${text}":1,"text":""`),
  });
  const { stdout } = runLint(folder, ['.']);
  expect(stdout).not.toMatch(/[\u009b\u202e]/);
  for (const line of stdout.split('\n').filter((each) => each.includes(' | ')))
    expect(line.length).toBeLessThanOrEqual(100);
});

it('[LC11] control characters in the name of a file are escaped', () => {
  const folder = folderWith({ 'a\u001b[31m\nb.json': bot('') });
  const { stdout } = runLint(folder, ['.']);
  expect(stdout).toContain('--> a\ufffd[31m\ufffdb.json:21:9');
});

it('[LC8] --from checks a draft or a version of a server, and never prints the token', async () => {
  const { serve } = createTestFolder();
  const { line } = await serve();
  const token = line.tokens?.agent ?? '';
  const created = await callBots(line.bots_url, token, 'POST', '/bots', { name: 'Lead', channel_family: 'native' });
  const { id } = (created.body as { data: { id: string } }).data;
  const folder = folderWith({});
  const from = ['--from', line.bots_url, '--bot', id];

  await callBots(line.bots_url, token, 'PUT', `/bots/${id}/draft`, { diagram: bot() });
  expect(runLint(folder, from, { env: { BOTWRIGHT_TOKEN: token } })).toMatchObject({ status: 0, stderr: '' });
  await callBots(line.bots_url, token, 'POST', `/bots/${id}/versions`);
  await callBots(line.bots_url, token, 'PUT', `/bots/${id}/draft`, { diagram: bot('') });
  const draft = runLint(folder, [...from, '--token', token]);
  expect([draft.status, draft.stdout]).toEqual([1, expect.stringContaining('--> draft of Lead:')]);
  expect(runLint(folder, [...from, '--token', token, '--version', 'latest'])).toMatchObject({ status: 0, stderr: '' });

  const { origin } = new URL(line.bots_url);
  const refusals = [
    [from, `botwright: ${origin} needs an agent token: set BOTWRIGHT_TOKEN, or give --token.`],
    [[...from, '--token', 'secret-token-of-nobody'], `botwright: ${origin} does not accept the token.`],
    [['--from', line.chat_url, '--bot', id, '--token', token], /answered 404/],
    [['--from', 'http://127.0.0.1:1025/', '--bot', id, '--token', token], /cannot be reached \(ECONNREFUSED\)/],
  ] as const;
  for (const [args, message] of refusals) {
    const { status, stdout, stderr } = runLint(folder, args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(new RegExp(`secret-token-of-nobody|${token}`));
  }
});
