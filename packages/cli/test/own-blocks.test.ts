import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { folderWith } from './lint/run-lint.ts';
import { runCommand } from './support/run-command.ts';

const plugin = `
import { leave } from '@botwright/core/runner';
const variant = { selector: [], params: [], outputs: ['rolled'], outputDerivations: [], requiredTier: 'sandbox' };
const dice = {
  name: 'roll_dice', template: 'acme_dice', title: 'Roll dice', description: 'Rolls one die.', group: 'acme',
  placeable: true, canBeWelcome: false, waits: false, variants: [variant],
};
const six = { kind: 'set', name: 'rolled', type: 'integer', value: 6 };
export default {
  blocks: [dice],
  behaviours: [{ block: 'roll_dice', enter: () => leave('rolled', { writes: [six] }) }],
};
`;

const connect = (sourcePath: string, type: string, targetPath: string) => {
  const id = `${sourcePath}.${type}--${targetPath}`;
  return { [id]: { id, type, sourcePath, targetPath } };
};

const bot = {
  nodes: {
    hidden: { id: 'hidden', template: 'hidden', params: {} },
    welcome: { id: 'welcome', template: 'var_text', params: { text: 'Your name?', destination: 'name', version: 3 } },
    dice: { id: 'dice', template: 'acme_dice', params: {}, top: 100 },
    bye: { id: 'bye', template: 'close', params: { text: '@{name} rolled @{rolled}.' }, top: 200 },
  },
  connections: {
    ...connect('welcome', '$success', 'dice'),
    ...connect('dice', 'rolled', 'bye'),
  },
};

const scenarios = `bot: bot.json
scenarios:
  - name: Ann rolls
    steps: [{ visitor: Ann }, { bot: Ann rolled 6. }, { ends_at: bye }]
`;

function folderOf(text = plugin): string {
  const folder = folderWith({
    'botwright.config.json': { plugins: ['./dice.mjs'] },
    'dice.mjs': text,
    'bot.json': bot,
    'bot.scenarios.yaml': scenarios,
  });
  mkdirSync(join(folder, 'node_modules/@botwright'), { recursive: true });
  const core = fileURLToPath(new URL('../../core', import.meta.url));
  symlinkSync(core, join(folder, 'node_modules/@botwright/core'));
  return folder;
}

it('[TC15] written and generated scenarios run blocks of a plugin', () => {
  const folder = folderOf();
  expect(runCommand(folder, ['test'])).toMatchObject({ status: 0, stderr: '' });
  const generated = folderOf();
  expect(runCommand(generated, ['test', '--generate', 'bot.json']).stdout).toContain('left bot.scenarios.yaml');
  expect(runCommand(folderWith({ 'bot.json': bot, 'bot.scenarios.yaml': scenarios }), ['test'])).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('acme_dice'),
  });
});

it('[TC15] a plugin provides both halves of a block together', () => {
  const whole = `
    ${plugin.replace('export default', 'const { blocks: [definition], behaviours: [behaviour] } =').replace('import { leave }', 'import { defineBlock, leave }')}
    export default { blocks: [defineBlock({ definition, behaviour })] };
  `;
  expect(runCommand(folderOf(whole), ['test'])).toMatchObject({ status: 0, stderr: '' });
});

it('[RC10] the terminal runs blocks of a plugin', () => {
  const { status, stdout } = runCommand(folderOf(), ['record', 'bot.json'], { input: 'Ann\n' });
  expect([status, stdout]).toEqual([0, expect.stringContaining('- bot: Ann rolled 6.')]);
});

it.for([
  ['export default { behaviours: [{ block: "roll_dice" }] };', 'A behaviour has the name of its "block", and "enter".'],
  ['export default { behaviours: [{ block: "roll_dice", enter() {} }] };', 'There is no block "roll_dice" to behave.'],
  [
    `${plugin.replace('export default', 'const all =')} export default { ...all, behaviours: [...all.behaviours, ...all.behaviours] };`,
    'The block "roll_dice" has two behaviours.',
  ],
] as const)('[LC17] a plugin that is %j is refused', ([text, problem]) => {
  const { status, stderr } = runCommand(folderOf(text), ['test']);
  expect([status, stderr]).toEqual([2, `botwright: The plugin ./dice.mjs cannot be used: ${problem}\n`]);
});
