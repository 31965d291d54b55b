import { expect, it } from 'vitest';
import { bodiesOfMessage, type MessageToDeliver } from '../delivery/delivery-target.ts';
import type { Message } from '../message/message.ts';
import { encodeChatPayload, encodePlatformPayload } from '../message/payloads.ts';
import type { RichInline, RichText } from './rich-text.ts';
import { markdownOf } from './write-markdown.ts';
import { messengerTextOf } from './write-messenger-text.ts';

const p = (...c: readonly RichInline[]): RichText => [{ t: 'p', c }];

it.for<readonly [RichText, markdown: string, messenger: string]>([
  [p('Hi ', { t: 'b', c: ['Ada '] }, '!'), 'Hi **Ada** !', 'Hi *Ada* !'],
  [p({ t: 'i', c: ['a'] }, { t: 's', c: ['b'] }), '*a*~~b~~', '_a_~b~'],
  [p('**x** _y_'), '\\*\\*x\\*\\* \\_y\\_', '**\u200bx** _\u200by_'],
  [p('2 * 3, a_b, https://u/_a_'), '2 \\* 3, a\\_b, https://u/\\_a\\_', '2 * 3, a_b, https://u/_a_'],
  [p({ t: 'code', c: ['a`b'] }), '``a`b``', "`a'b`"],
  [p({ t: 'code', c: ['`'] }), '`` ` ``', "`'`"],
  [p({ t: 'a', href: 'https://u/(a)', c: ['l'] }), '[l](https://u/\\(a\\))', 'l (https://u/(a))'],
  [p({ t: 'a', href: 'https://u', c: ['https://u'] }), '[https://u](https://u)', 'https://u'],
  [p('# a\n\n    > b\n1. c - d'), '\\# a\n\\> b\n1\\. c - d', '# a\n\n    > b\n1. c - d'],
  [
    [
      { t: 'ul', c: [['- a'], ['b']] },
      { t: 'ol', c: [['c'], ['d']] },
    ],
    '- \\- a\n- b\n\n1. c\n2. d',
    '- - a\n- b\n\n1. c\n2. d',
  ],
])('[RX15][RX16] writes %j as Markdown and for messengers', ([rich, markdown, messenger]) => {
  expect(markdownOf(rich)).toBe(markdown);
  expect(messengerTextOf(rich)).toBe(messenger);
});

it.for([
  [{ type: 'text', data: { body: 'Hi Ada', rich: p('Hi ', { t: 'b', c: ['Ada'] }) } }, { body: 'Hi *Ada*' }],
  [
    { type: 'dialog', data: { body: 'Hi', rich: p({ t: 'i', c: ['Hi'] }), buttons: [], payloads: [] } },
    { body: '_Hi_' },
  ],
  [{ type: 'image', data: { url: 'u', caption: 'c', rich: p({ t: 's', c: ['c'] }) } }, { caption: '~c~' }],
  [{ type: 'text', data: { body: '*Hi*' } }, {}],
] as const)('[RX19] %j has for messengers %j', ([content, changed]) => {
  const message = { ...content, uuid: 'u', seq: 1, at: 0, sender: { id: 1, name: 'B', type: 'bot' } } as const;
  const data = { ...content.data, ...changed };
  const customer = { number: 1, token: 't', name: '', phone: '', email: '', fields: {} };
  const delivered = (hasMarks: boolean) => {
    const channel = { number: 2, name: 'c', type: 'kiosk', purpose: 'live', hasTransport: true, hasMarks } as const;
    const place = { customer: { ...customer, registerDate: 0, archived: false }, channel, hooks: [], plan: 'sandbox' };
    const [addressed] = bodiesOfMessage({ message, ...place } as unknown as MessageToDeliver);
    return JSON.parse(addressed?.body ?? '').message.data;
  };
  expect([delivered(true), delivered(false)]).toEqual([data, content.data]);
});

it('[RX14] the Platform payload has the plain data and Markdown, the APIchat payload plain text', () => {
  const rich = p('Hi ', { t: 'b', c: ['*'] });
  const content = { type: 'text', data: { body: 'Hi *', rich } } as const;
  const sender = { id: 1, name: 'B', type: 'bot' } as const;
  const message: Message = { ...content, uuid: 'u', seq: 1, at: 0, sender } as Message;
  const customer = { number: 1, archived: false, name: '', email: '', phone: '', fields: {} };
  const channel = { number: 2, name: 'c', type: 'native' };
  const [platform] = JSON.parse(encodePlatformPayload({ message, customer, channel } as never)).messages;
  expect(platform.data).toEqual({ body: 'Hi *' });
  expect([platform._raw.rich_text, platform._raw.message]).toEqual(['Hi **\\***', 'Hi *']);
  const chat = encodeChatPayload({
    content,
    at: 0,
    customer: { ...customer, registerDate: 0, token: 't' },
    channel,
    agent: { kind: 'bot', number: 1 },
  } as never);
  expect(JSON.parse(chat).messages).toEqual([{ type: 'text', timestamp: 0, message: 'Hi *' }]);
});
