import { describe, expect, it } from 'vitest';
import type { Fields } from '../field/field.ts';
import type { MessageContent, Sender, SpokenContent } from './message.ts';
import {
  type ChatPayloadInput,
  encodeChatPayload,
  encodePlatformPayload,
  type PlatformPayloadInput,
} from './payloads.ts';

const uuid = '0198c0de-0000-7000-8000-000000000001';
const url = 'https://example.org/a.PNG?x=1';
const fields: Fields = {
  plan: { type: 'string', value: 'gold' },
  age: { type: 'integer', value: 34 },
  ratio: { type: 'float', value: 0.5 },
  vip: { type: 'boolean', value: true },
  born: { type: 'date', value: '1990-02-28' },
  tags: { type: 'array', value: ['a', null] },
  order: { type: 'object', value: { id: 7 } },
};
const fieldValues = {
  plan: 'gold',
  age: 34,
  ratio: 0.5,
  vip: true,
  born: '1990-02-28',
  tags: ['a', null],
  order: { id: 7 },
};

const bot: Sender = { id: 12, name: 'Helper', type: 'bot' };
const customer = {
  number: 88,
  token: 'wa:+34600',
  name: 'Ada',
  email: '',
  phone: '',
  archived: false,
  registerDate: 1_767_225_599_999,
  fields: {},
};
const text: SpokenContent = { type: 'text', data: { body: 'hi' } };

function platform(content: MessageContent, changed: Partial<PlatformPayloadInput> = {}, sender: Sender = bot): unknown {
  const message = { ...content, uuid, seq: 3, sender, at: 1_767_225_600_250 };
  const channel = { number: 5, name: 'Web', type: 'apichat' };
  return JSON.parse(encodePlatformPayload({ message, customer, channel, ...changed }));
}

const raw = {
  uuid,
  chat: 88,
  channel: 5,
  type: 'text',
  timestamp: 1_767_225_600.25,
  message: 'hi',
  author_type: 'bot',
  author_uuid: null,
  samurai: null,
  read: true,
  extra: {},
  ui_key: null,
  rich_text: null,
  seq: 3,
};

/** @param more - Additional members of `_raw`. */
function platformEntry(entry: object, more: object = {}): unknown {
  return {
    messages: [
      {
        type: 'text',
        timestamp: 1_767_225_600.25,
        data: { body: 'hi' },
        sender: { id: 12, name: 'Helper', type: 'bot' },
        customer: { id: 88, agent_id: null, archived: false, name: 'Ada' },
        channel: { id: 5, name: 'Web', type: 'apichat' },
        _raw: { ...raw, ...more },
        ...entry,
      },
    ],
  };
}

const contents: readonly MessageContent[] = [
  text,
  { type: 'text', data: { body: 'Yes', payload: '$yes' } },
  { type: 'dialog', data: { body: 'Go?', buttons: ['Yes', 'No'], payloads: ['$yes', '$no'] } },
  { type: 'media_dialog', data: { url, media_type: 'document', buttons: ['A'], payloads: ['$a'] } },
  { type: 'image', data: { url, caption: '' } },
  { type: 'video', data: { url, caption: 'c' } },
  { type: 'audio', data: { url, caption: 'c' } },
  { type: 'document', data: { url, caption: 'c' } },
  { type: 'location', data: { latitude: 41.385, longitude: -2.173 } },
  { type: 'event', data: { action: 'assign', agent_id: 7 } },
  { type: 'event', data: { action: 'error', code: 'endless_loop', block_id: 'n1', detail: 'It never waits.' } },
];

describe('the Platform payload', () => {
  it.for(contents)('[MS1][MS2][MS4][MS20][MS48] of %j has its type and data', (content) => {
    const { type, data } = content;
    const message = 'body' in data ? data.body : null;
    expect(platform(content)).toEqual(platformEntry({ type, data }, { type, message }));
  });

  it('[MS20][MS34] is exactly this text', () => {
    const message = { ...text, uuid, seq: 3, sender: bot, at: 1_767_225_600_000 };
    const channel = { number: 5, name: 'Wéb "1"\u2028', type: 'native' };
    expect(encodePlatformPayload({ message, customer: { ...customer, agentId: 7, fields }, channel })).toBe(
      '{"messages":[{"type":"text","timestamp":1767225600,"data":{"body":"hi"},' +
        '"sender":{"id":12,"name":"Helper","type":"bot"},' +
        '"customer":{"id":88,"agent_id":7,"archived":false,"name":"Ada","is_external":"False",' +
        '"plan":"gold","age":34,"ratio":0.5,"vip":true,"born":"1990-02-28","tags":["a",null],"order":{"id":7}},' +
        '"channel":{"id":5,"name":"Wéb \\"1\\"\u2028","type":"native"},' +
        `"_raw":{"uuid":"${uuid}","chat":88,"channel":5,"type":"text","timestamp":1767225600,"message":"hi",` +
        '"author_type":"bot","author_uuid":null,"samurai":null,"read":true,"extra":{},"ui_key":null,' +
        '"rich_text":null,"seq":3}}]}',
    );
  });

  it.for([
    [0, 0],
    [1, 0.001],
    [1_767_225_600_000, 1_767_225_600],
    [1_767_225_600_001, 1_767_225_600.001],
    [1_767_225_600_999, 1_767_225_600.999],
    [1_767_225_600_999.999, 1_767_225_600.999999],
  ] as const)('[MS21] %i ms are %d seconds', ([at, timestamp]) => {
    const message = { ...text, uuid, seq: 3, sender: bot, at };
    const channel = { number: 5, name: 'Web', type: 'apichat' };
    const payload = JSON.parse(encodePlatformPayload({ message, customer, channel }));
    expect(payload).toEqual(platformEntry({ timestamp }, { timestamp }));
  });

  it('[MS22] has the agent, the known contacts, and the Fields', () => {
    const known = { ...customer, agentId: 7, archived: true, email: 'ada@example.org', phone: '+34600', fields };
    const expected = {
      id: 88,
      agent_id: 7,
      archived: true,
      name: 'Ada',
      email: 'ada@example.org',
      phone: '+34600',
      ...fieldValues,
    };
    expect(platform(text, { customer: known })).toEqual(platformEntry({ customer: expected }));
  });

  it.for([
    ['native', undefined, { is_external: 'False' }],
    ['native', false, { is_external: 'False' }],
    ['native', true, { is_external: 'True' }],
    ['apichat', true, {}],
    ['msgapp', false, {}],
    ['facebook', undefined, {}],
  ] as const)('[MS23] on %s, from outside: %s, the customer has %j', ([type, isExternal, members]) => {
    const channel = { number: 5, name: 'Web', type };
    const who = { ...customer, ...(isExternal !== undefined && { isExternal }) };
    const expected = {
      customer: { id: 88, agent_id: null, archived: false, name: 'Ada', ...members },
      channel: { id: 5, name: 'Web', type },
    };
    expect(platform(text, { customer: who, channel })).toEqual(platformEntry(expected));
  });

  it.for([
    ['customer', 'user', { author_uuid: null, samurai: null, read: false }],
    ['bot', 'bot', { author_uuid: 'b1', samurai: null, read: true }],
    ['agent', 'agent', { author_uuid: null, samurai: 9, read: true }],
    ['sys', 'sys', { author_uuid: null, samurai: null, read: true }],
  ] as const)('[MS24][MS48][MS49] what a %s says has the author %s', ([type, author_type, more]) => {
    const sender = { id: 9, name: 'N', type };
    const entry = platformEntry({ sender }, { author_type, ...more });
    expect(platform(text, { botId: 'b1' }, sender)).toEqual(entry);
  });
});

function chat(content: SpokenContent, changed: Partial<ChatPayloadInput> = {}): unknown {
  const channel = { number: 5, name: 'WA' };
  const agent = { kind: 'bot', number: 12 } as const;
  return JSON.parse(encodeChatPayload({ content, at: 1_767_225_600_000.5, customer, channel, agent, ...changed }));
}

function chatPayload(message: object, beside: object = {}): unknown {
  return {
    messages: [{ timestamp: 1_767_225_600.0005, ...message }],
    customer: { id: 88, token: 'wa:+34600', name: 'Ada', phone: '', email: '', register_date: 1_767_225_599 },
    channel: { id: 5, name: 'WA' },
    agent: { id: 12, type: 'bot' },
    ...beside,
  };
}

describe('the APIchat payload', () => {
  it.for<readonly [string, SpokenContent, object]>([
    ['[MS25][MS27] a text', text, { type: 'text', message: 'hi' }],
    [
      '[MS25][MS27] a text is sent without its payload',
      { type: 'text', data: { body: 'Yes', payload: '$yes' } },
      { type: 'text', message: 'Yes' },
    ],
    [
      '[MS28] a dialog',
      { type: 'dialog', data: { body: 'Go?', buttons: ['Yes', 'No'], payloads: ['$yes', '$no'] } },
      { type: 'dialog', title: 'Go?', buttons: ['Yes', 'No'], payloads: ['$yes', '$no'] },
    ],
    [
      '[MS29] a media dialog',
      { type: 'media_dialog', data: { url, media_type: 'document', buttons: ['A'], payloads: ['$a'] } },
      { type: 'media_dialog', url, media_type: 'document', buttons: ['A'], payloads: ['$a'] },
    ],
    [
      '[MS31] a location',
      { type: 'location', data: { latitude: 41.385, longitude: -2.173 } },
      { type: 'location', latitude: 41.385, longitude: -2.173 },
    ],
  ])('%s', ([, content, message]) => {
    expect(chat(content)).toEqual(chatPayload(message));
  });

  it.for([
    ['https://example.org/a.PNG?x=1', 'image'],
    ['https://example.org/a.mp4', 'video'],
    ['https://example.org/a.mp3', 'audio'],
    ['https://example.org/a.pdf', 'document'],
    ['https://example.org/a', 'document'],
  ] as const)('[MS19][MS30] media at %s are an %s, whatever the sender called them', ([address, type]) => {
    for (const called of ['image', 'video', 'audio', 'document'] as const) {
      const content: SpokenContent = { type: called, data: { url: address, caption: 'c' } };
      expect(chat(content)).toEqual(chatPayload({ type, url: address, message: 'c' }));
    }
    expect(chat({ type: 'image', data: { url: address, caption: '' } })).toEqual(
      chatPayload({ type, url: address, message: '' }),
    );
  });

  it('[MS32] a human agent has an id, a name and an address', () => {
    const agent = { kind: 'human', id: 7, name: 'Pau', email: 'pau@example.org' } as const;
    const expected = { agent: { id: 7, type: 'human', name: 'Pau', email: 'pau@example.org' } };
    expect(chat(text, { agent })).toEqual(chatPayload({ type: 'text', message: 'hi' }, expected));
  });

  it('[MS33] the customer has contacts and Fields, the channel no type', () => {
    const known = { ...customer, email: 'ada@example.org', phone: '+34600', registerDate: 0, fields };
    const expected = {
      id: 88,
      token: 'wa:+34600',
      name: 'Ada',
      phone: '+34600',
      email: 'ada@example.org',
      register_date: 0,
      ...fieldValues,
    };
    expect(chat(text, { customer: known })).toEqual(
      chatPayload({ type: 'text', message: 'hi' }, { customer: expected }),
    );
  });

  it('[MS25][MS26][MS32][MS34] is exactly this text', () => {
    const input: ChatPayloadInput = {
      content: { type: 'image', data: { url, caption: 'Look' } },
      at: 1_767_225_600_000.001,
      customer: { ...customer, fields: { age: { type: 'integer', value: 34 } } },
      channel: { number: 5, name: 'WA' },
      agent: { kind: 'bot', number: 12 },
    };
    expect(encodeChatPayload(input)).toBe(
      '{"messages":[{"type":"image","timestamp":1767225600.000001,"url":"https://example.org/a.PNG?x=1","message":"Look"}],' +
        '"customer":{"id":88,"token":"wa:+34600","name":"Ada","phone":"","email":"","register_date":1767225599,"age":34},' +
        '"channel":{"id":5,"name":"WA"},"agent":{"id":12,"type":"bot"}}',
    );
  });
});
