import { expect, it } from 'vitest';
import { greeted, placesOf, violationsOf } from '../../../../test/check-fixture.ts';

it('[RU26][RU4] a connection must leave an existing block', () => {
  expect(violationsOf(greeted([], [['ghost', '$success', 'welcome']]))).toEqual([
    {
      code: 'connection_source_unknown',
      message: 'Connection "ghost.$success--welcome" leaves "ghost", which is not a block.',
      connectionId: 'ghost.$success--welcome',
      pointer: '/connections/ghost.$success--welcome/sourcePath',
      severity: 'error',
    },
  ]);
});

it.for(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  '[RU10][RU26][RU27] %s is a block only where a diagram has one',
  (key) => {
    expect(placesOf(greeted([], [[key, '$success', key]]))).toEqual([
      `connection_source_unknown /connections/${key}.$success--${key}/sourcePath`,
      `connection_target_unknown /connections/${key}.$success--${key}/targetPath`,
    ]);
  },
);
