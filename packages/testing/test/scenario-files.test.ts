import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { appendScenario, readScenarios, renderPlace, type Scenario, writeScenarios } from '../src/index.ts';
import { type RunScenarioFilesOptions, runScenarioFiles, skeletonFiles } from '../src/scenario-files/index.ts';
import { shop } from './bots.ts';
import { diagramOf } from './diagram-of.ts';

function folderWith(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-testing-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }
  return folder;
}

const scenarios = [
  { name: 'Ann', steps: [{ visitor: 'Ann' }, { at: 'order' }] },
  { name: 'Bob', steps: [{ visitor: 'Bob' }, { bot: 'No.' }] },
  { name: 'Cy', steps: [{ visitor: 'Cy' }, { press: 'No' }, { ends_at: 'bye' }] },
] as const;

const files = {
  'bots/shop.json': shop,
  'bots/shop.scenarios.json': { bot: 'shop.json', scenarios },
  'tests/ann.scenarios.yaml': `bot: ../bots/shop.json\nscenarios: ${JSON.stringify([scenarios[0]])}`,
  'tests/other.yaml': 'not: one of ours',
};

function run(content: Readonly<Record<string, unknown>>, options: Partial<RunScenarioFilesOptions> = {}) {
  return runScenarioFiles({ paths: ['.'], workingFolder: folderWith(content), ...options });
}

function faultsOf(content: Readonly<Record<string, unknown>>): readonly string[] {
  return run(content).files.flatMap(({ faults }) =>
    faults.map(({ code, message, place }) => `${renderPlace(place)} ${code ?? ''} ${message}`),
  );
}

describe('scenarios in files', () => {
  it('[TE30][TE32] are found in folders, and run with the bots that they name', () => {
    const report = run(files);
    expect(report).toMatchObject({ passed: 3, failed: 1, notRun: 0, unreadable: 0, refused: 0 });
    expect(report.files.map(({ name, bot }) => [name, bot])).toEqual([
      ['bots/shop.scenarios.json', 'bots/shop.json'],
      ['tests/ann.scenarios.yaml', 'bots/shop.json'],
    ]);
    expect(report.files[0]?.results[1]?.failure?.place).toMatchObject({ file: 'bots/shop.scenarios.json', line: 22 });
    const [bot, ...others] = report.coverage.bots;
    expect([others, bot && report.fileOf(bot), bot?.blocks[0]?.times]).toEqual([[], 'bots/shop.json', 4]);
    expect(report.inputs).toHaveLength(3);
  });

  it('[TE66][TE67] name files of the project alone, of which nothing is shown that is like no bot', () => {
    const outside = folderWith({ 'env.secret': 'TOKEN=hunter2\n', 'bot.json': shop });
    const folder = folderWith({ 'notes.secret': 'hunter2', 'bots/shop.json': shop });
    symlinkSync(join(outside, 'bot.json'), join(folder, 'bots/link.json'));
    execFileSync('mkfifo', [join(folder, 'bots/pipe.json')]);
    const named = (...bots: string[]) => {
      const [bot = '', ...others] = bots;
      const linked = others.length === 0 ? '' : `bots: { 2: ${others[0]} }\n`;
      writeFileSync(join(folder, 'bots/a.scenarios.yaml'), `bot: ${bot}\n${linked}scenarios: []\n`);
      const { files } = runScenarioFiles({ paths: ['.'], workingFolder: folder });
      expect(JSON.stringify(files)).not.toContain('hunter2');
      return files.flatMap(({ faults }) => faults.map(({ message, place }) => `${renderPlace(place)} ${message}`));
    };
    const place = 'bots/a.scenarios.yaml:1:6';
    const secret = join(outside, 'env.secret');
    expect([
      named('/dev/zero'),
      named('pipe.json'),
      named('..'),
      named('gone.json'),
      named(secret),
      named('link.json'),
      named('shop.json', 'pipe.json'),
      named('../notes.secret'),
      named('shop.json'),
    ]).toEqual([
      [`${place} The file "/dev/zero" cannot be read (it is not a regular file).`],
      [`${place} The file "pipe.json" cannot be read (it is not a regular file).`],
      [`${place} The file ".." cannot be read (EISDIR).`],
      [`${place} There is no file "gone.json".`],
      [`${place} The file "${secret}" cannot be read (it is outside ${folder}).`],
      [`${place} The file "link.json" cannot be read (it is outside ${folder}).`],
      ['bots/a.scenarios.yaml:2:12 The file "pipe.json" cannot be read (it is not a regular file).'],
      ['notes.secret:1:1 This is not JSON: an unknown word.'],
      [],
    ]);
    truncateSync(join(folder, 'bots/a.scenarios.yaml'), 1_048_577);
    rmSync(join(folder, 'bots/link.json'));
    rmSync(join(folder, 'bots/pipe.json'));
    const { files } = runScenarioFiles({ paths: ['.'], workingFolder: folder });
    expect(files[0]?.faults[0]?.message).toBe('The file cannot be read (it is larger than 1 MiB).');
  });

  it('[BF4] a byte order mark before scenarios and before a bot counts in no column', () => {
    const marked = {
      ...files,
      'bots/shop.json': `\uFEFF${JSON.stringify(shop)}`,
      'tests/ann.scenarios.yaml': `\uFEFF${files['tests/ann.scenarios.yaml']}`,
    };
    expect(run(marked)).toMatchObject({ passed: 3, failed: 1, unreadable: 0 });
    expect(faultsOf({ 'a.scenarios.yaml': '\uFEFFbots: 1' })[0]).toBe('a.scenarios.yaml:1:1  "scenarios" is missing.');
  });

  it('[TE32] are the selected ones, up to the first failure', () => {
    expect(run(files, { isWanted: (name) => name === 'Ann' })).toMatchObject({ passed: 2, failed: 0, notRun: 2 });
    expect(run(files, { bail: true })).toMatchObject({ passed: 1, failed: 1, notRun: 2 });
  });

  it('[TE31] say what cannot be read, and where', () => {
    const { text: _, ...broken } = { text: '', ...shop };
    expect(
      faultsOf({
        'a.scenarios.json': '{"bot": "shop.json"\n"scenarios": []}',
        'b.scenarios.yaml': 'scenarios: []',
        'c.scenarios.yaml': 'bot: gone.json\nbots: { 1: shop.json, 2: half.json }\nscenarios: []',
        'd.scenarios.yaml': 'bot: shop.json\nbots: { 1: shop.json }\nscenarios: []',
        'shop.json': broken,
        'half.json': '{"nodes": {',
      }),
    ).toEqual([
      'a.scenarios.json:2:1  This is not JSON: a comma is missing before this.',
      'b.scenarios.yaml:1:1  "bot" is missing: the file of the bot, by its path from this file.',
      'c.scenarios.yaml:1:6  There is no file "gone.json".',
      'half.json:1:12  This is not JSON: a closing brace is missing before this.',
      'd.scenarios.yaml:2:12  The bot shop.json has the number 1, too.',
    ]);
  });

  it('[TE31] are not run with a bot that breaks rules', () => {
    const broken = diagramOf({ welcome: ['ask_question', { text: '', destination: 'name' }] });
    const content = {
      'bot.json': { diagram: broken },
      'a.scenarios.yaml': 'bot: bot.json\nscenarios: [{ name: x, steps: [] }]',
    };
    expect(run(content)).toMatchObject({ refused: 1, unreadable: 0, passed: 0 });
    const [fault] = faultsOf(content);
    expect(fault).toMatch(/^bot\.json:\d+:\d+ param_non_empty Block "welcome": "text" should not be empty/);
  });

  it('[TE31] have the family and the number of the bot that its file says', () => {
    const jump = diagramOf(
      {
        welcome: ['ask_question', { text: 'First?', destination: 'x' }],
        link: ['bot_link', { bot: 7, node: 'welcome' }],
      },
      ['welcome.$success--link'],
    );
    const steps = [{ visitor: 'x' }, { bot: 'First?' }];
    const report = run({
      'bot.json': { botwright: 1, bot: { number: 7, channel_family: 'native' }, diagram: jump },
      'a.scenarios.json': { bot: 'bot.json', channel_family: 'facebook', scenarios: [{ name: 'x', steps }] },
    });
    expect(report).toMatchObject({ passed: 1, failed: 0 });
  });

  it('[TE34] are made for each bot, next to it', () => {
    const folder = folderWith({
      'bots/shop.json': shop,
      'package.json': {},
      'broken.json': diagramOf({ welcome: ['ask_question', { text: '', destination: 'x' }] }),
      'shop.scenarios.json': { bot: 'bots/shop.json', scenarios: [] },
    });
    const [shopFile, broken, ...others] = skeletonFiles({ paths: ['.'], workingFolder: folder });
    expect(others).toEqual([]);
    expect(shopFile).toMatchObject({
      ok: true,
      name: 'bots/shop.scenarios.yaml',
      path: join(folder, 'bots/shop.scenarios.yaml'),
      scenarios: 4,
      todos: [],
      outputTally: { covered: 9, total: 9 },
    });
    expect(broken).toMatchObject({ ok: false, bot: 'broken.json', faults: [{ code: 'param_non_empty' }] });
    const { text } = shopFile as { readonly text: string };
    expect(run({ 'shop.json': shop, 'shop.scenarios.yaml': text })).toMatchObject({ passed: 4, failed: 0 });
  });
});

describe('a scenario that is added', () => {
  const added: Scenario = { name: 'New', steps: [{ visitor: 'Yes' }, { bot: 'Well: "so"' }] };
  const [ann] = scenarios;

  it.for([
    [
      'YAML',
      `# Of the shop\nbot: shop.json\nscenarios:\n  # Ann\n  - name: Ann # her\n    steps: [{ visitor: Ann }, { at: order }]\n`,
    ],
    ['JSON', JSON.stringify({ bot: 'shop.json', scenarios: [ann] })],
    [
      'YAML with more behind',
      'bot: shop.json\nscenarios:\n- name: Ann\n  steps:\n  - visitor: |\n      One\n      Two\n\nchannel_family: native\n',
    ],
    ['YAML with none yet', '# Of the shop\nbot: shop.json\nscenarios: []\n'],
    ['what is written', writeScenarios({ bot: 'shop.json', scenarios: [ann] })],
  ])('[TE33] leaves the others of %s as they are', ([form, text]) => {
    const longer = appendScenario(text as string, added);
    const before = readScenarios(text as string);
    expect(readScenarios(longer)).toMatchObject({ bot: 'shop.json', scenarios: [...before.scenarios, added] });
    if (form === 'YAML') expect(longer.startsWith((text as string).trimEnd())).toBe(true);
    if (form === 'JSON') expect(JSON.parse(longer).scenarios).toHaveLength(2);
    expect(longer.split('\n')[0]).toBe(
      form === 'JSON' ? `${(text as string).slice(0, -2)},` : (text as string).split('\n')[0],
    );
  });
});
