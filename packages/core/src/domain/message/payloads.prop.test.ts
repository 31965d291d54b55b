import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyJson } from '../../../test/arbitrary-json.ts';
import { type Field, type Fields, isRecordKey } from '../field/field.ts';
import type { JsonObject } from '../json/json-value.ts';
import type { MessageContent, SpokenContent } from './message.ts';
import { encodeChatPayload, encodePlatformPayload } from './payloads.ts';

const settings = { seed: 20261121, numRuns: 500 };

const hostile = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'toJSON',
  'hasOwnProperty',
  'length',
  '0',
  '-1',
  '',
];
const recordKeys = ['id', 'name', 'agent_id', 'archived', 'token', 'is_external', 'register_date', 'email', 'unread'];
const text = fc.string({ unit: 'binary' });
const name = fc.oneof(fc.constantFrom(...hostile), fc.constantFrom(...recordKeys), text);
const field: fc.Arbitrary<Field> = fc.record({
  type: fc.constantFrom('string' as const, 'object' as const),
  value: anyJson,
});
const fields: fc.Arbitrary<Fields> = fc
  .array(fc.tuple(name, field), { maxLength: 12 })
  .map((entries) => Object.fromEntries(entries));

const url = fc.webUrl();
const buttons = { buttons: fc.array(text), payloads: fc.array(text) };
const media = fc.constantFrom('image' as const, 'video' as const, 'audio' as const, 'document' as const);
const spoken: fc.Arbitrary<SpokenContent> = fc.oneof(
  fc.record({ type: fc.constant('text' as const), data: fc.record({ body: text }) }),
  fc.record({ type: fc.constant('text' as const), data: fc.record({ body: text, payload: text }) }),
  fc.record({ type: fc.constant('dialog' as const), data: fc.record({ body: text, ...buttons }) }),
  fc.record({ type: fc.constant('media_dialog' as const), data: fc.record({ url, media_type: media, ...buttons }) }),
  fc.record({ type: media, data: fc.record({ url, caption: text }) }),
  fc.record({
    type: fc.constant('location' as const),
    data: fc.record({ latitude: fc.integer(), longitude: fc.integer() }),
  }),
);
const content: fc.Arbitrary<MessageContent> = fc.oneof(
  spoken,
  fc.record({ type: fc.constant('event' as const), data: fc.record({ action: fc.constant('assign' as const) }) }),
);
const customer = fc.record({
  number: fc.nat(),
  token: text,
  name: text,
  email: text,
  phone: text,
  archived: fc.boolean(),
  registerDate: fc.nat(),
  fields,
});
const sender = fc.record({
  id: fc.nat(),
  name: text,
  type: fc.constantFrom('customer' as const, 'bot' as const, 'agent' as const, 'sys' as const),
});
const channel = fc.record({ number: fc.nat(), name: text, type: fc.constantFrom('native', 'apichat', 'msgapp') });

/** Expects every Field that does not collide with a key of the customer as a key with its value, and no other keys. */
function expectFields(payload: JsonObject, expected: Fields, own: readonly string[]): void {
  const names = Object.keys(expected).filter((each) => !isRecordKey(each));
  expect(new Set(Object.keys(payload))).toEqual(new Set([...own, ...names]));
  for (const each of names) {
    expect(Object.hasOwn(payload, each)).toBe(true);
    expect(JSON.stringify(payload[each])).toBe(JSON.stringify(expected[each]?.value));
  }
  expect(Object.getPrototypeOf(payload)).toBe(Object.prototype);
}

it('[MS20][MS22][MS34][CU10] the Platform payload reads back, for any names of Fields', () => {
  fc.assert(
    fc.property(content, sender, customer, channel, fc.nat(), (said, from, who, where, at) => {
      const input = { message: { ...said, uuid: 'u', seq: 1, sender: from, at }, customer: who, channel: where };
      const frozen = encodePlatformPayload(input);
      expect(encodePlatformPayload(structuredClone(input))).toBe(frozen);

      const { messages } = JSON.parse(frozen);
      expect(messages).toHaveLength(1);
      expect(messages[0].type).toBe(said.type);
      expect(JSON.stringify(messages[0].data)).toBe(JSON.stringify(said.data));
      expect(Math.round(messages[0].timestamp * 1_000)).toBe(at);
      expect(messages[0].customer).toMatchObject({ id: who.number, archived: who.archived });
      expect(messages[0].customer.name).toBe(who.name);
      expectFields(messages[0].customer, who.fields, [
        'id',
        'agent_id',
        'archived',
        'name',
        ...(who.email === '' ? [] : ['email']),
        ...(who.phone === '' ? [] : ['phone']),
        ...(where.type === 'native' ? ['is_external'] : []),
      ]);
    }),
    settings,
  );
});

it('[MS25][MS33][MS34][CU10] the APIchat payload reads back, for any names of Fields', () => {
  fc.assert(
    fc.property(spoken, customer, channel, fc.nat(), (said, who, where, at) => {
      const agent = { kind: 'bot', number: 3 } as const;
      const input = { content: said, at, customer: who, channel: where, agent };
      const frozen = encodeChatPayload(input);
      expect(encodeChatPayload(structuredClone(input))).toBe(frozen);

      const payload = JSON.parse(frozen);
      expect(Object.keys(payload)).toEqual(['messages', 'customer', 'channel', 'agent']);
      expect(payload.messages).toHaveLength(1);
      expect(payload.messages[0]).not.toHaveProperty('data');
      expect(Math.round(payload.messages[0].timestamp * 1_000)).toBe(at);
      expect(payload.channel).toEqual({ id: where.number, name: where.name });
      expectFields(payload.customer, who.fields, ['id', 'token', 'name', 'phone', 'email', 'register_date']);
    }),
    settings,
  );
});
