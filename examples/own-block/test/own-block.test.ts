import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { failed, simulate } from '@botwright/testing';
import { expect, it } from 'vitest';
import { packageOptions } from '../../../scripts/built-for-tests.mjs';
import { rollDice } from '../src/roll-dice.ts';

const connect = (sourcePath: string, type: string, targetPath: string) => {
  const id = `${sourcePath}.${type}--${targetPath}`;
  return { [id]: { id, type, sourcePath, targetPath } };
};

const diagram = {
  nodes: {
    hidden: { id: 'hidden', template: 'hidden', params: {} },
    welcome: { id: 'welcome', template: 'yes_no', params: { text: 'Roll?', version: 3 } },
    dice: { id: 'dice', template: 'acme_dice', params: { sides: 20, destination: 'rolled' } },
    bye: { id: 'bye', template: 'close', params: { text: 'You rolled @{rolled}.' } },
    sorry: { id: 'sorry', template: 'close', params: { text: 'The die is gone.' } },
  },
  connections: {
    ...connect('welcome', '$yes', 'dice'),
    ...connect('dice', '$success', 'bye'),
    ...connect('dice', '$failed', 'sorry'),
  },
};

it('rolls as many sides as the author wants', () => {
  const chat = simulate(diagram, { blocks: [rollDice], effects: { host: ({ data }) => Number(data['sides']) } });
  chat.start();
  chat.reply('Yes');
  expect([chat.said, chat.fields]).toMatchObject([['You rolled 20.'], { rolled: 20 }]);
});

it('continues if no die was rolled', () => {
  const chat = simulate(diagram, { blocks: [rollDice] });
  chat.start();
  chat.reply('Yes');
  chat.answer(failed('lost'));
  expect(chat.said).toEqual(['The die is gone.']);
});

it('runs, and prints what happened', async () => {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...packageOptions, main]);
  expect(stdout.split('\n')).toEqual([
    'In the catalog: true.',
    'With one side: param_min at sides.',
    'bot: Your name?',
    'customer: Ann',
    expect.stringMatching(/^bot: Ann rolled ([1-9]|1\d|20)\.$/),
    '',
  ]);
  expect(stderr).toBe('');
});
