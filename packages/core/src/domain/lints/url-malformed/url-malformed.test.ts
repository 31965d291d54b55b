import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { findingsOf, pointersOf } from '../../../../test/lint-fixture.ts';

it.for<readonly [string, boolean]>([
  ['https://api.example.com/x?y=@{name}', false],
  ['http://@{host}.example.com:8080', false],
  [' @{picture} ', false],
  ['  ', false],
  ['api.example.com/x', true],
  ['@{scheme}://api.example.com', true],
  ['ftp://api.example.com', true],
  ['https://', true],
  ['see our page', true],
])('[LI20] the address %j is malformed: %j', ([url, isMalformed]) => {
  const diagram = greeted([
    node('call', 'webhook', { url }),
    node('picture', 'media', { url, media_type: 'image' }),
    node('book', 'scheduler', { auth_id: 'a', scheduling_url: url }),
  ]);
  const places = ['/nodes/call/params/url', '/nodes/picture/params/url', '/nodes/book/params/scheduling_url'];
  expect(pointersOf('url-malformed', diagram)).toEqual(isMalformed ? places : []);
});

it('[LI20] says what is missing where that is clear', () => {
  const hintOf = (url: string) => findingsOf('url-malformed', greeted([node('call', 'webhook', { url })]))[0]?.hint;
  expect([hintOf('api.example.com/x'), hintOf('see our page')]).toEqual(['Write https:// before it.', undefined]);
});
