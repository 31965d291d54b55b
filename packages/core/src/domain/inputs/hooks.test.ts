import { expect, it } from 'vitest';
import { hookCreationSchema, hookEditSchema } from './hooks.ts';
import { readInput } from './read-input.ts';

const readHookCreation = (body: unknown) => readInput(hookCreationSchema, body);
const readHookEdit = (body: unknown) => readInput(hookEditSchema, body);

const url = 'https://example.org/hook?secret=1';
const notAnAddress = 'Expected an absolute http or https address without credentials.';
const notAToken = 'Expected at most 1024 visible ASCII characters, without space at the ends.';
const refused = (...faults: readonly (readonly [string, string])[]): unknown => ({
  ok: false,
  code: 'invalid_parameters',
  faults: faults.map(([field, message]) => ({ field, message })),
});

it.for<readonly [unknown, unknown]>([
  [{ url }, { url, token: '', name: '' }],
  [
    { url, token: null, name: null },
    { url, token: '', name: '' },
  ],
  [
    { url, token: '', name: 'CRM', active: false },
    { url, token: '', name: 'CRM' },
  ],
  [
    { url, token: 's3cret' },
    { url, token: 's3cret', name: '' },
  ],
])('[HK5][HK7][HK8] %j makes the hook %j', ([body, hook]) => {
  expect(readHookCreation(body)).toEqual({ ok: true, value: hook });
});

it.for<readonly [unknown, unknown]>([
  [{ token: 'new' }, { token: 'new' }],
  [{ token: '' }, { token: '' }],
  [{ url }, { url }],
  [{ name: '' }, { name: '' }],
  [{ name: 'CRM', url: null }, { name: 'CRM' }],
  [
    { url, token: 't', name: 'n' },
    { url, token: 't', name: 'n' },
  ],
])('[HK9] %j changes %j', ([body, edit]) => {
  expect(readHookEdit(body)).toEqual({ ok: true, value: edit });
});

it.for(['t', 'a b', '!~', 'x'.repeat(1_024), 'Zm9v+/=', 'a  "\\b'])('[HK6] %j is accepted as a token', (token) => {
  expect(readHookCreation({ url, token })).toEqual({ ok: true, value: { url, token, name: '' } });
  expect(readHookEdit({ token })).toEqual({ ok: true, value: { token } });
});

it.for([' ', ' a', 'a ', 'a\nb', 'a\r\nX: y', 'a\tb', 'é', '\u007f', '\u2028', 'x'.repeat(1_025)])(
  '[HK6] %j is refused as a token',
  (token) => {
    expect(readHookCreation({ url, token })).toEqual(refused(['token', notAToken]));
    expect(readHookEdit({ token })).toEqual(refused(['token', notAToken]));
  },
);

it('[HK6] a token that is no text is refused', () => {
  expect(readHookEdit({ token: 5 })).toEqual(refused(['token', 'Expected a text.']));
});

it('[HK7] a name has at most 255 Unicode code points', () => {
  expect(readHookEdit({ name: '😀'.repeat(255) })).toEqual({ ok: true, value: { name: '😀'.repeat(255) } });
  expect(readHookEdit({ name: 'x'.repeat(256) })).toEqual(refused(['name', 'It has more than 255 characters.']));
  expect(readHookCreation({ url, name: ['CRM'] })).toEqual(refused(['name', 'Expected a text.']));
  const notKept = 'It has a character that cannot be stored: U+0000, or half of one.';
  expect(readHookCreation({ url, name: '\u0000' })).toEqual(refused(['name', notKept]));
});

it('[HK8] a new hook needs a URL', () => {
  expect(readHookCreation({ token: 't' })).toEqual(refused(['url', 'It is required.']));
  expect(readHookCreation({ url: null })).toEqual(refused(['url', 'It is required.']));
});

it.for(['ftp://example.org', 'example.org', 'https://user:pw@example.org', '', 7])(
  '[HK5] %j is refused as a URL',
  (bad) => {
    expect(readHookCreation({ url: bad })).toEqual(refused(['url', notAnAddress]));
    expect(readHookEdit({ url: bad })).toEqual(refused(['url', notAnAddress]));
  },
);

it.for([undefined, null, 'x', 1, []])('[HK8][HK9] %j is refused as a new hook and as a change', (body) => {
  expect(readHookCreation(body)).toEqual(refused(['', 'Expected an object.']));
  expect(readHookEdit(body)).toEqual(refused(['', 'Expected an object.']));
});

it.for([{}, { active: true }, { token: null }, JSON.parse('{"__proto__": {"token": "x"}}')])(
  '[HK9] %j is refused, as it has nothing to change',
  (body) => {
    expect(readHookEdit(body)).toEqual(refused(['', 'It has none of url, token, name, order.']));
  },
);
