import { expect, it } from 'vitest';
import { jsonResponse, responseCache } from './response.ts';

it('[AP11] a frozen value is encoded once, with its length; any other value is encoded each time', () => {
  let encoded = 0;
  const cache = responseCache((value: { name: string }) => {
    encoded += 1;
    return jsonResponse(200, JSON.stringify(value));
  });
  const fixed = Object.freeze({ name: 'é' });
  const loose = { name: 'a' };
  expect(cache.responseTo(fixed)).toEqual({ status: 200, body: '{"name":"é"}' });
  expect(cache.responseTo(fixed)).toEqual({ status: 200, body: '{"name":"é"}', contentLength: '13' });
  expect([cache.responseTo(loose).body, encoded]).toEqual(['{"name":"a"}', 2]);
  loose.name = 'b';
  expect([cache.responseTo(loose).body, cache.responseTo(Object.freeze({ name: 'é' })).body, encoded]).toEqual([
    '{"name":"b"}',
    '{"name":"é"}',
    4,
  ]);
});
