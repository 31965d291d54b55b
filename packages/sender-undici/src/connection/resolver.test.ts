import { expect, it } from 'vitest';
import { systemResolver } from './resolver.ts';

it('[SN26] the system finds this machine', async () => {
  const found = await systemResolver().resolve('localhost');
  expect(found.every((address) => address === '127.0.0.1' || address === '::1')).toBe(true);
  expect(found.length).toBeGreaterThan(0);
});

it('[SN26] look-ups of a name that overlap are one; the next one is new', async () => {
  const asked: string[] = [];
  const answers = [
    Promise.withResolvers<string[]>(),
    Promise.withResolvers<string[]>(),
    Promise.withResolvers<string[]>(),
  ];
  const resolver = systemResolver((name) => {
    asked.push(name);
    return answers[asked.length - 1]?.promise ?? Promise.reject(new Error('ENOTFOUND'));
  });

  const overlapping = [resolver.resolve('a.example'), resolver.resolve('a.example'), resolver.resolve('b.example')];
  answers[0]?.resolve(['1.1.1.1']);
  answers[1]?.resolve(['8.8.8.8']);
  expect(await Promise.all(overlapping)).toEqual([['1.1.1.1'], ['1.1.1.1'], ['8.8.8.8']]);

  answers[2]?.resolve(['9.9.9.9']);
  expect(await resolver.resolve('a.example')).toEqual(['9.9.9.9']);
  await expect(resolver.resolve('a.example')).rejects.toThrow('ENOTFOUND');
  await expect(resolver.resolve('a.example')).rejects.toThrow('ENOTFOUND');
  expect(asked).toEqual(['a.example', 'b.example', 'a.example', 'a.example', 'a.example']);
});
