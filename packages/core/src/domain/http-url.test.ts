import { expect, it } from 'vitest';
import { isHttpUrl } from './http-url.ts';

const longest = `https://h/${'x'.repeat(8_182)}`;

it.for([
  'http://example.org',
  'https://example.org/',
  'HTTPS://EXAMPLE.ORG/a?b=c#d',
  'http://127.0.0.1:8080/hook',
  'http://[::1]/hook',
  'https://example.org/?secret=%00',
  'https://münchen.example/ä',
  'https://example.org/a@b',
  longest,
])('[HK5][MS11] %s is an http address', (text) => {
  expect(isHttpUrl(text)).toBe(true);
});

it.for([
  '',
  'example.org',
  '/hook',
  '//example.org/hook',
  'ftp://example.org',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http:',
  'http://',
  'http:example.org',
  'http:/example.org',
  'http:///example.org',
  'http://?x',
  'http://#x',
  'http:\\\\example.org',
  'http://exa mple.org',
  ' https://example.org',
  'https://example.org\n',
  'https://exam\tple.org',
  'https://example.org/a b',
  'https://example.org/\u0000',
  'https://example.org/\u0085',
  'https://example.org/\ud800',
  'https://user@example.org',
  'https://user:secret@example.org',
  'https://:secret@example.org',
  'https://example.org:99999',
  'https://[::1',
  'https://256.0.0.1',
  `${longest}x`,
])('[HK5][MS11] %j is no http address', (text) => {
  expect(isHttpUrl(text)).toBe(false);
});
