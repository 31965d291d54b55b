import { expect, it } from 'vitest';
import { createLargeInputs } from './large-inputs.ts';

it('[DR53] a use of an input for more than ten seconds does not block other inputs', async () => {
  const slept: (() => void)[] = [];
  const asked: number[] = [];
  const timer = {
    sleep(ms: number) {
      asked.push(ms);
      return new Promise<void>((resolve) => slept.push(resolve));
    },
  };
  const largeDiagrams = { run: <T>(_brand: string, work: (large: never) => Promise<T>) => work(undefined as never) };
  const inputs = createLargeInputs({ timer, largeDiagrams, maxWaiting: 8 });
  const use = () => Promise.withResolvers<string>();
  const hanging = Array.from({ length: 4 }, use);
  const all = hanging.map(({ promise }, nth) =>
    inputs.run(
      `brand ${nth}`,
      () => nth,
      () => promise,
    ),
  );
  const fifth = inputs.run(
    'another brand',
    () => 'read',
    async (input) => `${input} and used`,
  );
  await expect.poll(() => slept.length).toBe(4);
  expect(await Promise.race([fifth, Promise.resolve('waits')])).toBe('waits');

  slept[0]?.();
  expect(await fifth).toBe('read and used');
  expect(asked).toEqual([10_000, 10_000, 10_000, 10_000, 10_000]);
  for (const [nth, { resolve, reject }] of hanging.entries()) nth === 3 ? reject(new Error('away')) : resolve(`${nth}`);
  expect(await Promise.allSettled(all)).toMatchObject([
    { value: '0' },
    { value: '1' },
    { value: '2' },
    { reason: { message: 'away' } },
  ]);
});
