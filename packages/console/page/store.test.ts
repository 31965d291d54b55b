import { expect, it } from 'vitest';
import { createStore } from './store.ts';

it('notifies each listener of a change once, and none that has ended', () => {
  const store = createStore(1);
  const seen: number[] = [];
  const end = store.subscribe(() => seen.push(store.get()));
  store.set(2);
  store.set(2);
  end();
  store.set(3);
  expect([seen, store.get()]).toEqual([[2], 3]);
});
