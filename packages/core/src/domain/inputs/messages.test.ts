import { describe, expect, it } from 'vitest';
import { threadTime } from '../../../test/thread-time.ts';
import type { SendBounds } from '../message/message.ts';
import { type AgentSend, agentSendSchemas, inboundSendSchema } from './messages.ts';
import { readInput } from './read-input.ts';

const readInboundSend = (body: unknown, bounds?: SendBounds) => readInput(inboundSendSchema(bounds), body);
const readAgentSend = (kind: AgentSend, body: unknown) => readInput(agentSendSchemas()[kind], body);

const url = 'https://example.org/a.png';
const notAnAddress = 'Expected an absolute http or https address without credentials.';
const notKept = 'It has a character that cannot be stored: U+0000, or half of one.';
const types = 'Expected one of text, image, video, audio, document, location.';
const required = 'It is required.';

/** Reads one inbound message without a customer. */
const readMessage = (message: unknown): unknown => readInboundSend({ message });
const accepted = (message: unknown): unknown => ({ ok: true, value: { message, customer: { fields: [] } } });
const refused = (...faults: readonly (readonly [string, string])[]): unknown => ({
  ok: false,
  code: 'invalid_parameters',
  faults: faults.map(([field, message]) => ({ field, message })),
});

describe('a message into APIchat', () => {
  it.for<readonly [unknown, unknown]>([
    [
      { type: 'text', message: 'hi' },
      { type: 'text', data: { body: 'hi' } },
    ],
    [
      { type: 'text', message: ' ', payload: '' },
      { type: 'text', data: { body: ' ', payload: '' } },
    ],
    [
      { type: 'text', message: 'Yes', payload: '$yes' },
      { type: 'text', data: { body: 'Yes', payload: '$yes' } },
    ],
  ])('[MS10][MS13] %j is the text %j', ([sent, content]) => {
    expect(readMessage(sent)).toEqual(accepted(content));
  });

  it.for(['image', 'video', 'audio', 'document'] as const)(
    '[MS4][MS10][MS11] media of type %s is read whatever extension its URL has',
    (type) => {
      expect(readMessage({ type, url, message: 'look' })).toEqual(accepted({ type, data: { url, caption: 'look' } }));
      expect(readMessage({ type, url })).toEqual(accepted({ type, data: { url, caption: '' } }));
      expect(readMessage({ type })).toEqual(refused(['message.url', required]));
      expect(readMessage({ type, url: 'a.png', message: 1 })).toEqual(
        refused(['message.url', notAnAddress], ['message.message', 'Expected a text.']),
      );
    },
  );

  it.for([
    [0, 0],
    [-90, -180],
    [90, 180],
    [41.385, 2.173],
  ] as const)('[MS10][MS12] %d, %d is a location', ([latitude, longitude]) => {
    expect(readMessage({ type: 'location', latitude, longitude })).toEqual(
      accepted({ type: 'location', data: { latitude, longitude } }),
    );
  });

  it.for([
    ['-90', '+180', -90, 180],
    ['41.385', 2.173, 41.385, 2.173],
    ['.5', '-7.', 0.5, -7],
    ['1e-05', '-1E2', 0.00001, -100],
  ] as const)('[MS12] the texts %j, %j spell a location', ([latitude, longitude, north, east]) => {
    expect(readMessage({ type: 'location', latitude, longitude })).toEqual(
      accepted({ type: 'location', data: { latitude: north, longitude: east } }),
    );
  });

  it.for<readonly [unknown, unknown]>([
    [90.001, 0],
    [-91, 0],
    ['41°', 0],
    ['', 0],
    [' 41', 0],
    ['0x10', 0],
    ['1e9', 0],
    ['90.001', 0],
    ['NaN', 0],
    ['1'.padEnd(65, '0'), 0],
    ['0.'.padEnd(65, '0'), 0],
    [true, 0],
    [[], 0],
    [Number.NaN, 0],
  ])('[MS12] %j is no latitude', ([latitude, longitude]) => {
    const fault = refused(['message.latitude', 'Expected a number from -90 to 90.']);
    expect(readMessage({ type: 'location', latitude, longitude })).toEqual(fault);
  });

  it.for([180.5, -181, '2,5', '-181', {}])('[MS12] %j is refused as a longitude', (longitude) => {
    const fault = refused(['message.longitude', 'Expected a number from -180 to 180.']);
    expect(readMessage({ type: 'location', latitude: 0, longitude })).toEqual(fault);
  });

  it.for<readonly [unknown, string, string]>([
    [undefined, 'message', required],
    [null, 'message', required],
    ['hi', 'message', 'Expected an object.'],
    [[], 'message', 'Expected an object.'],
    [{}, 'message.type', required],
    [{ type: 'dialog' }, 'message.type', types],
    [{ type: 'media_dialog' }, 'message.type', types],
    [{ type: 'event' }, 'message.type', types],
    [{ type: 'TEXT' }, 'message.type', types],
    [{ type: 'constructor' }, 'message.type', types],
    [{ type: '__proto__' }, 'message.type', types],
    [{ type: 1 }, 'message.type', types],
    [{ type: ['text'] }, 'message.type', types],
    [{ type: 'text' }, 'message.message', required],
    [{ type: 'text', message: null }, 'message.message', required],
    [{ type: 'text', message: '' }, 'message.message', 'It is empty.'],
    [{ type: 'text', message: 5 }, 'message.message', 'Expected a text.'],
    [{ type: 'text', message: { body: 'x' } }, 'message.message', 'Expected a text.'],
    [{ type: 'text', message: 'x', payload: 7 }, 'message.payload', 'Expected a text.'],
    [{ type: 'text', message: 'a\u0000' }, 'message.message', notKept],
    [{ type: 'text', message: '\ud800' }, 'message.message', notKept],
    [{ type: 'text', message: 'x', payload: '\udc00' }, 'message.payload', notKept],
    [{ type: 'image', url, message: '\u0000' }, 'message.message', notKept],
  ])('[MS6][MS9][MS10][MS13] %j is refused at %s: %s', ([message, field, why]) => {
    expect(readMessage(message)).toEqual(refused([field, why]));
  });

  it.for([undefined, null, 'x', 1, true, [{ message: {} }]])('[MS6] %j as a whole is refused', (body) => {
    expect(readInboundSend(body)).toEqual(refused(['', 'Expected an object.']));
  });

  it('[MS7] null counts as left out, and unknown members are ignored', () => {
    const body = JSON.parse(
      '{"message": {"type": "text", "message": "x", "payload": null, "at": 1, "__proto__": {}}, "more": 1, "customer": null}',
    );
    expect(readInboundSend(body)).toEqual(accepted({ type: 'text', data: { body: 'x' } }));
  });

  it('[MS8] inherited members are not read', () => {
    const body = JSON.parse('{"__proto__": {"message": {"type": "text", "message": "x"}}}');
    expect(readInboundSend(body)).toEqual(refused(['message', required]));
    const message = JSON.parse('{"type": "text", "__proto__": {"message": "x"}}');
    expect(readMessage(message)).toEqual(refused(['message.message', required]));
  });

  it('[MS6] all faults are reported together, including faults of the customer', () => {
    const message = { type: 'location', latitude: 91 };
    expect(readInboundSend({ message, customer: { name: 1, tags: [], id: 7 } })).toEqual(
      refused(
        ['message.latitude', 'Expected a number from -90 to 90.'],
        ['message.longitude', required],
        ['customer.name', 'Expected a text.'],
        ['customer.tags', 'Expected a text, a number, true or false.'],
        ['customer.id', 'The customer itself has a key of this name.'],
      ),
    );
  });
});

describe('what an agent sends', () => {
  it.for<readonly [string, AgentSend, unknown, unknown]>([
    ['[MS14] a text', 'text', { message: 'hi', payload: 'x' }, { type: 'text', data: { body: 'hi' } }],
    ['[MS15] an image', 'image', { url: 'http://h/x' }, { type: 'image', data: { url: 'http://h/x', caption: '' } }],
    ['[MS15] an image with a caption', 'image', { url, caption: 'A' }, { type: 'image', data: { url, caption: 'A' } }],
    [
      '[MS7][MS15] an image with no caption',
      'image',
      { url, caption: null },
      { type: 'image', data: { url, caption: '' } },
    ],
    [
      '[MS16] a location',
      'location',
      { latitude: 1.5, longitude: -2 },
      { type: 'location', data: { latitude: 1.5, longitude: -2 } },
    ],
  ])('%s', ([, kind, body, content]) => {
    expect(readAgentSend(kind, body)).toEqual({ ok: true, value: content });
  });

  it.for<readonly [AgentSend, unknown, readonly (readonly [string, string])[]]>([
    ['text', undefined, [['', 'Expected an object.']]],
    ['text', [], [['', 'Expected an object.']]],
    ['text', {}, [['message', required]]],
    ['text', { message: '' }, [['message', 'It is empty.']]],
    ['text', { message: 3 }, [['message', 'Expected a text.']]],
    ['text', { message: '\udfff' }, [['message', notKept]]],
    ['image', {}, [['url', required]]],
    ['image', { url: 'javascript:alert(1)' }, [['url', notAnAddress]]],
    [
      'image',
      { url: 1, caption: [] },
      [
        ['url', notAnAddress],
        ['caption', 'Expected a text.'],
      ],
    ],
    [
      'location',
      {},
      [
        ['latitude', required],
        ['longitude', required],
      ],
    ],
    [
      'location',
      { latitude: 'north', longitude: 181 },
      [
        ['latitude', 'Expected a number from -90 to 90.'],
        ['longitude', 'Expected a number from -180 to 180.'],
      ],
    ],
  ])('[MS6][MS14][MS15][MS16] %s %j is refused: %j', ([kind, body, faults]) => {
    expect(readAgentSend(kind, body)).toEqual(refused(...faults));
  });
});

describe('bounds of messages', () => {
  const marks = (count: number): string => `e${'\u0301'.repeat(count)}`;
  const tooLong = 'It has more than 10000 characters.';
  const tooMarked = 'It has more than 64 combining marks in a row.';

  it.for<readonly [string, string | undefined]>([
    ['x'.repeat(10_000), undefined],
    ['😀'.repeat(10_000), undefined],
    ['x'.repeat(10_001), tooLong],
    ['😀'.repeat(10_001), tooLong],
    [`${'x'.repeat(30_000)}\u0000`, tooLong],
    [marks(64), undefined],
    [`${marks(64)}${marks(64)}`, undefined],
    [`a${marks(65)}b`, tooMarked],
    [`a${'\u{1d165}'.repeat(65)}`, tooMarked],
    [`${'\u0334\u0301'.repeat(4_000)}`, tooMarked],
  ])('[MS46] the text %#', ([text, fault]) => {
    const faults = (field: string) => (fault === undefined ? [] : [{ field, message: fault }]);
    const faultsOf = (read: { readonly ok: boolean; readonly faults?: unknown }) => (read.ok ? [] : read.faults);
    for (const message of [
      { type: 'text', message: text },
      { type: 'video', url, message: text },
    ]) {
      expect(faultsOf(readInboundSend({ message }))).toEqual(faults('message.message'));
    }
    expect(faultsOf(readAgentSend('text', { message: text }))).toEqual(faults('message'));
    expect(faultsOf(readAgentSend('image', { url, caption: text }))).toEqual(faults('caption'));
  });

  it('[MS47] a payload has at most 4,096 bytes in UTF-8', () => {
    const read = (payload: string) => readMessage({ type: 'text', message: 'x', payload });
    for (const payload of ['x'.repeat(4_096), '€'.repeat(1_365), '\u0301'.repeat(2_048)]) {
      expect(read(payload)).toMatchObject({ ok: true });
    }
    const fault = refused(['message.payload', 'It has more than 4096 bytes in UTF-8.']);
    for (const payload of ['x'.repeat(4_097), '€'.repeat(1_366), 'x'.repeat(5_000_000)]) {
      expect(read(payload)).toEqual(fault);
    }
  });

  it('[MS46][MS47][CU60] the host can set the bounds', () => {
    const fields = { count: 0, fieldBytes: 10, totalBytes: 10 };
    const bounds = { textLength: 2, marksInRow: 1, payloadBytes: 3, fields };
    const message = { type: 'text', message: 'abc', payload: 'abcd' };
    const customer = { name: marks(2), ...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`f${at}`, 1])) };
    expect(readInboundSend({ message, customer: { name: marks(2) } }, bounds)).toEqual(
      refused(
        ['message.message', 'It has more than 2 characters.'],
        ['message.payload', 'It has more than 3 bytes in UTF-8.'],
        ['customer.name', 'It has more than 1 combining marks in a row.'],
      ),
    );
    expect(readInboundSend({ message: { type: 'text', message: 'ab' }, customer }, bounds)).toMatchObject({
      ok: false,
      faults: [{ field: 'customer.f11' }],
    });
  });
});

it('[MS46] reading takes time in proportion to the size of the input', () => {
  const time = (text: string): number =>
    threadTime(() => {
      for (let run = 0; run < 20; run += 1) readMessage({ type: 'text', message: text });
    });
  const pairs = '\u0334\u0301'.repeat(5_000);
  const letters = 'x'.repeat(10_000);
  time(letters);
  expect(time(pairs)).toBeLessThan(50 + 20 * time(letters));
});
