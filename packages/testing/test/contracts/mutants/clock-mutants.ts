import type { Storage } from '@botwright/core/ports';
import type { Mutant } from './mutant.ts';

const fault = 'the clock stands still until it has caught up after it was set back';

/** Makes a function that gives the latest moment that it was ever given. */
function standingClock(): <T extends { readonly now: number; readonly leaseUntil: number }>(request: T) => T {
  let latest = 0;
  return (request) => {
    latest = Math.max(latest, request.now);
    return { ...request, now: latest, leaseUntil: request.leaseUntil - request.now + latest };
  };
}

function standing<TKey extends 'deliveryQueue' | 'conversationQueue'>(sound: Storage, part: TKey): Storage {
  const atLatest = standingClock();
  const claim = (request: never) => sound[part].claim(atLatest(request));
  return { ...sound, [part]: { ...sound[part], claim } };
}

export const clockMutants: readonly Mutant[] = [
  { rule: 'DQ27', fault, breakStorage: (sound) => standing(sound, 'deliveryQueue') },
  {
    rule: 'DQ27',
    fault: 'whatever waits is hurried when the clock is set back',
    breakStorage(sound) {
      let latest = 0;
      const claim: Storage['deliveryQueue']['claim'] = (request) => {
        const isBack = request.now < latest;
        latest = Math.max(latest, request.now);
        return sound.deliveryQueue.claim(isBack ? { ...request, now: Number.MAX_SAFE_INTEGER } : request);
      };
      return { ...sound, deliveryQueue: { ...sound.deliveryQueue, claim } };
    },
  },
  { rule: 'CQ22', fault, breakStorage: (sound) => standing(sound, 'conversationQueue') },
  {
    rule: 'CQ23',
    fault: 'a lease that a clock which was ahead has given keeps others from taking',
    breakStorage(sound) {
      const { conversationQueue } = sound;
      const take: typeof conversationQueue.take = (key, request) =>
        conversationQueue.take(key, { ...request, leaseUntil: Number.MAX_SAFE_INTEGER });
      return { ...sound, conversationQueue: { ...conversationQueue, take } };
    },
  },
];
