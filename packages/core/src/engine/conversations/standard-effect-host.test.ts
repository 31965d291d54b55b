import { expect, it } from 'vitest';
import type { HostedEffect, WebhookEffect } from '../../domain/conversation/effects.ts';
import type { EffectPlace } from '../../ports/effect-host.ts';
import type { GuardedRequest, GuardedResponse } from '../../ports/guarded-requester.ts';
import { standardEffectHost } from './standard-effect-host.ts';

const place: EffectPlace = {
  brand: 'acme',
  workspace: 1,
  customerNumber: 1,
  channelNumber: 1,
  userAgent: 'acme/webhooks',
  signal: new AbortController().signal,
};

const webhook: WebhookEffect = {
  kind: 'webhook',
  id: 'c/1/1',
  awaited: true,
  method: 'POST',
  url: 'https://example.org/',
  headers: [],
  body: '{"a":"ü"}',
  timeoutMs: 10_000,
  maxAnswerBytes: 1_048_576,
};

async function call(effect: HostedEffect, answer: GuardedResponse = { kind: 'abandoned' }) {
  const requests: GuardedRequest[] = [];
  const host = standardEffectHost({
    requester: {
      async request(request) {
        requests.push(request);
        return answer;
      },
      async close() {},
    },
  });
  return { outcome: await host.carryOut(effect, place), requests };
}

function answered(body: string | Uint8Array, contentType?: string): GuardedResponse {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return {
    kind: 'answered',
    status: 201,
    headers: { ...(contentType && { 'content-type': contentType }) },
    body: bytes,
  };
}

it.for<HostedEffect>([
  { kind: 'scheduler', id: 'e', awaited: true, authId: 'a', schedulingUrl: 'https://example.org/' },
  { kind: 'code', id: 'e', awaited: true, source: '1' },
  { kind: 'host', id: 'e', awaited: true, name: 'x', data: {} },
])('[CV49] %o is left to the engine', async (effect) => {
  expect(await call(effect)).toEqual({ outcome: 'unhandled', requests: [] });
});

it('[CV49] without a requester webhooks are not handled', async () => {
  expect(await standardEffectHost().carryOut(webhook, place)).toBe('unhandled');
});

it.for([
  ['{"a":1}', 'application/json; charset=utf-8', { a: 1 }],
  ['[1]', 'application/problem+json', [1]],
  ['7', undefined, 7],
  ['{"id":7309214866521456641}', 'application/json', { id: '7309214866521456641' }],
  ['{"a"', 'application/json', '{"a"'],
  ['7', 'text/plain', '7'],
  ['ü', 'text/html', 'ü'],
] as const)('[CV40][CV77] %j of type %s reads as %j', async ([body, type, value]) => {
  const { outcome } = await call(webhook, answered(body, type));
  expect(outcome).toEqual({ ok: true, value: { status: 201, body: value } });
});

it('[CV40] an answer that breaks off within a character reads up to it', async () => {
  const { outcome } = await call(webhook, answered(new TextEncoder().encode('{"a":"ü').subarray(0, -1)));
  expect(outcome).toEqual({ ok: true, value: { status: 201, body: '{"a":"' } });
});

it('[CV40] the outcome of a response without a body has no body', async () => {
  expect((await call(webhook, answered(''))).outcome).toEqual({ ok: true, value: { status: 201 } });
});

it.for<readonly [GuardedResponse, string]>([
  [{ kind: 'failed', reason: 'connect' }, 'connect'],
  [{ kind: 'failed', reason: 'too_large' }, 'too_large'],
  [{ kind: 'abandoned' }, 'abandoned'],
  [answered(new Uint8Array([0xff]), 'text/plain'), 'not_text'],
])('[CV40] %o fails', async ([answer, reason]) => {
  expect((await call(webhook, answer)).outcome).toEqual({ ok: false, reason });
});

it('[CV40][CV41][CV42][CV75][CV76] the request has the members of the block, and the id of the effect as Idempotency-Key', async () => {
  const headers = [
    { name: 'X-A', value: '1' },
    { name: 'Host', value: 'evil.example' },
    { name: 'x-a', value: '2' },
    { name: 'Content-Length', value: '0' },
  ];
  const { requests } = await call({ ...webhook, headers });
  expect(requests).toEqual([
    {
      method: 'POST',
      url: 'https://example.org/',
      headers: {
        'user-agent': 'acme/webhooks',
        accept: 'application/json, */*;q=0.1',
        'idempotency-key': 'c/1/1',
        'x-a': '1, 2',
      },
      body: new TextEncoder().encode('{"a":"ü"}'),
      redirects: 5,
      timeoutMs: 10_000,
      group: place.brand,
      maxBytes: 1_048_576,
    },
  ]);
});

it('[CV41][CV75] an Idempotency-Key, a User-Agent and an Accept of the author are sent', async () => {
  const headers = [
    { name: 'Idempotency-Key', value: 'mine' },
    { name: 'USER-AGENT', value: 'ours/1' },
    { name: 'Accept', value: 'text/csv' },
  ];
  const { requests } = await call({ ...webhook, headers });
  expect(requests[0]?.headers).toEqual({ 'idempotency-key': 'mine', 'user-agent': 'ours/1', accept: 'text/csv' });
});
