import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { pointersOf } from '../../../../test/lint-fixture.ts';

it.for<readonly [url: string, isFromVisitor: boolean]>([
  ['https://@{typed}/x', true],
  ['@{typed}://example.com', true],
  [' @{typed} ', true],
  ['https://example.com@{typed}', true],
  ['https://a.@{a/b}.example/x', true],
  ['https://example.com/@{typed}', false],
  ['https://example.com?to=@{typed}', false],
  ['https://@{known}/x', false],
  ['@{nobody}', false],
])('[LG27] the visitor decides to which site %j leads: %s', ([url, isFromVisitor]) => {
  const diagram = greeted([
    node('ask', 'var_text', { text: '?', destination: 'typed' }),
    node('ask2', 'var_url', { text: '?', destination: 'a/b' }),
    node('set', 'set_field', { field: 'known', value: 'x' }),
    node('page', 'open_url', { url }),
    node('picture', 'media', { url, media_type: 'image' }),
  ]);
  expect(pointersOf('open-address-from-visitor', diagram)).toEqual(isFromVisitor ? ['/nodes/page/params/url'] : []);
});
