import { setTimeout as wait } from 'node:timers/promises';
import type { Mutant } from './mutant.ts';

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
];
