import type { DecidedRecords, RecordBatch, Storage } from '@botwright/core/ports';

/**
 * Works on a store until a conversation comes to a position of a kind, as if the process died when its state was stored:
 * nothing after that is read or written.
 */
export async function dieAt(
  storage: Storage,
  kind: 'jump' | 'result',
  work: (dying: Storage) => Promise<void>,
): Promise<void> {
  const isDead = { value: false };
  const look = ({ operations }: DecidedRecords | RecordBatch): void => {
    isDead.value ||= operations.some(
      (each) => each.do === 'put' && String(each.record['stateJson']).includes(`"at":{"kind":"${kind}"`),
    );
  };
  const unlessDead = <T>(call: () => Promise<T>): Promise<T> =>
    isDead.value ? Promise.reject(new Error('The process has died.')) : call();
  const { exclusive } = storage;
  const dying: Storage = {
    ...storage,
    read: (scope, requests) => unlessDead(() => storage.read(scope, requests)),
    commit: (scope, batch) =>
      unlessDead(async () => {
        const outcome = await storage.commit(scope, batch);
        look(batch);
        return outcome;
      }),
    ...(exclusive !== undefined && {
      exclusive: (scope, program) =>
        unlessDead(async () => {
          const result = await exclusive(scope, program);
          look(result.decision);
          return result;
        }),
    }),
  };
  await work(dying).catch((error: unknown) => {
    if (!isDead.value) throw error;
  });
  if (!isDead.value) throw new Error(`No conversation came to a position of the kind ${kind}.`);
}
