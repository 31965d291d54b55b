import { systemClock } from '@botwright/core/node';
import { expect, it } from 'vitest';
import { apiUrl, readEndpoint } from './endpoint.ts';
import { oauthClient } from './oauth-client.ts';
import { readOptions } from './provider-options.ts';

it.for([
  'https://oauth2.example.com/token',
  'https://proxy.example.com:8443/google/',
  'http://localhost:3000/token',
  'http://127.0.0.1:1/',
  'http://127.8.9.10/',
  'http://[::1]:9/x',
])('[PV11] secrets may go to %s', (text) => {
  expect(readEndpoint('token', text).href).toBe(text);
});

it.for([
  'http://oauth2.example.com/token',
  'http://10.0.0.1/',
  'http://127.0.0.1.example.com/',
  'http://localhost.example.com/',
  'ftp://127.0.0.1/',
  'https://user:pass@example.com/',
  'https://example.com/?key=1',
  'https://example.com/#x',
  'example.com',
  '',
])('[PV11] secrets may not go to "%s"', (text) => {
  expect(() => readEndpoint('token', text)).toThrow(TypeError);
  const defaults = {
    service: 'Example',
    endpoints: { token: 'https://example.com/' },
    classifyRefusal: () => undefined,
  };
  const options = { clientId: 'a', clientSecret: 'b', endpoints: { token: text } };
  expect(() => readOptions(options, defaults)).toThrow(TypeError);
});

it.for(['clientId', 'clientSecret'])('[PV11] an app without %s is refused', (name) => {
  const app = { clientId: 'a', clientSecret: 'b', [name]: '' };
  const endpoint = new URL('https://example.com/');
  const server = { service: 'Example', issuer: 'https://example.com', scopes: [], secretIn: 'body' } as const;
  const endpoints = { authorization: endpoint, token: endpoint, revocation: endpoint };
  expect(() => oauthClient({ app, server: { ...server, ...endpoints }, clock: systemClock() })).toThrow(
    new TypeError(`"${name}" must not be empty.`),
  );
});

it('[PV11] an endpoint keeps its path', () => {
  const base = readEndpoint('api', 'https://proxy.example.com/google/');
  expect(apiUrl(base, 'files/a%2Fb', { q: "a = 'b' & c" }).href).toBe(
    'https://proxy.example.com/google/files/a%2Fb?q=a+%3D+%27b%27+%26+c',
  );
});
