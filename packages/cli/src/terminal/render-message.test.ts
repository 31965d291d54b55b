import type { Message, MessageContent, SenderType } from '@botwright/core/conversation';
import { expect, it } from 'vitest';
import { renderMessage } from './render-message.ts';

function said(content: MessageContent, type: SenderType = 'bot'): Message {
  return { ...content, uuid: 'a', seq: 1, at: 0, sender: { id: 1, name: 'Polly', type } };
}

it.for<readonly [string, Message, readonly string[]]>([
  ['a text', said({ type: 'text', data: { body: 'Hello\nthere' } }), ['Hello', 'there']],
  [
    'a question with buttons',
    said({ type: 'dialog', data: { body: 'Which?', buttons: ['Red', 'Blue'], payloads: ['r', 'b'] } }),
    ['Which?', '  1) Red', '  2) Blue'],
  ],
  [
    'media with buttons',
    said({
      type: 'media_dialog',
      data: { url: 'https://a.example/x.png', media_type: 'image', buttons: ['Go'], payloads: ['g'] },
    }),
    ['[image] https://a.example/x.png', '  1) Go'],
  ],
  [
    'a file with a caption',
    said({ type: 'document', data: { url: 'https://a.example/x.pdf', caption: 'Terms' } }),
    ['[document] https://a.example/x.pdf', 'Terms'],
  ],
  ['a place', said({ type: 'location', data: { latitude: 1.5, longitude: -2 } }), ['[location] 1.5, -2']],
  ['what the visitor said', said({ type: 'text', data: { body: 'Hi' } }, 'customer'), []],
])('[TM4] %s is rendered', ([, message, lines]) => {
  expect(renderMessage(message)).toEqual(lines);
});

it.for<readonly [string, Message, readonly string[]]>([
  [
    'what would move the cursor',
    said({ type: 'text', data: { body: 'a\u001b[2Jb\u0007c\u009b1m\td' } }),
    ['a[2Jbc1m\td'],
  ],
  [
    'what would turn the text, in any part',
    said({
      type: 'media_dialog',
      data: { url: 'https://a.example/\u202ex', media_type: 'image', buttons: ['\u001b[2J\u2028'], payloads: ['g'] },
    }),
    ['[image] https://a.example/\ufffdx', '  1) \ufffd[2J\ufffd'],
  ],
  ['an event', said({ type: 'event', data: { action: 'close' } }, 'sys'), ['-- close']],
  [
    'a fault with its block',
    said(
      { type: 'event', data: { action: 'error', code: 'node_unknown', block_id: 'n1', detail: 'No such block.' } },
      'sys',
    ),
    ['-- No such block. (block n1)'],
  ],
])('[TM5] %s is printed in plain characters', ([, message, lines]) => {
  expect(renderMessage(message)).toEqual(lines);
});
