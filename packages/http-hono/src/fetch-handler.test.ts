import { expect, it } from 'vitest';
import { fetchHandler } from './fetch-handler.ts';

it('[HA12] the address of a request is the one that `addressOf` returns, and unknown without it', async () => {
  const addresses: unknown[] = [];
  const api = {
    async handle({ address }: { readonly address?: string }) {
      addresses.push(address);
      return { status: 204, headers: {}, body: undefined };
    },
  };
  const request = new Request('https://acme.test/v1/channels/', { headers: { 'x-real-ip': '10.0.0.1' } });
  await fetchHandler(api, { addressOf: ({ headers }) => headers.get('x-real-ip') ?? undefined })(request);
  await fetchHandler(api)(request);
  expect(addresses).toEqual(['10.0.0.1', undefined]);
});

it.for([
  ['https://acme.test:8443/v0-alpha/a%2Fb?page=1&x=?#end', '/v0-alpha/a%2Fb', 'page=1&x=?'],
  ['https://acme.test?x=/', '/', 'x=/'],
  ['https://acme.test/#/?x', '/', ''],
] as const)('[HT49] %s is split', async ([url, path, query]) => {
  const asked: unknown[] = [];
  const api = {
    async handle(request: { readonly path: string; readonly query: string }) {
      asked.push([request.path, request.query]);
      return { status: 204, headers: {}, body: undefined };
    },
  };
  await fetchHandler(api)(new Request(url));
  expect(asked).toEqual([[path, query]]);
});
