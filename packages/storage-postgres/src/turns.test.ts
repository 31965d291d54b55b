import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

function openCalls() {
  const turns = createTurns();
  const log: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  return {
    log,
    begin(name: string, overlaps = false): Promise<string> {
      return turns.take(
        () => {
          log.push(name);
          const end = Promise.withResolvers<string>();
          ends.set(name, end);
          return end.promise;
        },
        { overlaps },
      );
    },
    async end(name: string): Promise<void> {
      ends.get(name)?.resolve(name);
      await new Promise((resolve) => setImmediate(resolve));
    },
    async fail(name: string): Promise<void> {
      ends.get(name)?.reject(new Error(name));
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

it('[PG32] calls that may overlap begin at once, in their order; any other waits for all before it, and those after it wait', async () => {
  const { log, begin, end } = openCalls();
  const calls = [begin('a', true), begin('b', true), begin('c'), begin('d', true), begin('e', true), begin('f')];
  expect(log).toEqual(['a', 'b']);
  await end('b');
  expect(log).toEqual(['a', 'b']);
  await end('a');
  expect(log).toEqual(['a', 'b', 'c']);
  await end('c');
  expect(log).toEqual(['a', 'b', 'c', 'd', 'e']);
  await end('d');
  await end('e');
  await end('f');
  expect(await Promise.all(calls)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

it('[PG32] a call that fails lets the next one begin', async () => {
  const { log, begin, end, fail } = openCalls();
  const failing = expect(begin('a')).rejects.toThrow('a');
  const next = begin('b', true);
  await fail('a');
  await failing;
  expect(log).toEqual(['a', 'b']);
  await end('b');
  expect(await next).toBe('b');
});
