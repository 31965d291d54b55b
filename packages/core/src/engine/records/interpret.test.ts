import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../memory/index.ts';
import type { RecordStore } from '../../ports/record-store.ts';
import { recordKinds } from '../../records/record-kinds.ts';
import { answerRequests, runProgram } from '../use-case/run-program.ts';
import { load } from '../use-case/use-case.ts';
import { interpret, interpretReads } from './interpret.ts';
import type { Load } from './loads.ts';
import type { Operation } from './operations.ts';
import { versionNames } from './version-names.ts';

const brand = 'acme';
const bot = {
  id: 'b1',
  number: 1,
  name: 'Sales',
  foldedName: 'sales',
  workspace: 1,
  channelFamily: 'native',
  state: 'active',
  builder: 'current',
  channels: [],
  testChannel: 't1',
  createdAt: 1,
  editedAt: 1,
} as const;
const draft = {
  botId: 'b1',
  revision: 1,
  diagramJson: '{"one":1}',
  violations: [],
  violationsTotal: 0,
  editedAt: 1,
  editedBy: 7,
};
const lockedBot: Load = { kind: 'lockedBot', id: 'b1' };

function opened(hasText: boolean, change: (store: RecordStore) => RecordStore = (store) => store) {
  const records = change(memoryStorage());
  const nextVersion = versionNames();
  const parts = { hasText, nextVersion };
  return {
    commit: (loads: readonly Load[], operations: readonly Operation[]) =>
      runProgram({ records, kinds: recordKinds, wait: async () => {} }, { brand }, () =>
        interpret(
          parts,
          brand,
          (function* () {
            yield loads;
            return { operations };
          })(),
        ),
      ),
    load: <const TLoads extends readonly Load[]>(...loads: TLoads) =>
      answerRequests(records, { brand }, interpretReads(brand, load(...loads))),
  };
}

describe.each([true, false])('a store with documents in parts: %s', (hasText) => {
  it('[ST27] a whole state of a draft without violations keeps the stored ones', async () => {
    const store = opened(hasText);
    const violations = [{ rule: 'empty-bot', message: 'Empty.' }];
    const first = { ...draft, violations, violationsTotal: 1 } as unknown as typeof draft;
    await store.commit([], [{ kind: 'insertBot', bot, channels: [], draft: first }]);
    const { violations: _, ...next } = { ...first, revision: 2, diagramJson: '{"two":2}' };
    const keep = { maxRevisions: 2, maxBytes: 1_000 };
    await store.commit([lockedBot], [{ kind: 'putDraft', next, expected: 1, keep }]);
    expect(await store.load({ kind: 'draft', botId: 'b1' })).toEqual([{ ...next, violations }]);
  });

  it('[ST27][ST28][ST29][ST30][ST111] a change of a draft makes the next state, and the last becomes history', async () => {
    const store = opened(hasText);
    await store.commit([], [{ kind: 'insertBot', bot, channels: [], draft }]);
    const { botId, diagramJson: _, violations: __, ...head } = draft;
    const violation = { rule: 'empty-bot', message: 'Empty.' };
    const keep = { maxRevisions: 2, maxBytes: 1_000 };
    for (const revision of [2, 3, 4]) {
      const next = {
        ...head,
        botId,
        revision,
        bytes: 9,
        textSplices: [[7, 1, `${revision}`]],
        violationSplices: [[0, 0, [violation]]],
      } as const;
      const operation = { kind: 'putDraft', next, expected: revision - 1, keep } as unknown as Operation;
      await store.commit([lockedBot], [operation]);
    }
    const [present, past] = await store.load(
      { kind: 'draft', botId },
      { kind: 'revisions', botId, range: { page: 1, pageSize: 9 } },
    );
    expect(present).toEqual({
      ...draft,
      revision: 4,
      diagramJson: '{"one":4}',
      violations: [violation, violation, violation],
    });
    expect(past.items.map(({ revision, diagramJson }) => [revision, diagramJson])).toEqual([
      [3, '{"one":3}'],
      [2, '{"one":2}'],
    ]);
  });
});

describe('[ST90] the version of the settings', () => {
  const changing = async (operations: readonly Operation[]) => {
    let puts: readonly string[] = [];
    const store = opened(true, ({ exclusive: _, ...records }) => ({
      ...records,
      commit(scope, batch) {
        puts = batch.operations.flatMap((each) => (each.do === 'put' ? [each.kind] : []));
        return records.commit(scope, batch);
      },
    }));
    await store.commit([], [{ kind: 'insertBot', bot, channels: [], draft }]);
    await store.commit([lockedBot], operations);
    return puts;
  };
  const update = (change: object): Operation => ({ kind: 'updateBot', id: 'b1', change });

  it('changes with a setting', async () => {
    expect(await changing([update({ editedAt: 2 }), update({ name: 'Shop' })])).toEqual(['bot', 'settings']);
    expect(await changing([{ kind: 'destroyBot', id: 'b1' }])).toEqual(['settings']);
  });

  it('stays when only the moment of the last edit changes', async () => {
    expect(await changing([update({ editedAt: 2 })])).toEqual(['bot']);
  });
});
