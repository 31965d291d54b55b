import type { RateLimiter, Storage } from '@botwright/core/ports';
import { changePart, type Mutant } from './mutant.ts';

export const rateLimiterMutants: readonly Mutant[] = [
  {
    rule: 'RT1',
    fault: 'the window is a fixed one',
    breakStorage: (sound) =>
      changeAdmit(sound, (admit) => (key, request) => {
        const second = Math.floor(request.now / request.windowMs);
        return admit(`${key} ${second}`, { ...request, now: second * request.windowMs });
      }),
  },
  {
    rule: 'RT1',
    fault: 'refused requests count',
    breakStorage: (sound) =>
      changeAdmit(sound, (admit) => async (key, request) => {
        const outcome = await admit(key, request);
        if (outcome.kind === 'refused') await admit(key, { ...request, limit: Number.MAX_SAFE_INTEGER });
        return outcome;
      }),
  },
  {
    rule: 'RT2',
    fault: 'a refusal asks to wait for the whole window',
    breakStorage: (sound) =>
      changeAdmit(sound, (admit) => async (key, request) => {
        const outcome = await admit(key, request);
        return outcome.kind === 'refused' ? { ...outcome, retryAfterMs: request.windowMs } : outcome;
      }),
  },
  {
    rule: 'RT3',
    fault: 'the count is read before it is written',
    breakStorage(sound) {
      const counts = new Map<string, number>();
      return changeAdmit(sound, () => async (key, { limit, windowMs }) => {
        const count = counts.get(key) ?? 0;
        await Promise.resolve();
        if (count >= limit) return { kind: 'refused', retryAfterMs: windowMs };
        counts.set(key, count + 1);
        return { kind: 'admitted' };
      });
    },
  },
  {
    rule: 'RT4',
    fault: 'keys are compared without case',
    breakStorage: (sound) => changeAdmit(sound, (admit) => (key, request) => admit(key.toLowerCase(), request)),
  },
  {
    rule: 'RT5',
    fault: 'what was counted far in the future refuses everybody',
    breakStorage(sound) {
      let latest = 0;
      return changeAdmit(sound, (admit) => (key, request) => {
        latest = Math.max(latest, request.now);
        return admit(key, { ...request, now: latest });
      });
    },
  },
];

function changeAdmit(sound: Storage, change: (admit: RateLimiter['admit']) => RateLimiter['admit']): Storage {
  return changePart(sound, 'rateLimiter', ({ admit }) => ({ admit: change(admit) }));
}
