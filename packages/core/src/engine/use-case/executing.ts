import type { Storage } from '../../ports/storage.ts';

type Execute = NonNullable<Storage['execute']>;

/** `execute` of a store that is wrapped, where it has one. */
export function executing(storage: Storage, wrap: (execute: Execute) => Execute): Pick<Storage, 'execute'> {
  const execute: Execute | undefined = storage.execute?.bind(storage);
  return execute === undefined ? {} : { execute: wrap(execute) };
}
