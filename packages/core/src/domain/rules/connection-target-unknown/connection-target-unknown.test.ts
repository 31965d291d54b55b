import { expect, it } from 'vitest';
import { greeted, violationsOf } from '../../../../test/check-fixture.ts';

it('[RU27][RU4] a connection must end at an existing block', () => {
  expect(violationsOf(greeted([], [['welcome', '$success', 'ghost']]))).toEqual([
    {
      code: 'connection_target_unknown',
      message: 'Connection "welcome.$success--ghost" ends at "ghost", which is not a block.',
      blockId: 'welcome',
      connectionId: 'welcome.$success--ghost',
      pointer: '/connections/welcome.$success--ghost/targetPath',
      severity: 'error',
    },
  ]);
});
