import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';

const token = 'a-token-of-24-characters';

it.for([
  { authorization: `Token ${token}` },
  { token },
  { headers: { authorization: `Token ${token}` } },
  { headers: { cookie: `sessionid=${token}` } },
  { req: { headers: { authorization: token, accept: '*/*' } } },
  { request: { headers: { 'set-cookie': token } } },
])('[SV14] %j is logged without its secret', (record) => {
  const lines: string[] = [];
  createLogger({ write: (line) => lines.push(line) }).info(record, 'message');
  const written = lines.join('');
  expect(written).not.toContain(token);
  expect(JSON.parse(written)).toMatchObject({ level: 'info', msg: 'message' });
});
