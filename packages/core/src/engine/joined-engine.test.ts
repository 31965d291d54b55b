import { expect, it } from 'vitest';
import { engineFixture, principalOf, refusalOf } from '../../test/engine-fixture.ts';
import { memoryStorage } from '../memory/index.ts';
import type { Storage } from '../ports/storage.ts';

/**
 * A store that is in its own transaction for any client, and answers the named outcome to commits there.
 *
 * @param locks - Whether it runs programs under its lock.
 */
function joinable(kind: 'committed' | 'conflict', locks: boolean): Storage & { readonly commits: () => number } {
  const { exclusive: _, ...storage } = memoryStorage();
  let commits = 0;
  const commit: Storage['commit'] = async (scope, batch) => {
    commits += 1;
    return kind === 'conflict' ? { kind } : storage.commit(scope, batch);
  };
  const exclusive: Required<Storage>['exclusive'] = async (scope, program) => {
    const running = program();
    let step = running.next([]);
    while (step.done !== true) step = running.next(await storage.read(scope, step.value));
    return {
      decision: step.value,
      committed: await commit(scope, { conditions: [], operations: step.value.operations }),
    };
  };
  const within = () => ({ ...storage, commit, ...(locks && { exclusive }) });
  return { ...storage, within, commits: () => commits };
}

it.each([true, false])(
  '[ST129] a use-case is committed once, and fails where another was first (lock: %s)',
  async (locks) => {
    const storage = joinable('conflict', locks);
    const { engine } = engineFixture({ storage });
    const creating = engine.within({}).as(principalOf()).bots.create({ name: 'Sales', channelFamily: 'native' });
    const { code, cause } = await refusalOf(creating);
    expect([code, cause, storage.commits()]).toEqual(['dependency_failed', expect.any(Error), 1]);
    const putting = engine.within({}).brands.put({ name: 'acme', plan: 'business', workspaces: [1] });
    expect([(await refusalOf(putting)).code, storage.commits()]).toEqual(['dependency_failed', 2]);
  },
);

it.each([true, false])(
  '[ST128][EV11] use-cases in a transaction take effect together, and their events come when it is committed (lock: %s)',
  async (locks) => {
    const { engine, acme } = engineFixture({ storage: joinable('committed', locks) });
    const seen: unknown[] = [];
    const subscription = engine.events.subscribe(({ type }) => seen.push(type));
    const [joined, undone] = [engine.within({}), engine.within({})];
    await undone.as(principalOf()).bots.create({ name: 'Undone', channelFamily: 'native' });
    const { id } = await joined.as(principalOf()).bots.create({ name: 'Sales', channelFamily: 'native' });
    await joined.as(principalOf()).bots.update(id, { name: 'Support' });
    await acme.bots.trash(id);
    joined.committed();
    await subscription.end();
    expect(seen).toEqual(['bot.trashed', 'bot.created', 'bot.renamed']);
  },
);

it('[ST132] a storage that cannot join a transaction says so', () => {
  const { engine } = engineFixture();
  expect(() => engine.within({})).toThrow(
    new TypeError('The storage has no `within`: a transaction of the host takes one such as postgresStorage().'),
  );
});

it('[ST128] conversations are not followed in a transaction', async () => {
  const { engine, acme } = engineFixture({ storage: joinable('committed', false) });
  const { id } = await acme.bots.create({ name: 'Sales', channelFamily: 'native' });
  const message = { type: 'text', message: 'hi' } as const;
  const { customer } = await acme.conversations.receive({ bot: id, visitor: 'ada', message });
  const joined = engine.within({}).as(principalOf());
  await expect(joined.conversations.follow(customer)[Symbol.asyncIterator]().next()).rejects.toThrow(
    new TypeError('Conversations are followed outside of a transaction of the host.'),
  );
});
