import { setTimeout as wait } from 'node:timers/promises';
import type { Storage } from '@botwright/core/ports';
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
];

/** Makes the engine read, and commit with conditions. */
function withoutPrograms({ exclusive: _, ...storage }: Storage): Storage {
  return storage;
}
