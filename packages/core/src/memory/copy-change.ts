import { frozenCopy } from './frozen-copy.ts';

/** Copies a change deeply; members that are `undefined`, which clear, stay. */
export function copyChange<T extends object>(change: T): T {
  return Object.fromEntries(Object.entries(change).map(([key, member]) => [key, frozenCopy(member)])) as T;
}
