import { expect, it } from 'vitest';
import { failed, recordScenario, runScenario, simulate } from '../src/index.ts';
import { shop } from './bots.ts';
import { diagramOf } from './diagram-of.ts';

it('[TE29] makes a scenario of a chat that passes', () => {
  const chat = simulate(shop, { fields: { tier: 'gold' } });
  chat.start();
  chat.reply('Bob');
  chat.start();
  chat.reply('Ann');
  chat.pass({ hours: 2 });
  chat.press('$yes');
  chat.answer(failed('timeout'));
  const scenario = recordScenario(chat, { name: 'Closed', fields: { tier: 'gold' } });
  expect(scenario).toEqual({
    name: 'Closed',
    fields: { tier: 'gold' },
    steps: [
      { bot: 'What is your name?' },
      { visitor: 'Ann' },
      { bot: 'Hi Ann' },
      { bot: { text: 'Shall I order?', buttons: ['Yes', 'No'] } },
      { pass: { hours: 2 } },
      { press: 'Yes' },
      { effect: { kind: 'webhook', method: 'POST', url: 'https://shop.example.org/orders' }, fails: 'timeout' },
      { bot: 'The shop is closed.' },
      { ends_at: 'sorry' },
    ],
  });
  expect(runScenario(scenario, shop).failure).toBeUndefined();
});

it('[TE29] writes payloads where labels are the same, files, places, jumps and the block that it began at', () => {
  const buttons = [
    { id: 'a', label: 'Same' },
    { id: 'b', label: 'Same' },
  ];
  const first = diagramOf(
    {
      welcome: ['ask_question', { text: 'Hi', destination: 'x' }],
      which: ['buttons', { text: 'Which?', destination: 'which', buttons }],
      file: ['ask_file', { text: 'A file?', destination: 'file' }],
      link: ['bot_link', { bot: 2 }],
    },
    ['which.$b--file', 'file.$success--link'],
  );
  const second = diagramOf({ welcome: ['ask_question', { text: 'Second?', destination: 'x' }] });
  const options = { unchecked: true, bots: { 2: second } };
  const chat = simulate(first, options);
  chat.start('which');
  chat.press('$b');
  chat.send({ location: { latitude: 1, longitude: 2 } });
  chat.send({ image: 'https://example.org/cat.png', caption: 'A cat' });
  const scenario = recordScenario(chat, { name: 'It' });
  expect(scenario.start).toBe('which');
  expect(scenario.steps.slice(1)).toEqual([
    { press: '$b' },
    { bot: 'A file?' },
    { send: { location: { latitude: 1, longitude: 2 } } },
    { bot: 'A file?' },
    { send: { image: 'https://example.org/cat.png', caption: 'A cat' } },
    { bot: 'Second?' },
    { at: 'welcome' },
  ]);
  expect(runScenario(scenario, first, options).failure).toBeUndefined();
});
