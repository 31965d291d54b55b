import { setTimeout as wait } from 'node:timers/promises';
import type { BatchOperation, Storage } from '@botwright/core/ports';
import { changeAnswers, changeBatch, changeOperation, type Mutant } from './mutant.ts';

/** Faults of a store as a whole. */
export const storeMutants: readonly Mutant[] = [
  { rule: 'ST8', fault: 'close does nothing', breakStorage: (sound) => ({ ...sound, close: async () => undefined }) },
  {
    rule: 'ST8',
    fault: 'close does not wait for calls that run',
    breakStorage: (sound) => ({
      ...sound,
      async commit(scope, batch) {
        const outcome = await sound.commit(scope, batch);
        await wait(5);
        return outcome;
      },
    }),
  },
  {
    rule: 'ST8',
    fault: 'programs run after the end',
    breakStorage: (sound) => ({
      ...sound,
      exclusive: async (scope, program) =>
        sound.exclusive?.(scope, program).catch(() => ({ committed: { kind: 'committed' } })) as never,
    }),
  },
  {
    rule: 'ST9',
    fault: 'a store that forgets says that it is durable',
    breakStorage: (sound) => ({ ...sound, capabilities: { ...sound.capabilities, durable: true } }),
  },
  {
    rule: 'ST27',
    fault: 'the engine edits drafts on a store that ignores conditions',
    breakStorage: (sound) => changeBatch(withoutPrograms(sound), (batch) => ({ ...batch, conditions: [] })),
  },
  {
    rule: 'ST90',
    fault: 'the engine reads channels as they were first',
    breakStorage(sound) {
      const first = new Map<string, unknown>();
      return changeAnswers(withoutPrograms(sound), (answer, request) => {
        if (!('kind' in request) || request.kind !== 'channel') return answer;
        const name = JSON.stringify(request);
        if (!first.has(name)) first.set(name, answer);
        return first.get(name);
      });
    },
  },
  {
    rule: 'ID1',
    fault: 'the engine finds no request that it has answered',
    breakStorage: (sound) =>
      changeOperation(withoutPrograms(sound), 'put', (each) => (each.kind === 'request' ? undefined : each)),
  },
  {
    rule: 'EV12',
    fault: 'the engine keeps the events of a batch that conflicts',
    breakStorage(sound) {
      const kept = (each: BatchOperation) => each.do === 'put' && each.kind === 'raised_event';
      return {
        ...withoutPrograms(sound),
        async commit(scope, batch) {
          const outcome = await sound.commit(scope, batch);
          const operations = batch.operations.filter(kept);
          if (outcome.kind === 'conflict') await sound.commit(scope, { conditions: [], operations });
          return outcome;
        },
      };
    },
  },
  {
    rule: 'EV13',
    fault: 'the engine gives positions in the opposite order',
    breakStorage: (sound) =>
      changeAnswers(withoutPrograms(sound), (answer, request) =>
        request.do === 'number' && request.sequence === 'raised_event' ? 1_000_000 - Number(answer) : answer,
      ),
  },
  {
    rule: 'EV15',
    fault: 'the engine forgets how far a subscriber has come',
    breakStorage: (sound) =>
      changeOperation(withoutPrograms(sound), 'put', (each) =>
        each.kind === 'event_subscriber' ? { ...each, record: { ...each.record, position: 0 } } : each,
      ),
  },
];

/** Makes the engine read, and commit with conditions. */
function withoutPrograms({ exclusive: _, ...storage }: Storage): Storage {
  return storage;
}
