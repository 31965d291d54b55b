import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { defineLint, defineRule } from '@botwright/core/diagram';
import { expect, it } from 'vitest';
import { botWith, folderWith } from '../../test/bot-files.ts';
import { LintInputError } from './find-bot-files.ts';
import { type LintFilesOptions, lintFiles } from './lint-files.ts';

const silent = { id: 'bye', template: 'chat', params: { text: '' } };
const broken = botWith({ bye: silent });

/** `file:line:column severity code` of every finding. */
async function found(options: LintFilesOptions): Promise<readonly string[]> {
  const { files } = await lintFiles(options);
  return files.flatMap(({ name, findings, unreadable }) => [
    ...findings.map(({ place, severity, code }) => `${name}:${place.line}:${place.column} ${severity} ${code}`),
    ...(unreadable === undefined ? [] : [`${name}:${unreadable.place.line} unreadable`]),
  ]);
}

it('[BF9] finds violations and lints, each at its place, in the order of the file', async () => {
  const lonely = { id: 'lonely', template: 'ask_question', params: {} };
  const workingFolder = folderWith({ 'bad.json': botWith({ bye: silent, lonely }), 'good.json': botWith() });
  const report = await lintFiles({ paths: ['.'], workingFolder });
  expect(report).toMatchObject({ errors: 2, warnings: 1, unreadable: 0, skipped: [] });
  expect(report.files.map(({ name, findings }) => [name, findings.length])).toEqual([
    ['bad.json', 3],
    ['good.json', 0],
  ]);
  expect(report.files[0]?.findings[0]).toEqual({
    code: 'param_non_empty',
    message: 'Block "bye": "text" should not be empty, but is "".',
    blockId: 'bye',
    param: 'text',
    pointer: '/nodes/bye/params/text',
    severity: 'error',
    place: { line: 21, column: 9, endLine: 21, endColumn: 19 },
  });
  expect(report.files[0]?.findings.map(({ code, place }) => `${code} ${place.line}`)).toEqual([
    'param_non_empty 21',
    'unreachable-block 24',
    'unknown-template 26',
  ]);
});

it('[BF9] a pointer of a wrapped diagram leads to its place in the file', async () => {
  const text = JSON.stringify({ botwright: 1, diagram: broken }, null, 2);
  expect(await found({ texts: [{ name: 'draft', text }] })).toEqual(['draft:23:11 error param_non_empty']);
});

it('[BF9] the family is that of the file, else the one given, else native', async () => {
  const greeting = { ...botWith().nodes.welcome, id: 'bot_start' };
  const { welcome: _, ...nodes } = botWith().nodes;
  const ends = { id: 'bot_start.$success--bye', type: '$success', sourcePath: 'bot_start', targetPath: 'bye' };
  const diagram = { nodes: { ...nodes, bot_start: greeting }, connections: { [ends.id]: ends } };
  const own = { name: 'own', text: JSON.stringify({ bot: { channel_family: 'apichat' }, diagram }) };
  const bare = { name: 'bare', text: JSON.stringify(diagram) };
  expect(await found({ texts: [own] })).toEqual([]);
  expect(await found({ texts: [own], channelFamily: 'native' })).toEqual([]);
  expect(await found({ texts: [bare], channelFamily: 'apichat' })).toEqual([]);
  expect(await found({ texts: [bare] })).not.toEqual([]);
});

it('[BF7] takes files, globs and folders, each file once, without node_modules and dotted folders', async () => {
  const workingFolder = folderWith({
    'a.json': broken,
    'deep/b.json': broken,
    'deep/er/c.json': broken,
    'deep/note.txt': 'no bot',
    'deep/node_modules/d.json': broken,
    '.git/e.json': broken,
  });
  const named = async (...paths: string[]) => (await lintFiles({ paths, workingFolder })).files.map(({ name }) => name);
  expect(await named('deep', 'deep/b.json', 'a.json')).toEqual(['deep/b.json', 'deep/er/c.json', 'a.json']);
  expect(await named('**/*.json')).toEqual(['a.json', 'deep/b.json', 'deep/er/c.json']);
  expect(await named('deep/{b,x}.json')).toEqual(['deep/b.json']);
  expect(await named(join(workingFolder, 'a.json'))).toEqual(['a.json']);
  await expect(named('none.json')).rejects.toThrow('There is no file or folder "none.json".');
  const long = 'x'.repeat(5000);
  await expect(named(long)).rejects.toThrow(`${long} cannot be read (ENAMETOOLONG).`);
  await expect(named('x*.json')).rejects.toThrow('No file matches "x*.json".');
});

it('[BF7] a link that leads to itself is refused in words', async () => {
  const workingFolder = folderWith({});
  symlinkSync('self.json', join(workingFolder, 'self.json'));
  await expect(lintFiles({ paths: ['self.json'], workingFolder })).rejects.toThrow(
    new LintInputError('self.json cannot be read (ELOOP).'),
  );
});

it('[BF20][BF22] in a folder a link stays in the project, and leads into no other folder', async () => {
  const workingFolder = folderWith({ 'bots/a.json': broken, 'shared/b.json': broken, 'bots/deep/c.json': broken });
  const outside = folderWith({ 'secret.json': broken });
  symlinkSync(join(outside, 'secret.json'), join(workingFolder, 'bots/secret.json'));
  symlinkSync('../shared/b.json', join(workingFolder, 'bots/b.json'));
  symlinkSync('..', join(workingFolder, 'bots/deep/loop'));
  symlinkSync('/dev/zero', join(workingFolder, 'bots/zero.json'));
  const seen = async (...paths: string[]) =>
    (await lintFiles({ paths, workingFolder })).files.map(
      ({ name, total, unreadable: why }) => why?.message ?? `${name} ${total}`,
    );
  expect(await seen('bots')).toEqual([
    'bots/a.json 1',
    'bots/b.json 1',
    'bots/deep/c.json 1',
    `The file cannot be read (it is outside ${workingFolder}).`,
    'The file cannot be read (it is not a regular file).',
  ]);
  expect(await seen('bots/**/c.json')).toEqual(['bots/deep/c.json 1']);
  await expect(seen('bots/s*.json')).rejects.toThrow(
    new LintInputError(`The file bots/secret.json cannot be read (it is outside ${workingFolder}).`),
  );
  // A person may name any file.
  expect(await seen('bots/secret.json')).toEqual(['bots/secret.json 1']);
  await expect(
    lintFiles({ paths: [join(outside, 'secret.json')], workingFolder, within: workingFolder }),
  ).rejects.toThrow(`${join(outside, 'secret.json')} cannot be read (it is outside ${workingFolder}).`);
});

it('[BF22] folders within each other have an end', async () => {
  const workingFolder = folderWith({ [`${'d/'.repeat(101)}a.json`]: broken });
  await expect(lintFiles({ paths: ['.'], workingFolder })).rejects.toThrow('is more than 100 folders deep.');
});

it('[BF8] in a folder what is like no bot is passed over, and a broken bot is not', async () => {
  const workingFolder = folderWith({
    'broken.json': '{"nodes": {}\n"connections": {}}',
    'comments.json': '{ // other\n}',
    'package.json': { name: 'x' },
  });
  expect(await found({ paths: ['.'], workingFolder })).toEqual(['broken.json:2 unreadable']);
  const { skipped, unreadable } = await lintFiles({ paths: ['.'], workingFolder });
  expect({ skipped, unreadable }).toEqual({ skipped: ['comments.json', 'package.json'], unreadable: 1 });
  expect(await found({ paths: ['package.json'], workingFolder })).toEqual(['package.json:1 unreadable']);
});

it('[BF8] in a folder, an empty file and an unreadable one are reported with the others', async () => {
  const workingFolder = folderWith({ 'a.json': broken, 'empty.json': '\n' });
  symlinkSync('nowhere.json', join(workingFolder, 'link.json'));
  const { files, unreadable } = await lintFiles({ paths: ['.'], workingFolder });
  expect(files.map(({ name, total, unreadable: why }) => [name, total, why?.message])).toEqual([
    ['a.json', 1, undefined],
    ['empty.json', 0, 'The file is empty.'],
    ['link.json', 0, 'The file cannot be read (ENOENT).'],
  ]);
  expect(unreadable).toBe(2);
});

it.for<readonly [string, LintFilesOptions['rules'] & object, readonly string[]]>([
  ['off', { param_non_empty: 'off' }, []],
  ['a warning', { param_non_empty: 'warn' }, ['x:21:9 warning param_non_empty']],
  ['an error', { param_non_empty: 'error', 'dead-end': 'off' }, ['x:21:9 error param_non_empty']],
])('[BF10] a rule can be %s', async ([, rules, expected]) => {
  const texts = [{ name: 'x', text: JSON.stringify(broken, null, 2) }];
  expect(await found({ texts, rules })).toEqual(expected);
});

it.for<readonly [object, string]>([
  [{ 'dead-nd': 'off' }, 'There is no rule "dead-nd". Did you mean "dead-end"?'],
  [{ param_nonempty: 'off' }, 'There is no rule "param_nonempty". Did you mean "param_non_empty"?'],
  [{ 'dead-end': 'of' }, 'The level of "dead-end" is one of off, warn, error, not "of".'],
])('[BF11] %j is refused: %s', async ([rules, message]) => {
  await expect(lintFiles({ rules: rules as never })).rejects.toThrow(message);
});

it('[BF11] without a similar rule, all rules are listed', async () => {
  await expect(lintFiles({ rules: { completely_different: 'off' } })).rejects.toThrow(
    /There are: .*start_point.*dead-end/,
  );
});

it('[BF4] a byte order mark counts in no column, and is preserved', async () => {
  const text = `\uFEFF${JSON.stringify(botWith({ bye: { ...silent, path: 'x' } }))}`;
  expect(await found({ texts: [{ name: 'x', text }] })).toEqual(
    await found({ texts: [{ name: 'x', text: text.slice(1) }] }),
  );
  const { files } = await lintFiles({ texts: [{ name: 'x', text }], fix: true });
  expect(files[0]?.fixedText).toBe(text.replace('"path":"x"', '"path":"bye"'));
});

const lost = { id: 'welcome.$failed--gone', type: '$failed', sourcePath: 'welcome', targetPath: 'gone' };
const odd = { id: 'odd', type: '$success', sourcePath: 'welcome', targetPath: 'bye' };

it.for<readonly [string, unknown, (text: string) => string]>([
  [
    'the name of a block in place of its template',
    botWith({ bye: { ...silent, template: 'send_text', params: { text: 'Bye' } } }),
    (text) => text.replace('"send_text"', '"chat"'),
  ],
  [
    'a path',
    botWith({ bye: { ...silent, path: 'x', params: { text: 'Bye' } } }),
    (text) => text.replace('"x"', '"bye"'),
  ],
  [
    'the version of a greeting that lacks it',
    botWith({ welcome: { id: 'welcome', template: 'var_text', params: { text: 'Name?', destination: 'name' } } }),
    (text) => text.replace(/"destination": "name"/, '"destination": "name",\n        "version": 3'),
  ],
  [
    'a connection to nothing',
    botWith({}, { [lost.id]: lost }),
    (text) => text.replace(/,\s*"welcome\.\$failed--gone": \{[^}]*\}/, ''),
  ],
  [
    'the id of a connection',
    { ...botWith(), connections: { odd } },
    (text) => text.replace('"odd"', '"welcome.$success--bye"').replace('"odd"', '"welcome.$success--bye"'),
  ],
])('[BF12][BF13] mends %s, and nothing else of the text', async ([, bot, mend]) => {
  for (const text of [
    JSON.stringify(bot, null, 2),
    JSON.stringify({ diagram: bot }, null, 2).replaceAll('\n', '\r\n'),
  ]) {
    const { files } = await lintFiles({ texts: [{ name: 'x', text }], fix: true });
    const expected = mend(text);
    const shift = text.includes('\r\n')
      ? expected.replace('\n        "version": 3', '\r\n          "version": 3')
      : expected;
    expect(files[0]?.fixedText).toBe(shift);
    expect(files[0]?.findings).toEqual([]);
    expect(files[0]?.fixes).toHaveLength(1);
    const found = await lintFiles({ texts: [{ name: 'x', text }] });
    expect(found.files[0]?.findings.some((each) => each.fixable === true)).toBe(true);
  }
});

it('[BF12] what has more than one meaning is left as it is', async () => {
  const typo = botWith({ bye: { id: 'bye', template: 'webhok', params: {} } });
  const taken = { ...botWith(), connections: { odd, ...botWith().connections } };
  for (const bot of [typo, taken, broken]) {
    const { files } = await lintFiles({ texts: [{ name: 'x', text: JSON.stringify(bot) }], fix: true });
    expect(files[0]?.fixes).toEqual([]);
    expect(files[0]?.fixedText).toBeUndefined();
    expect(files[0]?.findings.length).toBeGreaterThan(0);
    expect(files[0]?.findings.some((each) => 'fixable' in each)).toBe(false);
  }
});

it('[BF13] files are left to the caller', async () => {
  const workingFolder = folderWith({ 'a.json': botWith({ bye: { ...silent, path: 'x' } }) });
  const before = readFileSync(join(workingFolder, 'a.json'), 'utf8');
  const { files } = await lintFiles({ paths: ['a.json'], workingFolder, fix: true });
  expect(files[0]?.fixedText).toBeDefined();
  expect(readFileSync(join(workingFolder, 'a.json'), 'utf8')).toBe(before);
});

it('[BF9] of more than 10,000 findings the first are listed, and all are counted', async () => {
  const nodes = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`n${at}`, 5]));
  const text = JSON.stringify(botWith(nodes as never));
  const report = await lintFiles({ texts: [{ name: 'x', text }] });
  expect(report).toMatchObject({ errors: 10_001, files: [{ total: 10_001, errors: 10_001 }] });
  expect(report.files[0]?.findings).toHaveLength(10_000);
});

it('[BF16] rules and lints of a host are checked, and have levels', async () => {
  const description = 'Says it of the last block.';
  const check = (_bot: unknown, report: (finding: { readonly block: string; readonly message: string }) => void) =>
    report({ block: 'bye', message: 'No.' });
  const own = {
    ownRules: [defineRule({ code: 'acme_rule', description, check })],
    ownLints: [defineLint({ code: 'acme-lint', description, check })],
    texts: [{ name: 'x', text: JSON.stringify(botWith(), null, 2) }],
  };
  expect(await found(own)).toEqual(['x:17:5 warning acme-lint', 'x:17:5 error acme_rule']);
  expect(await found({ ...own, rules: { acme_rule: 'off', 'acme-lint': 'error' } })).toEqual([
    'x:17:5 error acme-lint',
  ]);
  await expect(found({ ...own, rules: { 'acme-rul': 'off' } })).rejects.toThrow('Did you mean "acme_rule"?');
  await expect(found({ rules: { acme_rule: 'off' } })).rejects.toThrow('There is no rule "acme_rule".');
});

it('[BF17][RU64] jumps within the bot are jumps to the number or the uuid in the file', async () => {
  const id = '0192aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee';
  const node = (key: string, template: string, params: object) => ({
    id: key,
    template,
    params: { version: 3, ...params },
  });
  const nodes = {
    hidden: node('hidden', 'hidden', {}),
    welcome: node('welcome', 'buttons', {
      text: 'Which?',
      buttons: ['a', 'b', 'c'].map((each) => ({ id: each, label: each })),
    }),
    number: node('number', 'bot_link', { bot: 4, node: 'only_by_jump' }),
    uuid: node('uuid', 'bot_link', { bot: id, node: 'gone' }),
    other: node('other', 'bot_link', { bot: 5, node: 'gone' }),
    only_by_jump: node('only_by_jump', 'chat', { text: 'Hi' }),
  };
  const connections = Object.fromEntries(
    [
      ['$a', 'number'],
      ['$b', 'uuid'],
      ['$c', 'other'],
    ].map(([type, targetPath]) => {
      const key = `welcome.${type}--${targetPath}`;
      return [key, { id: key, type, sourcePath: 'welcome', targetPath }];
    }),
  );
  const found = async (bot: object) => {
    const text = JSON.stringify({ bot, diagram: { nodes, connections } });
    const { files } = await lintFiles({ texts: [{ name: 'a.json', text }] });
    return files.flatMap(({ findings }) => findings.map(({ code, blockId }) => `${code} ${blockId}`));
  };
  expect(await found({ number: 4, id })).toEqual(['linked_node_unknown uuid']);
  expect(await found({ number: 4 })).toEqual([]);
  expect(await found({ number: 5 })).toEqual(['linked_node_unknown other', 'unreachable-block only_by_jump']);
  expect(await found({})).toEqual(['unreachable-block only_by_jump']);
});
