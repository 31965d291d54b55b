import { deepEqual, equal } from 'node:assert/strict';
import { createEngine, type Engine, type Principal, permissions } from '@botwright/core';
import type { Storage } from '@botwright/core/ports';
import { casesOf } from '../contract.ts';
import { atOnce } from '../records/samples.ts';
import { brand } from './samples.ts';

const caller: Principal = { brand, person: 7, workspaces: [1], permissions };

/** The engine on the store under test. */
export const engineCases = casesOf({
  '[ST27] of concurrent edits of a draft that expect one revision the engine stores exactly one, and keeps the past': ({
    storage,
  }) =>
    withEngines(storage, 2, async ([first, second]) => {
      const { bots, drafts } = first.as(caller);
      const { id } = await bots.create({ name: 'Sales', channelFamily: 'native' });
      const { revision, diagram } = await drafts.get(id);
      const outcomes = await atOnce(12, (index) =>
        (index % 2 ? first : second)
          .as(caller)
          .drafts.replace(id, { ...diagram, position: index }, { ifRevision: revision })
          .then(
            () => 'stored',
            () => 'refused',
          ),
      );
      equal(outcomes.filter((outcome) => outcome === 'stored').length, 1);
      equal((await drafts.get(id)).revision, revision + 1);
      const past = await second.as(caller).drafts.revisions(id);
      deepEqual(
        past.items.map((each) => each.revision),
        [revision],
      );
    }),
  '[ST90] an engine finds settings as another engine on the same data has just stored them': ({ storage }) =>
    withEngines(storage, 2, async ([first, second]) => {
      const { channel, token = '' } = await first
        .as(caller)
        .channels.create({ name: 'Support', type: 'apichat', workspace: 1 });
      for (const active of [true, false, true]) {
        await first.as(caller).channels.update(channel.number, { active });
        equal((await second.as(caller).channels.get(channel.number)).active, active);
        equal((await second.authenticateChannel(token)) !== undefined, active);
      }
    }),
  '[ID1] of concurrent requests with one key the engine carries out one, and answers it again afterwards': ({
    storage,
  }) =>
    withEngines(storage, 2, async ([first, second]) => {
      const request = {
        ...{ path: '/bots', key: 'k1', fingerprint: 'f1' },
        encode: (outcome: object) => JSON.stringify(outcome),
      };
      const create = (engine: Engine) =>
        engine.once(caller, request, ({ bots }) => bots.create({ name: 'Once', channelFamily: 'native' }));
      await atOnce(8, (index) => create(index % 2 ? first : second).catch(() => undefined));
      equal((await create(second)).replayed, true);
      equal((await first.as(caller).bots.list()).total, 1);
    }),
});

/** Engines on one store, as of two processes, with a configured brand. */
async function withEngines(
  storage: Storage,
  count: number,
  work: (engines: readonly [Engine, Engine]) => Promise<void>,
): Promise<void> {
  const shared = { ...storage, close: async () => undefined };
  const engines = Array.from({ length: count }, () => createEngine({ storage: shared }));
  const [first, second] = engines as [Engine, Engine];
  try {
    await first.configure([{ name: brand, plan: 'business', workspaces: [1], tokens: [] }]);
    await work([first, second]);
  } finally {
    await Promise.all(engines.map((each) => each.close()));
  }
}
