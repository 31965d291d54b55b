import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { text, typebot } from '../../../import/test/typebot-fixture.ts';
import { folderWith } from '../lint/run-lint.ts';
import { runCommand } from '../support/run-command.ts';

const pay = { id: 'pay', type: 'payment input', options: {} };
const lead = typebot([{ id: 'g', blocks: [text('hello', 'Hello'), pay] }]);
const lines = (output: string): readonly string[] => output.trimEnd().split('\n');

it('[IM30][IM33] writes bots that lint and push read, and prints each difference with its place', () => {
  const folder = folderWith({ 'lead.json': lead });
  const { status, stdout, stderr } = runCommand(folder, ['import', 'lead.json']);
  expect([status, stderr]).toEqual([0, '']);
  expect(lines(stdout)).toEqual([
    'lead-form: 1 block, 3 carried, 0 changed, 1 lost -> bots/lead-form.json',
    expect.stringMatching(
      /^ {2}lead\.json:\d+:\d+ lost integration-unknown: The visitor is not asked to pay; the conversation goes on\.$/,
    ),
  ]);
  const file = JSON.parse(readFileSync(join(folder, 'bots/lead-form.json'), 'utf8'));
  expect([file.botwright, file.bot]).toEqual([1, { name: 'Lead form', channel_family: 'native' }]);
  expect(runCommand(folder, ['lint', 'bots']).status).toBe(0);
  expect(runCommand(folder, ['import', 'lead.json', '--out', 'other', '--strict']).status).toBe(1);
});

it('[IM32][IM33] prints JSON or Markdown, and writes the report', () => {
  const folder = folderWith({ 'lead.json': lead });
  const dry = runCommand(folder, ['import', 'lead.json', '--dry-run', '--format', 'json', '--report', 'report.json']);
  expect(JSON.parse(dry.stdout).counts).toEqual({ carried: 3, changed: 0, lost: 1 });
  expect(runCommand(folder, ['lint', 'bots']).status).toBe(2);
  const written = runCommand(folder, ['import', 'lead.json', '--format', 'markdown', '--report', 'report.json']);
  expect(written.stdout).toContain('| lost | `integration-unknown` |');
  expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toEqual(JSON.parse(dry.stdout));
});

it('[IM34] a file in the place of the folder is refused in one line', () => {
  const folder = folderWith({ 'lead.json': lead, bots: 'a file' });
  const { status, stdout, stderr } = runCommand(folder, ['import', 'lead.json']);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^botwright: [^\n]*bots[^\n]*\n$/);
});

it('[IM34] overwrites nothing without --force, and no link with it', () => {
  const folder = folderWith({ 'lead.json': lead, 'bots/lead-form.json': 'mine' });
  const refused = runCommand(folder, ['import', 'lead.json']);
  expect([refused.status, refused.stderr]).toEqual([
    1,
    'botwright: The file bots/lead-form.json exists: --force overwrites it.\n',
  ]);
  expect(runCommand(folder, ['import', 'lead.json', '--force']).status).toBe(0);
  writeFileSync(join(folder, 'elsewhere'), 'mine');
  symlinkSync('../elsewhere', join(folder, 'bots/linked.json'));
  writeFileSync(join(folder, 'linked.json'), JSON.stringify({ ...(lead as object), name: 'Linked' }));
  expect(runCommand(folder, ['import', 'linked.json', '--force']).status).toBe(1);
  expect(readFileSync(join(folder, 'elsewhere'), 'utf8')).toBe('mine');
});

it('[IM30][IM31] other files of a folder are skipped, and nothing to read ends with 2 in one line', () => {
  const folder = folderWith({ 'in/lead.json': lead, 'in/other.json': { a: 1 }, 'none/other.json': { a: 1 } });
  const some = runCommand(folder, ['import', 'in']);
  expect([some.status, some.stderr]).toEqual([
    0,
    'in/other.json is skipped: it does not hold a bot of a known system.\n',
  ]);
  writeFileSync(join(folder, 'in/flows.yml'), 'a: 1\n  b: [');
  expect(runCommand(folder, ['import', 'in', '--force']).stderr).toContain(
    'in/flows.yml is skipped: it is not valid YAML: line 1.\n',
  );
  const none = runCommand(folder, ['import', 'none/other.json']);
  expect([none.status, none.stderr]).toEqual([
    2,
    'botwright: none/other.json does not hold a bot of a known system.\n',
  ]);
  expect(runCommand(folder, ['import', 'none']).status).toBe(2);
  expect(runCommand(folder, ['import', 'in', '--from', 'nothing']).status).toBe(2);
});

it('[IM31][IM33][IB1] a folder of a bot with several files is one bot', () => {
  const folder = folderWith({
    'support/bot.config.json': { name: 'Support', defaultLanguage: 'en' },
    'support/flows/main.flow.json': {
      version: '0.0.1',
      startNode: 'entry',
      nodes: [{ id: 'a', name: 'entry', onEnter: ['say #!builtin_text-hi', 'own {}'], onReceive: null, next: [] }],
    },
    'support/content-elements/builtin_text.json': [{ id: 'builtin_text-hi', formData: { text$en: 'Hi!' } }],
    'support/actions/own.js': 'return 1',
  });
  const { status, stdout, stderr } = runCommand(folder, ['import', 'support']);
  expect([status, stderr]).toEqual([0, '']);
  expect(lines(stdout)).toEqual([
    'support: 2 blocks, 5 carried, 0 changed, 1 lost -> bots/support.json',
    expect.stringMatching(/^ {2}support\/flows\/main\.flow\.json:\d+:\d+ lost code-not-translated: /),
    '  needs code JavaScript',
  ]);
});

it('[IM30][IM31][IM33] a folder of an agent or of an assistant is a bot with its scenarios', () => {
  const turn = {
    userInput: { input: { text: { text: 'hi' } } },
    virtualAgentOutput: { textResponses: [{ text: ['Hello.'] }] },
  };
  const folder = folderWith({
    'shop/agent.json': { defaultLanguageCode: 'en', startFlow: 'Main', displayName: 'Shop' },
    'shop/flows/Main/Main.json': {
      displayName: 'Main',
      transitionRoutes: [
        { intent: 'Default Welcome Intent', triggerFulfillment: { messages: [{ text: { text: ['Hello.'] } }] } },
      ],
    },
    'shop/intents/Default Welcome Intent/Default Welcome Intent.json': { displayName: 'Default Welcome Intent' },
    'shop/intents/Default Welcome Intent/trainingPhrases/en.json': { trainingPhrases: [{ parts: [{ text: 'hi' }] }] },
    'shop/testCases/Hi.json': { displayName: 'Hi', testCaseConversationTurns: [turn] },
    'bank/data/flows.yml': 'flows:\n  help:\n    description: help\n    steps:\n      - action: utter_none\n',
    'bank/notes.yml': 'a: 1\n',
  });
  const shop = runCommand(folder, ['import', 'shop']);
  expect([shop.status, shop.stderr]).toEqual([0, '']);
  expect(lines(shop.stdout)[0]).toMatch(/^shop: \d+ blocks, \d+ carried, \d+ changed, 0 lost -> bots\/shop\.json$/);
  expect(runCommand(folder, ['test', 'bots']).stdout).toContain('1 passed');
  const bank = runCommand(folder, ['import', 'bank']);
  expect(bank.stderr).toBe('bank/notes.yml is skipped: it does not hold a bot of a known system.\n');
  expect(lines(bank.stdout)).toContainEqual(
    '  bank/data/flows.yml:5:9 lost wording-dropped: The response “utter_none” is not there, and is not said.',
  );
});
