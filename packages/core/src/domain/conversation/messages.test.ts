import { describe, expect, it } from 'vitest';
import { mediaTypeOf } from '../message/file-type.ts';
import { type MessageContent, mediaTypes, systemSender } from '../message/message.ts';
import { type BotMessage, contentOfBotMessage, visitorInputOf } from './messages.ts';

const url = 'https://example.org/a.png';

it.for<readonly [BotMessage, MessageContent]>([
  [
    { type: 'text', body: 'hi' },
    { type: 'text', data: { body: 'hi' } },
  ],
  [
    { type: 'dialog', title: 'Go?', buttons: ['Yes', 'No'], payloads: ['$yes', '$no'] },
    { type: 'dialog', data: { body: 'Go?', buttons: ['Yes', 'No'], payloads: ['$yes', '$no'] } },
  ],
  [
    { type: 'media_dialog', url, mediaType: 'video', buttons: ['A'], payloads: ['$a'] },
    { type: 'media_dialog', data: { url, media_type: 'video', buttons: ['A'], payloads: ['$a'] } },
  ],
  [
    { type: 'location', latitude: 1, longitude: 2 },
    { type: 'location', data: { latitude: 1, longitude: 2 } },
  ],
])('[MS1] a bot that says %j has said %j', ([message, content]) => {
  expect(contentOfBotMessage(message)).toEqual(content);
});

it.for(mediaTypes)(
  '[MS1][MS4] media of a bot has the type %s that the author declares, or else that of the extension in its URL',
  (type) => {
    const data = { url, caption: 'c' };
    expect(contentOfBotMessage({ type, url, caption: 'c' })).toEqual({ type, data });
    for (const declaredType of mediaTypes) {
      expect(contentOfBotMessage({ type, url, caption: 'c', declaredType })).toEqual({ type: declaredType, data });
    }
  },
);

it('[MS2] an error says where and why', () => {
  const event = { type: 'event', action: 'error', code: 'endless_loop', detail: 'It never waits.' } as const;
  const data = { action: 'error', code: 'endless_loop', detail: 'It never waits.' };
  expect(contentOfBotMessage(event)).toEqual({ type: 'event', data });
  expect(contentOfBotMessage({ ...event, node: 'n1' })).toEqual({ type: 'event', data: { ...data, block_id: 'n1' } });
});

it('[MS3] the system is number 0', () => {
  expect(systemSender).toEqual({ id: 0, name: 'system', type: 'sys' });
});

describe('the input of a bot', () => {
  it.for<readonly [MessageContent, unknown]>([
    [
      { type: 'text', data: { body: 'hi' } },
      { type: 'text', text: 'hi' },
    ],
    [
      { type: 'text', data: { body: 'Yes', payload: '$yes' } },
      { type: 'text', text: 'Yes', payload: '$yes' },
    ],
    [
      { type: 'location', data: { latitude: 1, longitude: 2 } },
      { type: 'location', latitude: 1, longitude: 2 },
    ],
    [{ type: 'dialog', data: { body: 'x', buttons: [], payloads: [] } }, undefined],
    [{ type: 'media_dialog', data: { url, media_type: 'image', buttons: [], payloads: [] } }, undefined],
    [{ type: 'event', data: { action: 'assign' } }, undefined],
  ])('[MS5] of %j is %j', ([content, input]) => {
    expect(visitorInputOf(content)).toEqual(input);
  });

  it.for(mediaTypes)('[MS5] media of type %s is read with its type', (type) => {
    expect(visitorInputOf({ type, data: { url, caption: 'c' } })).toEqual({ type, url, caption: 'c' });
    expect(visitorInputOf({ type, data: { url, caption: '' } })).toEqual({ type, url });
  });
});

it.for([
  ['https://example.org/a.png', 'image'],
  ['https://example.org/a.b/c.JPEG?x=a.mp4#b.mp3', 'image'],
  ['https://example.org/a.webp', 'image'],
  ['https://example.org/a.mp4', 'video'],
  ['https://example.org/a.MOV', 'video'],
  ['https://example.org/a.mp3', 'audio'],
  ['https://example.org/a.ogg#t=1', 'audio'],
  ['https://example.org/a.pdf', 'document'],
  ['https://example.org/a.docx', 'document'],
  ['https://example.org/a', 'document'],
  ['https://example.org/a.', 'document'],
  ['https://example.org/a?f=b.png', 'document'],
  ['https://example.org/.png/', 'document'],
  ['https://example.png', 'document'],
  ['https://example.org/a.constructor', 'document'],
  ['https://example.org/a.__proto__', 'document'],
  ['', 'document'],
] as const)('[MS19] %s is sent as %s', ([address, type]) => {
  expect(mediaTypeOf(address)).toBe(type);
});
