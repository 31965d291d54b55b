import { expect, it } from 'vitest';
import { attemptHeaders } from './attempt-headers.ts';
import { readTargetName, targetName, timeoutMsOf } from './delivery-target.ts';

const messageUuid = '0198c0de-0000-7000-8000-000000000001';

it('[WH17][WH18][WH20][WH21] an attempt at a message hook', () => {
  expect(attemptHeaders({ brand: 'acme-bots', messageUuid, attempt: 1, token: 's3cret' })).toEqual({
    'content-type': 'application/json',
    'user-agent': 'acme-bots/webhooks',
    authorization: 'Token s3cret',
    'x-delivery-id': messageUuid,
    'x-delivery-attempt': '1',
  });
});

it('[WH18] an empty token is sent, with the space before it', () => {
  expect(attemptHeaders({ brand: 'a', messageUuid, attempt: 1, token: '' })['authorization']).toBe('Token ');
});

it('[WH19] an attempt at the webhook of an APIchat channel has no Authorization', () => {
  expect(attemptHeaders({ brand: 'acme-bots', messageUuid, attempt: 6 })).toEqual({
    'content-type': 'application/json',
    'user-agent': 'acme-bots/webhooks',
    'x-delivery-id': messageUuid,
    'x-delivery-attempt': '6',
  });
});

it('[WH20] from attempt to attempt only the number changes', () => {
  const [first, ...later] = [1, 2, 3, 4, 5, 6].map((attempt) =>
    attemptHeaders({ brand: 'a', messageUuid, attempt, token: 't' }),
  );
  for (const [index, headers] of later.entries()) {
    expect(headers).toEqual({ ...first, 'x-delivery-attempt': String(index + 2) });
  }
});

it.for([
  ['hook', 10_000],
  ['channel', 60_000],
] as const)('[WH15] an attempt at a %s may take %i ms', ([kind, timeoutMs]) => {
  expect(timeoutMsOf({ kind, number: 1 })).toBe(timeoutMs);
});

it.for([
  [{ kind: 'hook', number: 7 }, 'hook:7'],
  [{ kind: 'channel', number: 123_456_789 }, 'channel:123456789'],
] as const)('[WH16] %j is named %s, and read back', ([target, name]) => {
  expect(targetName(target)).toBe(name);
  expect(readTargetName(name)).toEqual(target);
});

it.for([
  '',
  'hook',
  'hook:',
  'hook:0',
  'hook:-1',
  'hook:1.5',
  'hook:07',
  'Hook:1',
  'bot:1',
  'hook:1\n',
  'hook:9999999999999999',
])('[WH16] %j names no target', (name) => {
  expect(readTargetName(name)).toBeUndefined();
});
