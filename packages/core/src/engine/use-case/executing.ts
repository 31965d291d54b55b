import type { Storage } from '../../ports/storage.ts';

type Execute = NonNullable<Storage['execute']>;

/** Wraps `execute` of a store, if it has one. */
export function executing(storage: Storage, wrap: (execute: Execute) => Execute): Pick<Storage, 'execute'> {
  const execute: Execute | undefined = storage.execute?.bind(storage);
  return execute === undefined ? {} : { execute: wrap(execute) };
}
