import { createEngine, isEngineError, type Policy, permissions } from '@botwright/core';
import { expect, it } from 'vitest';
import { openStorages } from '../support/stores.ts';

const quota: Policy = (_command, _by, { bots = 0 }) =>
  bots < 3 ? 'allow' : { refuse: 'too_many_bots', message: 'Your plan has 3 bots.', status: 402 };

it.each(['sqlite', 'postgres'] as const)('[PO6] two processes on %s stay within a quota of bots', async (store) => {
  const callers = (await openStorages(store, 2)).map((storage) =>
    createEngine({ storage, policy: quota }).as({ brand: 'acme', person: 7, workspaces: [1], permissions }),
  );
  const creations = callers.flatMap(({ bots }) =>
    ['a', 'b', 'c', 'd'].map((name) => bots.create({ name, channelFamily: 'native' })),
  );
  const outcomes = await Promise.allSettled(creations);
  const codes = outcomes.map((each) =>
    each.status === 'fulfilled' ? 'made' : isEngineError(each.reason) ? each.reason.code : String(each.reason),
  );
  expect(codes.sort()).toEqual([...Array(3).fill('made'), ...Array(5).fill('too_many_bots')]);
});
