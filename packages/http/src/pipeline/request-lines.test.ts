import { expect, it } from 'vitest';
import type { ServedRequest } from './create-http-api.ts';
import { requestLines } from './request-lines.ts';

const line = requestLines(() => '"level":"info","pid":7');

const read: ServedRequest = {
  requestId: 'r-1',
  method: 'GET',
  path: '/v0-alpha/bots',
  operation: 'listBots',
  status: 200,
  durationMs: 3,
  bytes: 12,
  person: 1,
  brand: 'demo',
};

it.for([
  read,
  { ...read, person: undefined },
  { ...read, isStream: true as const },
  { ...read, operation: undefined, person: undefined, brand: undefined, status: 404 },
  { ...read, path: '/"\\\n\u2028é😀\ud800', brand: '"}\n{"', method: 'M-SEARCH' },
])('[SV13] %j is one line of JSON with every member of the request', (answered) => {
  const text = line(answered);
  expect(text.indexOf('\n')).toBe(text.length - 1);
  const known = Object.fromEntries(Object.entries(answered).filter(([, value]) => value !== undefined));
  expect(JSON.parse(text)).toEqual({
    level: 'info',
    pid: 7,
    ...known,
    msg: 'answered',
  });
});

it('[SV14] only the members of a ServedRequest are logged', () => {
  const more = { ...read, headers: { authorization: 'Token secret' }, token: 'secret', query: 'secret' };
  expect(line(more)).toBe(line(read));
});
