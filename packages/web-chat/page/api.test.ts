import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { createApi, type News } from './api.ts';
import { Refusal } from './refusal.ts';

const root = 'https://acme.test/chat/api/1';

interface Called {
  readonly url: string;
  readonly init: RequestInit & { readonly headers: Headers };
}

/** A stand-in for `fetch`. */
function answering(respond: (init: RequestInit) => Response): readonly Called[] {
  const calls: Called[] = [];
  vi.stubGlobal('fetch', async (url: string, init: Called['init']) => {
    calls.push({ url, init });
    return respond(init);
  });
  return calls;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

const { signal } = new AbortController();
const json = (body: object, init?: ResponseInit) => new Response(JSON.stringify(body), init);

it('[WC19] sends the token as a header and no cookie, and waits for no bot', async () => {
  const calls = answering(() => json({ data: { messages: [], status: 'working', after: 0 } }));
  const api = createApi(root, true);
  await api.begin('t1', signal);
  await api.say('t1', { id: 'm1', text: 'Yes', payload: 'p', answers: 'u1' }, signal);
  await api.read('t1', 4, signal);
  await api.bot();
  const seen = calls.map(({ url, init: { method = 'GET', headers, body, credentials } }) => [
    `${method} ${url.slice(root.length)}`,
    headers.get('authorization'),
    headers.get('prefer'),
    body === undefined ? undefined : JSON.parse(String(body)),
    credentials,
  ]);
  const message = { type: 'text', message: 'Yes', payload: 'p' };
  expect(seen).toEqual([
    ['POST /messages', null, 'wait=0', { token: 't1', is_external: true }, 'omit'],
    ['POST /messages', 'Token t1', 'wait=0', { id: 'm1', message, answers: 'u1' }, 'omit'],
    ['GET /messages?after=4', 'Token t1', null, undefined, 'omit'],
    ['GET ', null, null, undefined, 'omit'],
  ]);
});

it('[WC20] a refusal has the server’s message', async () => {
  const error = { code: 'too_many_requests', message: 'Later.' };
  answering(() => json({ error }, { status: 429, headers: { 'retry-after': '7' } }));
  const refused = await createApi(root, false)
    .begin('t1', signal)
    .catch((thrown: Error) => thrown);
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({ status: 429, code: 'too_many_requests', message: 'Later.', retryAfterMs: 7_000 });
  answering(() => new Response('<html>', { status: 502 }));
  const broken = await createApi(root, false)
    .begin('t1', signal)
    .catch((thrown: Error) => thrown);
  expect(broken).toMatchObject({ status: 502, message: 'The server answered 502.', retryAfterMs: undefined });
});

it('[WC19] ends a stream without even comments of the server', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  answering(({ signal: ending }) => {
    const body = new ReadableStream<Uint8Array>({
      start(begun) {
        controller = begun;
        ending?.addEventListener('abort', () => begun.error(new DOMException('Aborted', 'AbortError')));
      },
    });
    return new Response(body);
  });
  const send = (text: string) => controller?.enqueue(new TextEncoder().encode(text));
  const news: News[] = [];
  let isOver = false;
  const followed = createApi(root, false)
    .follow('t1', 3, (each) => news.push(each), signal)
    .finally(() => {
      isOver = true;
    });
  // The test checks it below.
  followed.catch(() => {});
  await vi.advanceTimersByTimeAsync(0);
  send('retry: 2000\n\nid: 4\nevent: message\nda');
  await vi.advanceTimersByTimeAsync(0);
  send('ta: {"seq": 4}\n\nevent: status\ndata: {"status": "waiting"}\n\n');
  await vi.advanceTimersByTimeAsync(39_000);
  expect(news).toEqual([
    { kind: 'message', message: { seq: 4 } },
    { kind: 'status', status: 'waiting' },
  ]);
  send(': still here\n\n');
  await vi.advanceTimersByTimeAsync(39_000);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isOver).toBe(true);
  await expect(followed).rejects.toThrow('Aborted');
});
