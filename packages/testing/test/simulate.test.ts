import { describe, expect, it } from 'vitest';
import { DiagramRefused, failed, type SimulatedChat, type SimulateOptions, simulate } from '../src/index.ts';
import { shop } from './bots.ts';
import { diagramOf } from './diagram-of.ts';

/** A chat at the question whether to order. */
function asked(options: SimulateOptions = {}): SimulatedChat {
  const chat = simulate(shop, options);
  chat.start();
  chat.reply('Ann');
  return chat;
}

describe('a scripted visitor', () => {
  it('[TE1] has the same conversation each time', () => {
    const run = () => {
      const { transcript, trace, effects } = asked({ effects: { webhook: { status: 200 } } });
      return JSON.stringify([transcript, trace, effects]);
    };
    expect(run()).toBe(run());
  });

  it('[TE2][TE11] reads what the bot says since the last input', () => {
    const chat = simulate(shop);
    expect(chat.at).toBeUndefined();
    chat.start();
    expect(chat.said).toEqual(['What is your name?']);
    chat.reply('Ann');
    expect(chat.said).toEqual(['Hi Ann', 'Shall I order?']);
    expect(chat.buttons).toEqual(['Yes', 'No']);
    expect(chat.fields).toEqual({ name: 'Ann' });
    expect(chat.at).toBe('order');
    expect(chat.isOver).toBe(false);
    chat.press('No');
    expect(chat.said).toEqual(['Goodbye.']);
    expect(chat.at).toBe('bye');
    expect(chat.isOver).toBe(true);
    expect(chat.transcript.map(({ from }) => from)).toEqual([
      'start',
      'bot',
      'visitor',
      'bot',
      'bot',
      'visitor',
      'bot',
    ]);
    expect(chat.trace.at(-1)).toEqual({ kind: 'entered', bot: 1, node: 'bye' });
  });

  it('[TE3] is refused by a bot that breaks rules, unless it is not to be checked', () => {
    const broken = diagramOf({ welcome: ['ask_name', { text: '' }] });
    expect(() => simulate(broken)).toThrow(DiagramRefused);
    expect(() => simulate(broken)).toThrow('/nodes/welcome/params/text');
    expect(() => simulate(shop, { bots: { 2: broken } })).toThrow('The diagram of bot 2 has violations:');
    simulate(broken, { unchecked: true }).start();
    expect(() => simulate({} as never)).toThrow(
      new TypeError('The member "nodes" of the diagram cannot be read: It is required.'),
    );
  });

  it('[TE4] sends files and places', () => {
    const chat = simulate(
      diagramOf({
        welcome: ['ask_question', { text: 'Hi', destination: 'x' }],
        file: ['ask_file', { text: 'A file?', destination: 'file' }],
      }),
    );
    chat.start('file');
    chat.send({ location: { latitude: 1, longitude: 2 } });
    expect(chat.isOver).toBe(false);
    chat.send({ image: 'https://example.org/cat.png', caption: 'A cat' });
    expect(chat.fields).toEqual({ file: 'https://example.org/cat.png' });
    expect(() => chat.send({ sticker: 'x' } as never)).toThrow('A visitor sends one of { image }');
  });

  it('[TE5] presses a button by its payload or its label', () => {
    for (const button of ['$no', 'No']) {
      const chat = asked();
      chat.press(button);
      expect(chat.fields['wanted']).toBe(false);
    }
    expect(() => asked().press('Maybe')).toThrow(
      'The bot offers no button "Maybe". It offers "Yes" ($yes), "No" ($no).',
    );
  });

  it('[TE6] lets time pass only when asked to', () => {
    const clock = diagramOf(
      {
        welcome: ['ask_question', { text: 'Go?', destination: 'go' }],
        time: ['formulas', { expression: 'string(now)', destination: 'time' }],
      },
      ['welcome.$success--time'],
    );
    const chat = simulate(clock, { now: '2026-03-01T08:00:00Z' });
    chat.start();
    chat.pass({ days: 1, hours: 2, minutes: 3, seconds: 4 });
    chat.reply('yes');
    expect(chat.fields['time']).toBe('2026-03-02T10:03:04Z');
    expect(() => chat.pass({ hours: -1 })).toThrow(RangeError);
    expect(() => simulate(clock, { now: 'today' })).toThrow('"today" is not a time');
  });

  it('[TE7] has effects answered at once, or left waiting', () => {
    const requests: string[] = [];
    const chat = asked({
      effects: {
        webhook: ({ method, url, body }) => {
          requests.push(`${method} ${url} ${body}`);
          return { status: 200, body: { id: 17 } };
        },
      },
    });
    chat.press('Yes');
    expect(requests).toEqual(['POST https://shop.example.org/orders {"for":"Ann"}']);
    expect(chat.fields['answer']).toEqual({ id: 17 });
    expect(chat.said).toEqual(['Welcome back, friend.', 'Goodbye.']);
    expect(chat.effects.map(({ id, kind }) => [id, kind])).toEqual([
      ['chat/3/1', 'webhook'],
      ['chat/4/1', 'close'],
    ]);
  });

  it('[TE8] answers the effect that the bot waits for', () => {
    const chat = asked();
    chat.press('Yes');
    expect(chat.awaited).toMatchObject({ kind: 'webhook', node: 'call' });
    expect(() => chat.answer({ id: 17 })).toThrow('A webhook is answered with { status, body? }');
    chat.answer(failed('timeout'));
    expect(chat.said).toEqual(['The shop is closed.']);
    expect(chat.awaited).toBeUndefined();
    expect(() => asked({ effects: { webhook: (async () => ({})) as never } }).press('Yes')).toThrow('is a promise');
  });

  it('[TE9] jumps to the bots that it has', () => {
    const first = diagramOf({
      welcome: ['ask_question', { text: 'First?', destination: 'x' }],
      link: ['bot_link', { bot: 2 }],
    });
    const second = diagramOf({ welcome: ['ask_question', { text: 'Second?', destination: 'x' }] });
    const chat = simulate(first, { bots: { 2: second } });
    for (const _ of [1, 2]) {
      chat.start('link');
      expect(chat.said).toEqual(['Second?']);
      expect(chat.bot).toBe(2);
    }

    const alone = simulate(first);
    alone.start('link');
    expect(alone.awaited).toMatchObject({ kind: 'jump', bot: 2 });
    expect(() => alone.answer()).toThrow('Add bot 2 to the option "bots".');
    alone.answer(failed('gone'));
    expect(alone.said).toEqual(['jump_failed']);
    expect(() => simulate({ diagram: first, number: 2 }, { bots: { 2: second } })).toThrow(
      'Two bots have the number 2',
    );
  });

  it.for<[string, (chat: SimulatedChat) => void, string]>([
    ['writes before the start', (chat) => chat.reply('Hi'), 'Call start() before reply()'],
    ['presses before the start', (chat) => chat.press('Yes'), 'Call start() before press()'],
    ['answers nothing', (chat) => chat.answer(), 'The bot waits for no effect'],
    [
      'writes after the end',
      (chat) => {
        chat.start();
        chat.reply('Bob');
        chat.press('No');
        chat.reply('Hello?');
      },
      'The conversation is over (closed): start it again first',
    ],
    [
      'writes while an effect is awaited',
      (chat) => {
        chat.start();
        chat.reply('Bob');
        chat.press('Yes');
        chat.reply('Hello?');
      },
      'The bot waits for the outcome of the effect "webhook" of block "call"',
    ],
  ])('[TE10] is refused when it %s', ([, script, message]) => {
    expect(() => script(simulate(shop))).toThrow(message);
  });

  it('[TE11] begins with Fields and at a block', () => {
    const chat = simulate(shop, { fields: { name: 'Bob', age: 3 } });
    chat.start('hello');
    expect(chat.said).toEqual(['Hi Bob', 'Shall I order?']);
    expect(chat.fields).toEqual({ name: 'Bob', age: 3 });
    expect(() => simulate(shop, { fields: { name: null } })).toThrow('The Field "name" cannot be null.');
  });
});
