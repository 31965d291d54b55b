import type { ConversationQueue, Storage, Wake } from '@botwright/core/ports';
import { changeOperation, changePart, type Mutant } from './mutant.ts';

export const wakeMutants: readonly Mutant[] = [
  {
    rule: 'WT10',
    fault: 'a wake is forgotten',
    breakStorage: (sound) => changeOperation(sound, 'settle', ({ wake: _, ...each }) => each),
  },
  {
    rule: 'WT10',
    fault: 'every settlement removes the wake',
    breakStorage: (sound) => changeOperation(sound, 'settle', (each) => ({ wake: 'none', ...each })),
  },
  {
    rule: 'WT10',
    fault: 'a wake comes a moment early',
    breakStorage: (sound) => changeWake(sound, (wake) => ({ ...wake, at: wake.at - 1 })),
  },
  {
    rule: 'WT11',
    fault: 'a wake holds no messages',
    breakStorage: (sound) => changeWake(sound, ({ holdsInbox: _, ...wake }) => wake),
  },
  {
    rule: 'WT12',
    fault: 'a customer with a due wake cannot be taken',
    breakStorage: (sound) =>
      changeQueue(sound, ({ take }) => ({ take: (key, request) => take(key, { ...request, now: 0 }) })),
  },
  {
    rule: 'WT13',
    fault: 'the last moment goes first',
    breakStorage: (sound) => changeWake(sound, (wake) => ({ ...wake, at: 500 - wake.at })),
  },
  {
    rule: 'WT14',
    fault: 'the store knows no moment',
    breakStorage: (sound) => changeQueue(sound, () => ({ nextWakeAt: async () => undefined })),
  },
  {
    rule: 'WT15',
    fault: 'a wait in the future stays there',
    breakStorage: (sound) => changeWake(sound, (wake) => ({ ...wake, since: 0 })),
  },
];

function changeWake(sound: Storage, change: (wake: Wake) => Wake): Storage {
  return changeOperation(sound, 'settle', ({ wake, ...each }) => ({
    ...each,
    ...(wake !== undefined && { wake: wake === 'none' ? wake : change(wake) }),
  }));
}

function changeQueue(sound: Storage, change: (queue: ConversationQueue) => Partial<ConversationQueue>): Storage {
  return changePart(sound, 'conversationQueue', change);
}
