import { expect, it } from 'vitest';
import { jsonReply } from './reply.ts';
import { replyMemo } from './reply-memo.ts';

it('[AP11] a value that cannot change is encoded once, with its length; any other each time', () => {
  let encoded = 0;
  const memo = replyMemo((value: { name: string }) => {
    encoded += 1;
    return jsonReply(200, JSON.stringify(value));
  });
  const fixed = Object.freeze({ name: 'é' });
  const loose = { name: 'a' };
  expect(memo.replyTo(fixed)).toEqual({ status: 200, body: '{"name":"é"}' });
  expect(memo.replyTo(fixed)).toEqual({ status: 200, body: '{"name":"é"}', contentLength: '13' });
  expect([memo.replyTo(loose).body, encoded]).toEqual(['{"name":"a"}', 2]);
  loose.name = 'b';
  expect([memo.replyTo(loose).body, memo.replyTo(Object.freeze({ name: 'é' })).body, encoded]).toEqual([
    '{"name":"b"}',
    '{"name":"é"}',
    4,
  ]);
});
