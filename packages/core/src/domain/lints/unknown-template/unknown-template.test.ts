import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { findingsOf } from '../../../../test/lint-fixture.ts';

it.for<readonly [string, string | undefined]>([
  ['ask_question', 'Did you mean "var_text"?'],
  ['webhok', 'Did you mean "webhook"?'],
  ['send_txt', 'Did you mean "chat"?'],
  ['of_a_plugin', undefined],
  ['x'.repeat(100_000), undefined],
])('[LI18] no block has the template %s: %s', ([template, hint]) => {
  const [finding, ...others] = findingsOf('unknown-template', greeted([node('a', template, {})]));
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ code: 'unknown-template', blockId: 'a', pointer: '/nodes/a/template' });
  expect(finding?.hint).toBe(hint);
});

it('[LI18] the blocks of the catalog have templates that are known', () => {
  expect(findingsOf('unknown-template', greeted([node('a', 'chat', { text: 'Hi' })]))).toEqual([]);
});
