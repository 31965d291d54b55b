/** The result of a store's call: a value, or a promise of it. */
export type Later<T> = T | Promise<T>;

/** Continues with the result of a store: synchronously unless it is a promise. */
export function after<T, TNext>(value: Later<T>, next: (value: T) => Later<TNext>): Promise<TNext> {
  return (value instanceof Promise ? value.then(next) : next(value)) as Promise<TNext>;
}
