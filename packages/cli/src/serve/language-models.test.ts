import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readInput } from '@botwright/core/inputs';
import { expect, it, onTestFinished } from 'vitest';
import { configSchema } from '../config/config-schema.ts';
import { makeLanguageModels } from './language-models.ts';

const small = { base_url: 'https://models.example.com/v1', model: 'small-3' };

it.for<readonly [unknown, boolean]>([
  [{}, true],
  [{ small }, true],
  [{ 'a small one': { ...small, key_variable: 'SMALL_KEY', allow_private_target: true } }, true],
  [{ small: { ...small, base_url: 'ftp://models.example.com' } }, false],
  [{ small: { ...small, base_url: 'https://a:b@models.example.com' } }, false],
  [{ small: { ...small, base_url: 'https://models.example.com/?a' } }, false],
  [{ small: { ...small, model: '' } }, false],
  [{ small: { ...small, key_variable: 'a b' } }, false],
  [{ small: { ...small, key: 'sk-1' } }, false],
  [{ small: { base_url: small.base_url } }, false],
  [{ ' ': small }, false],
  [{ ['x'.repeat(101)]: small }, false],
  [[small], false],
  [Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`m${at}`, small])), false],
])('[AS9] the models %j are taken: %j', ([given, isTaken]) => {
  expect(readInput(configSchema, { models: given }).ok).toBe(isTaken);
});

it.for([undefined, '', 'with space', 'a\nb'])('[AS9] the key %j ends the command', async (key) => {
  const given = { small: { ...small, key_variable: 'SMALL_KEY' } };
  await expect(makeLanguageModels(given, { SMALL_KEY: key })).rejects.toMatchObject({
    name: 'CommandFailure',
    exitCode: 2,
    message:
      'The environment variable SMALL_KEY, which models.small names, has no key of visible ASCII characters.',
  });
});

it('[AS9] a private address is reached only if that is wanted, with the key of the environment', async () => {
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers.authorization);
    request.resume();
    response.end('data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\n');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const guarded = { base_url, model: 'small-3', key_variable: 'SMALL_KEY' };
  const given = { guarded, free: { ...guarded, allow_private_target: true } };
  const { models, close } = await makeLanguageModels(given, { SMALL_KEY: 'sk-1' });
  onTestFinished(async () => {
    await close();
    server.close();
  });
  const request = { messages: [{ role: 'user', text: 'Hello' }], fills: [], tools: [], maxTokens: 16 } as const;
  const options = { signal: new AbortController().signal, idempotencyKey: 'x' };
  expect(await models['free']?.complete(request, options)).toMatchObject({ text: 'Hi' });
  await expect(models['guarded']?.complete(request, options)).rejects.toThrow('The model cannot be reached');
  expect(keys).toEqual(['Bearer sk-1']);
});
