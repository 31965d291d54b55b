import { simulate } from '@botwright/testing';
import { expect, it } from 'vitest';
import { importBots } from '../src/index.ts';
import { blocksOf, bytesOf, connectionsOf, differencesOf, type Json } from './typebot-fixture.ts';

const imported = (blocks: { readonly [id: string]: Json }) => importBots([{ path: 'shop.js', bytes: bytesOf(blocks) }]);

const says = (words: string, next: string | undefined, others: { readonly [name: string]: Json } = {}): Json => ({
  name: words.slice(0, 20),
  function: '__send_message__',
  left: 10,
  top: 20,
  responses: [{ entity: 'text', order: 0, text: words }],
  ...(next === undefined ? {} : { next: { success: next } }),
  ...others,
});
const offers = (words: string, buttons: readonly string[], next: string): Json => ({
  ...(says(words, next) as object),
  responses: [{ entity: 'button', order: 0, text: words, buttons, extra: { hide_textbox: true } }],
});
const chooses = (next: { readonly [word: string]: string }): Json => ({ function: '__choice__', next });

const shop: { readonly [id: string]: Json } = {
  '1': says('Hi!', '2'),
  '2': says('What is your *name*?', '3'),
  '3': { function: '__text__', field: 'name', next: { success: '4' } },
  '4': offers('Hello @name, what do you want?', ['Tell me more', 'Sign me up'], '5'),
  '5': chooses({ tell: '6', sign: '7', more: '6', failed: '4' }),
  '6': says('We sell *boats*.\n{html}<img src="x" onerror="go()">{/html}', '4'),
  '7': { function: '__email__', field: 'email', next: { success: '9', failed: '8' } },
  '8': says('Is that an e-mail?', '7'),
  '9': { function: '__text__', virtual: true, field: 'custom', custom_field: 'plan', next: { success: '10' } },
  '10': says('You chose @plan. Bye!', ''),
};

it('[IL1][IL3][IL4][IL5] talks as its source does', () => {
  const result = imported(shop);
  expect(result.report.system).toBe('landbot');
  const chat = simulate(result.bots[0]?.diagram as never);
  chat.start();
  chat.reply('Ann');
  expect(chat.said.at(-1)).toBe('Hello Ann, what do you want?');
  chat.press('Tell me more');
  expect(chat.said).toContain('We sell boats.');
  chat.press('Sign me up');
  chat.reply('ann@example.com');
  expect(chat.said.at(-1)).toBe('You chose Sign me up. Bye!');
});

it('[IL3] words of the next block lead where the labels of the buttons lead', () => {
  const result = imported(shop);
  expect(blocksOf(result)['4']).toEqual([
    'buttons',
    expect.objectContaining({
      destination: 'last_choice',
      buttons: [
        { id: 'Tell_me_more', label: 'Tell me more', words: ['tell', 'more'] },
        { id: 'Sign_me_up', label: 'Sign me up', words: ['sign'] },
      ],
    }),
  ]);
  expect(connectionsOf(result)).toEqual(expect.arrayContaining(['4.$Tell_me_more--6', '4.$Sign_me_up--7']));
});

it('[IL2] begins at the block from which most blocks are reached', () => {
  const looped = imported({
    '1': says('Again', '2'),
    '2': offers('Or?', ['Yes'], '3'),
    '3': chooses({ yes: '1' }),
    '9': says('Hello', '1'),
  });
  expect(looped.report.entries[0]).toMatchObject({ code: 'start-implied', message: expect.stringContaining('“9”') });
  expect(blocksOf(looped)['welcome']).toEqual(['opening', { text: 'Hello' }]);
});

it('[IL4] HTML is gone, and addresses of e-mail are no variables', () => {
  const result = imported({ '1': says('Write to me@example.com, @first_name.\n{html}<b>Now</b>{/html}', undefined) });
  expect(blocksOf(result)['welcome']).toEqual(['opening', { text: 'Write to me@example.com, @{first_name}.\nNow' }]);
  expect(differencesOf(result)).toContain('/1/responses/0 changed html-removed');
});

it('[IL1] pictures, requests, checks and unknown blocks', () => {
  const result = imported({
    '1': says('Hi', '2', { delaytime: '1,5' }),
    '2': {
      function: '__send_message__',
      responses: [{ entity: 'image', path: 'https://example.com/a.png' }],
      next: { success: '3' },
    },
    '3': {
      function: '__send_request__',
      method: 'POST',
      url: 'https://example.com/leads',
      headers: { 'Content-Type': 'application/json' },
      data: { email: '@email' },
      next: { success: '4' },
    },
    '4': { function: '__field_exists__', field: 'email', next: { success: '5', failed: '5' } },
    '5': { function: '__dance__', next: { success: '1' } },
  });
  expect(Object.values(blocksOf(result)).map(([template]) => template)).toEqual(
    expect.arrayContaining(['media', 'webhook', 'conditions', 'wait']),
  );
  expect(differencesOf(result)).toContain('/5 lost integration-unknown');
});
