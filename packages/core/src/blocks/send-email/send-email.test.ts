import { describe, expect, it } from 'vitest';
import { diagramOf } from '../../../test/runner/diagram-of.ts';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen, talkTo } from '../../../test/runner/talk.ts';
import { createConversation } from '../../domain/conversation/conversation-state.ts';
import type { EmailEffect } from '../../domain/conversation/effects.ts';
import { prepareBot } from '../../domain/conversation/prepared-bot.ts';
import type { Fields } from '../../domain/field/field.ts';
import type { JsonObject, JsonValue } from '../../domain/json/json-value.ts';
import { conversationRunner } from '../../runner/index.ts';
import { sendEmail as definition } from './definition.ts';

const fields: Fields = {
  mail: { type: 'string', value: ' ada@example.org ' },
  team: { type: 'array', value: ['a@example.org', 'b@example.org'] },
  many: { type: 'array', value: Array.from({ length: 30 }, (_, at) => `n${at}@example.org`) },
  lines: { type: 'string', value: 'a\r\nBcc: evil@example.org\u0000\u2028x' },
  two: { type: 'string', value: 'a@example.org, b@example.org' },
  file: { type: 'string', value: 'https://example.org/cv.pdf' },
  files: { type: 'array', value: ['https://example.org/1', 'x', 7] },
  bad: { type: 'string', value: 'javascript:alert(1)' },
  'a, b': { type: 'string', value: 'c@example.org' },
};
const given = { to: 'me@example.com', subject: 'Hi', text: 'Hello' };

const talkOf = (params: JsonObject) => talkToBlock('send_email', { ...given, ...params }, { fields });
const effectOf = (params: JsonObject): Partial<EmailEffect> =>
  (talkOf(params).start().effects[0] ?? {}) as Partial<EmailEffect>;

describe('the mail', () => {
  it('[EM2] is an effect that the conversation awaits', () => {
    const params = { cc: ['b@example.com'], bcc: 'c@example.com', replyTo: '@{mail}', fromName: 'Ada @{none}' };
    expect(talkOf({ ...params, transcript: true, text: 'I am @{mail}' }).start().effects).toEqual([
      {
        id: 'talk/1/1',
        node: 'welcome',
        awaited: true,
        kind: 'email',
        to: ['me@example.com'],
        cc: ['b@example.com'],
        bcc: ['c@example.com'],
        replyTo: 'ada@example.org',
        fromName: 'Ada',
        subject: 'Hi',
        text: 'I am  ada@example.org ',
        transcript: true,
      },
    ]);
  });

  it.for<readonly [JsonValue, readonly string[]]>([
    ['a@x.org, b@x.org;c@x.org\nA@x.org', ['a@x.org', 'b@x.org', 'c@x.org']],
    [
      ['a@x.org', 'b@x.org, @{mail}'],
      ['a@x.org', 'b@x.org', 'ada@example.org'],
    ],
    ['@{team}', ['a@example.org', 'b@example.org']],
    ['@{a, b}, @{none}', ['c@example.org']],
    ['büro@bücher.example', ['büro@bücher.example']],
  ])('[EM3] goes to %j: %j', ([to, addresses]) => {
    expect(effectOf({ to }).to).toEqual(addresses);
  });

  it.for<JsonObject>([
    { to: '@{none}' },
    { to: 7 },
    { to: 'ada' },
    { to: 'Ada <ada@example.org>' },
    { to: '@{lines}' },
    { to: '@{two}' },
    { to: '@{many}' },
    { to: 'a@x.org', cc: '@{team}', bcc: 'x' },
    { to: 'a\u0001@x.org' },
    { replyTo: 'nobody' },
    { to: Array.from({ length: 21 }, (_, at) => `n${at}@x.org`) },
  ])('[EM3][EM4] %j makes none', (params) => {
    const step = talkOf(params).start();
    expect([seen(step), step.effects]).toEqual([['$failed'], []]);
  });

  it('[EM4] has its subject and the name of its sender on one line, of 255 and 100 characters', () => {
    expect(effectOf({ subject: 'Re: @{lines}', fromName: '@{lines}' })).toMatchObject({
      subject: 'Re: a Bcc: evil@example.org x',
      fromName: 'a Bcc: evil@example.org x',
    });
    const { subject = '', fromName = '' } = effectOf({ subject: '😀'.repeat(300), fromName: 'x'.repeat(101) });
    expect([[...subject].length, fromName.length]).toEqual([255, 100]);
  });

  it('[EM5] lists the web addresses of the Fields that it attaches', () => {
    expect(effectOf({ attachments: ['file', 'files', 'bad', 'none'] }).text).toBe(
      'Hello\n\nhttps://example.org/cv.pdf\nhttps://example.org/1',
    );
    expect(effectOf({ attachments: ['bad'] }).text).toBe('Hello');
  });

  it('[EM17] has HTML of Markdown, with the values of Fields as text', () => {
    const text = '**Hi** [a](https://x.org/?q=@{mail})\n\n- @{lines} <b>';
    expect(effectOf({ text })).not.toHaveProperty('html');
    expect(effectOf({ text, format: 'markdown', attachments: ['file', 'files'] })).toMatchObject({
      text: [
        'Hi a (https://x.org/?q=%20ada%40example.org%20)',
        '- a\r\nBcc: evil@example.org\u0000\u2028x <b>',
        'https://example.org/cv.pdf\nhttps://example.org/1',
      ].join('\n\n'),
      html: [
        '<p><strong>Hi</strong> <a href="https://x.org/?q=%20ada%40example.org%20">a</a></p>',
        '<ul><li>a<br>Bcc: evil@example.org\u0000\u2028x &lt;b&gt;</li></ul>',
        '<p><a href="https://example.org/cv.pdf">https://example.org/cv.pdf</a><br><a href="https://example.org/1">https://example.org/1</a></p>',
      ].join('\n'),
    });
  });

  it('[EM2] leads to $success, or to $failed', () => {
    const [sent, refused] = [talkOf({}), talkOf({})];
    sent.start();
    refused.start();
    expect([seen(sent.succeed()), seen(refused.fail())]).toEqual([['$success'], ['$failed']]);
  });
});

describe('an address from a Field', () => {
  /** Sends to `first`; then a text of the visitor sends to the same again, in the same conversation. */
  const loop = (to: string) => {
    const mail = { to, subject: 's', text: 't' };
    const blocks = {
      welcome: ['send_email', mail],
      again: ['ask_question', { text: '?' }],
      no: ['send_text', { text: 'no' }],
    } as const;
    const links = ['welcome.$success--again', 'welcome.$failed--again', 'again.$success--second', 'second.$failed--no'];
    return talkTo(diagramOf({ ...blocks, second: ['send_email', mail] }, links), { fields });
  };

  it.for([
    ['@{mail}', true, true],
    ['@{mail}', 'timeout', true],
    ['@{mail}', 'host_failed', true],
    ['@{mail}', 'unreachable', false],
    ['ada@example.org', true, false],
  ] as const)('[EM8] %s after the outcome %j: a second mail fails: %j', ([to, outcome, fails]) => {
    const talk = loop(to);
    talk.start();
    if (outcome === true) talk.succeed();
    else talk.fail(outcome);
    const step = talk.say('more');
    expect([seen(step), step.effects.length]).toEqual(fails ? [['no'], 0] : [[], 1]);
  });

  it('[EM8] gets another mail when the conversation has begun again', () => {
    const talk = loop('@{mail}');
    talk.start();
    talk.succeed();
    expect(talk.state().remembered).toEqual(['mail ada@example.org']);
    expect([talk.start().effects.length, talk.state().remembered]).toEqual([1, undefined]);
  });

  it('[EM8] of more than 80 in a conversation the others get none', () => {
    const params = { to: '@{a}', subject: 's', text: 't' };
    const many = (from: number) => Array.from({ length: 20 }, (_, at) => `n${from + at}@x.org`);
    const given = { a: { type: 'array', value: many(0) } } as const;
    const runner = conversationRunner();
    const bot = prepareBot({
      number: 7,
      channelFamily: 'native',
      diagram: diagramOf({ welcome: ['send_email', params] }),
    });
    const state = {
      ...createConversation('talk', 7),
      at: { kind: 'jump', bot: 7, effect: 'e', spent: { blocks: 0, effects: 0 } },
    } as const;
    const remembered = Array.from({ length: 61 }, (_, at) => `mail m${at}@x.org`);
    const input = { kind: 'result', effect: 'e', outcome: { ok: true } } as const;
    const step = (known: readonly string[]) =>
      runner.step(bot, { ...state, remembered: known }, input, { now: 0, fields: given });
    expect([step(remembered).effects.length, step(remembered.slice(1)).effects.length]).toEqual([0, 1]);
  });
});

it.for<readonly [JsonObject, readonly string[]]>([
  [{}, []],
  [{ cc: ['a@x.org', 7] }, ['param_type cc']],
  [{ bcc: { a: 1 } }, ['param_type bcc']],
  [{ to: Array(11).fill('a@x.org'), cc: Array(10).fill('a@x.org') }, ['param_max_items cc']],
  [{ attachments: ['a', '@{b}', 7] }, ['param_pattern attachments', 'param_type attachments']],
])('[EM1] the params %j break %j', ([params, broken]) => {
  const problems = definition.check?.({ ...given, ...params }) ?? [];
  expect(problems.map(({ code, param }) => `${code} ${param}`)).toEqual(broken);
});
