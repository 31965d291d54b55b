import { expect, it } from 'vitest';
import type { HttpRequest } from '../pipeline/http-api.ts';
import { readBodyBytes } from './body.ts';

function requestWith(body: HttpRequest['body'], headers: Record<string, string> = {}): HttpRequest {
  return { method: 'PUT', path: '/', query: '', headers: new Headers(headers), body };
}

/** A body of four-byte chunks that counts the chunks read. */
function chunks(count: number): { readonly body: AsyncIterable<Uint8Array>; readonly taken: () => number } {
  let taken = 0;
  async function* give(): AsyncGenerator<Uint8Array> {
    for (; taken < count; ) {
      taken += 1;
      yield Uint8Array.of(1, 2, 3, 4);
    }
  }
  return { body: give(), taken: () => taken };
}

it('[HT30] the chunks of a body are joined, up to the limit', async () => {
  expect([...(await readBodyBytes(requestWith(chunks(2).body), 8))]).toEqual([1, 2, 3, 4, 1, 2, 3, 4]);
  expect([...(await readBodyBytes(requestWith(chunks(1).body), 8))]).toEqual([1, 2, 3, 4]);
  expect([...(await readBodyBytes(requestWith(Uint8Array.of(9)), 1))]).toEqual([9]);
  expect([...(await readBodyBytes(requestWith(undefined), 0))]).toEqual([]);
});

it('[HT30] the reader stops as soon as it is beyond the limit', async () => {
  const { body, taken } = chunks(1_000);
  await expect(readBodyBytes(requestWith(body), 8)).rejects.toMatchObject({ code: 'request_too_large' });
  expect(taken()).toBe(3);
  await expect(readBodyBytes(requestWith(new Uint8Array(9)), 8)).rejects.toMatchObject({ code: 'request_too_large' });
});

it('[HT30] nothing is read when Content-Length is beyond the limit', async () => {
  const { body, taken } = chunks(1_000);
  const request = requestWith(body, { 'content-length': '9' });
  await expect(readBodyBytes(request, 8)).rejects.toMatchObject({ code: 'request_too_large' });
  expect(taken()).toBe(0);
});

it('[HT32] a body that breaks off is malformed_json', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Uint8Array.of(1);
    throw new Error('connection reset');
  }
  await expect(readBodyBytes(requestWith(broken()), 8)).rejects.toMatchObject({ code: 'malformed_json' });
});
