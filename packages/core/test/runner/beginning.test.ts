import { describe, expect, it } from 'vitest';
import { type BlockSketch, diagramOf } from './diagram-of.ts';
import { seen, talkTo } from './talk.ts';

const ask: BlockSketch = ['ask_name', { text: 'Name?', destination: 'name' }];

describe('beginning', () => {
  it.for([
    ['native', 'from welcome'],
    ['apichat', 'from bot_start'],
    ['facebook', 'from bot_start'],
    ['of a host', 'from bot_start'],
  ])('[RN8] on the family "%s" the greeting comes %s', ([channelFamily = '', said]) => {
    const diagram = diagramOf({
      bot_start: ['send_text', { text: 'from bot_start' }],
      welcome: ['send_text', { text: 'from welcome' }],
    });
    expect(seen(talkTo(diagram, { channelFamily }).start())).toEqual([said]);
  });

  it('[RN8] a host names the slot of its own family', () => {
    const talk = talkTo(diagramOf({}));
    talk.publish(diagramOf({ hello: ['send_text', { text: 'Hello' }] }), { greetingSlot: 'hello' });
    expect(seen(talk.start())).toEqual(['Hello']);
  });

  it('[RN9] an empty slot falls back to where `hidden` leads', () => {
    const diagram = diagramOf({ n1: ['send_text', { text: 'from n1' }] }, ['hidden.$success--n1']);
    expect(seen(talkTo(diagram).start())).toEqual(['from n1']);
  });

  it('[RN9] a bot with nothing to begin at says so', () => {
    expect(talkTo(diagramOf({})).start().messages).toEqual([
      { type: 'event', action: 'error', code: 'greeting_missing', detail: 'The bot has no block to begin at.' },
    ]);
  });

  it('[RN10] a start can name a block', () => {
    const diagram = diagramOf({ welcome: ask, n1: ['send_text', { text: 'from n1' }] });
    expect(seen(talkTo(diagram).start('n1'))).toEqual(['from n1']);
    expect(seen(talkTo(diagram).start('nowhere'))).toEqual(['(node_unknown)']);
  });

  it('[RN11] the first message of a visitor begins the conversation and answers nothing', () => {
    const talk = talkTo(diagramOf({ welcome: ask }));
    expect([seen(talk.say('Hi there')), talk.fields()]).toEqual([['Name?'], {}]);
  });

  it('[RN11] a message after the end begins the conversation again, and the Fields stay', () => {
    const talk = talkTo(
      diagramOf({ welcome: ask, bye: ['send_text', { text: 'Bye @{name}' }] }, ['welcome.$success--bye']),
    );
    talk.start();
    expect(seen(talk.say('Ada'))).toEqual(['Bye Ada']);
    expect([seen(talk.say('One more thing')), talk.fields()['name']]).toEqual([
      ['Name?'],
      { type: 'string', value: 'Ada' },
    ]);
  });

  it.for([
    ['the block is gone', diagramOf({ welcome: ['send_text', { text: 'New' }] })],
    [
      'the block is another one',
      diagramOf({ welcome: ['send_text', { text: 'New' }], n1: ['ask_email', { text: 'Mail?' }] }),
    ],
  ] as const)('[RN12] a conversation begins anew when %s', ([, published]) => {
    const talk = talkTo(diagramOf({ welcome: ask, n1: ask }));
    talk.start('n1');
    talk.publish(published);
    expect(seen(talk.say('Ada'))).toEqual(['New']);
  });

  it('[RN12] a conversation restarts when the step gets another bot', () => {
    const talk = talkTo(diagramOf({ welcome: ask }));
    talk.start();
    talk.publish(diagramOf({ welcome: ['ask_name', { text: 'Other bot. Name?' }] }), { number: 8 });
    expect([seen(talk.say('Ada')), talk.state().bot]).toEqual([['Other bot. Name?'], 8]);
  });

  it('[RN12] a conversation restarts when the block of an outcome was removed', () => {
    const talk = talkTo(diagramOf({ welcome: ['webhook', { url: 'https://example.org' }] }));
    talk.start();
    talk.publish(diagramOf({ welcome: ['send_text', { text: 'New' }] }));
    expect(seen(talk.succeed({ status: 200 }))).toEqual(['New']);
  });

  it('[RN13] a start forgets what was awaited', () => {
    const talk = talkTo(diagramOf({ welcome: ['webhook', { url: 'https://example.org' }] }));
    const [old] = talk.start().effects;
    talk.start();
    const late = talk.take({ kind: 'result', effect: old?.id ?? '', outcome: { ok: true } });
    expect(late).toEqual({ state: talk.state(), messages: [], writes: [], effects: [] });
  });
});
