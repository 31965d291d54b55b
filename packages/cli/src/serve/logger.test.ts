import { afterEach, expect, it, vi } from 'vitest';
import { createLogger, logSafely } from './logger.ts';

const token = 'a-token-of-24-characters';

afterEach(() => {
  vi.useRealTimers();
});

it('[SV13] each line has the moment at which it was logged', () => {
  const times: string[] = [];
  const logger = createLogger({ write: (line) => times.push(JSON.parse(line).time) });
  for (const moment of [0, 0, 1, 60_000, 1]) {
    vi.useFakeTimers({ now: moment });
    logger.info('message');
  }
  expect(times.map((time) => Date.parse(time))).toEqual([0, 0, 1, 60_000, 1]);
});

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

it('[TC16] a line escapes characters that a terminal interprets', () => {
  const lines: string[] = [];
  const logger = createLogger({ write: (line) => lines.push(line) });
  const text = 'a\u001b\u007f\u009b\u202e\u2028b';
  logger.info({ [text]: text }, text);
  logger.answered({ method: 'GET', path: `/${text}`, status: 200, durationMs: 1 } as never);
  expect(lines.join('')).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}|\p{Zl}/u);
  expect(JSON.parse(lines[0] as string)).toMatchObject({ msg: text, [text]: text });
});

it.for([
  [undefined, 'written'],
  [{ syscall: 'fsync', code: 'EINVAL' }, 'written'],
  [{ syscall: 'fsync', code: 'EIO' }, 'refused'],
  [{ syscall: 'write', code: 'ENOSPC' }, 'refused'],
] as const)('[SV53] after %j a line of the audit log counts as %s', async ([fault, result]) => {
  const lines: string[] = [];
  const error = fault && Object.assign(new Error('A fault.'), fault);
  const logger = createLogger({
    write: (line: string) => lines.push(line),
    flush: (done: (error?: Error) => void) => done(error),
  } as never);
  const logged = logSafely(logger, { audit: 1 }, 'audit');
  expect(await logged.then(() => 'written').catch(() => 'refused')).toBe(result);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ audit: 1, msg: 'audit' }]);
});
