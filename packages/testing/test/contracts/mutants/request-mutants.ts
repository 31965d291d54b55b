import type { RequestStore, Storage } from '@botwright/core/ports';
import { changeTransaction, type Mutant } from './mutant.ts';

export const requestMutants: readonly Mutant[] = [
  {
    rule: 'ST44',
    fault: 'a key in use is given again',
    breakStorage: (sound) =>
      changeRequests(sound, (requests) => ({
        async reserve(request) {
          const outcome = await requests.reserve(request);
          return outcome.kind === 'in_use' ? { kind: 'reserved' } : outcome;
        },
      })),
  },
  {
    rule: 'ST45',
    fault: 'responses replay for ever',
    breakStorage: (sound) =>
      changeRequests(sound, (requests) => ({
        reserve: (request) => requests.reserve({ ...request, replayForMs: Number.MAX_SAFE_INTEGER }),
      })),
  },
  {
    rule: 'ST46',
    fault: 'fingerprints are not compared',
    breakStorage: (sound) =>
      changeRequests(sound, (requests) => ({
        reserve: (request) => requests.reserve({ ...request, fingerprint: 'any' }),
      })),
  },
  {
    rule: 'ST47',
    fault: 'a lease never ends',
    breakStorage: (sound) =>
      changeRequests(sound, (requests) => ({
        reserve: (request) => requests.reserve({ ...request, leaseUntil: Number.MAX_SAFE_INTEGER }),
      })),
  },
  {
    rule: 'ST47',
    fault: 'a run that lost its key says that it completed',
    breakStorage: (sound) =>
      changeRequests(sound, (requests) => ({
        async complete(request, run, response, now) {
          await requests.complete(request, run, response, now);
          return 'completed';
        },
      })),
  },
  {
    rule: 'ST48',
    fault: 'keys are not freed',
    breakStorage: (sound) => changeRequests(sound, () => ({ free: async () => undefined })),
  },
  {
    rule: 'ST48',
    fault: 'anyone can free a key',
    breakStorage(sound) {
      let holder = '';
      return changeRequests(sound, (requests) => ({
        async reserve(request) {
          const outcome = await requests.reserve(request);
          if (outcome.kind === 'reserved') holder = request.run;
          return outcome;
        },
        free: (request) => requests.free(request, holder),
      }));
    },
  },
  {
    rule: 'ST49',
    fault: 'a response is stored also when its transaction rolls back',
    breakStorage: (sound) => ({
      ...sound,
      transaction(brand, work) {
        const completed: Parameters<RequestStore['complete']>[] = [];
        const run = sound.transaction(brand, (tx) =>
          work({
            ...tx,
            requests: {
              ...tx.requests,
              complete(...args) {
                completed.push(args);
                return tx.requests.complete(...args);
              },
            },
          }),
        );
        return run.catch(async (error: unknown) => {
          await sound.transaction(brand, async (tx) => {
            for (const args of completed) await tx.requests.complete(...args);
          });
          throw error;
        });
      },
    }),
  },
  {
    rule: 'ST50',
    fault: 'keys are compared without the path',
    breakStorage: (sound) =>
      changeRequests(sound, (requests) => ({ reserve: (request) => requests.reserve({ ...request, path: '' }) })),
  },
  {
    rule: 'ST50',
    fault: 'path and key are compared as one joined text',
    breakStorage: (sound) =>
      changeRequests(sound, (requests) => ({
        reserve: (request) => requests.reserve({ ...request, path: '', key: request.path + request.key }),
      })),
  },
  {
    rule: 'ST53',
    fault: 'nothing is swept',
    breakStorage: (sound) => ({ ...sound, tenants: { ...sound.tenants, sweep: async () => undefined } }),
  },
  {
    rule: 'ST53',
    fault: 'a sweep removes reservations and keys that are a moment too young',
    breakStorage: (sound) => ({
      ...sound,
      tenants: {
        ...sound.tenants,
        sweep: ({ reservedBefore, completedBefore }) =>
          sound.tenants.sweep({ reservedBefore: reservedBefore + 1, completedBefore: completedBefore + 1 }),
      },
    }),
  },
];

function changeRequests(sound: Storage, change: (requests: RequestStore) => Partial<RequestStore>): Storage {
  return changeTransaction(sound, (tx) => ({ requests: { ...tx.requests, ...change(tx.requests) } }));
}
