import { expect, it } from 'vitest';
import { greeted, placesOf, violationsOf } from '../../../../test/check-fixture.ts';

const closed = { id: 'a', template: 'chat', params: { text: 'Hi' }, isTarget: false };

it('[RU30] no connection may end at a block that is not a target', () => {
  expect(violationsOf(greeted([closed], [['welcome', '$success', 'a']]))).toEqual([
    {
      code: 'target_not_allowed',
      message: 'Connection "welcome.$success--a" ends at block "a", where none may end.',
      blockId: 'welcome',
      connectionId: 'welcome.$success--a',
      pointer: '/connections/welcome.$success--a/targetPath',
      severity: 'error',
    },
  ]);
});

it('[RU30] connections may leave it', () => {
  expect(placesOf(greeted([closed], [['a', '$success', 'welcome']]))).toEqual([]);
});

it('[RU9][RU30] this holds for a block that is not in the catalog too', () => {
  const plugin = { ...closed, template: 'of_a_plugin' };
  expect(placesOf(greeted([plugin], [['welcome', '$success', 'a']]))).toEqual([
    'target_not_allowed /connections/welcome.$success--a/targetPath',
  ]);
});
