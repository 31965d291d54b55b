/** What a store answers at once, or promises. */
export type Later<T> = T | Promise<T>;

/** Goes on with what a store returns: at once where it is no promise. */
export function after<T, TNext>(value: Later<T>, next: (value: T) => Later<TNext>): Promise<TNext> {
  return (value instanceof Promise ? value.then(next) : next(value)) as Promise<TNext>;
}
