import { EngineError } from '@botwright/core';
import { StorageUnavailableError } from '@botwright/core/ports';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSweeps } from './sweeps.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('[SV18] the store is swept every minute, and no more once ended', async () => {
  const sweep = vi.fn(async () => {});
  const end = startSweeps({ sweep }, { error: vi.fn() });
  await vi.advanceTimersByTimeAsync(180_000);
  expect(sweep).toHaveBeenCalledTimes(3);
  await end();
  await vi.advanceTimersByTimeAsync(180_000);
  expect(sweep).toHaveBeenCalledTimes(3);
});

it('[SV18] no sweep begins while one runs, and the end waits for it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const sweep = vi.fn(() => promise);
  const end = startSweeps({ sweep }, { error: vi.fn() });
  await vi.advanceTimersByTimeAsync(180_000);
  expect(sweep).toHaveBeenCalledTimes(1);
  let isEnded = false;
  const ending = end().then(() => {
    isEnded = true;
  });
  await vi.advanceTimersByTimeAsync(1);
  expect(isEnded).toBe(false);
  resolve();
  await ending;
});

it('[SV18] a sweep that fails is logged, and the next one runs', async () => {
  const fault = new Error('no disk');
  const sweep = vi.fn(async () => {
    throw fault;
  });
  const error = vi.fn();
  const end = startSweeps({ sweep }, { error });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(sweep).toHaveBeenCalledTimes(2);
  expect(error).toHaveBeenCalledWith({ err: fault }, 'sweep failed');
  await end();
});

it('[ST121] each of consecutive slow sweeps is logged, without a stack', async () => {
  const cause = new StorageUnavailableError('A statement took too long.', { isOfCall: true });
  const error = vi.fn();
  const end = startSweeps({ sweep: () => Promise.reject(new EngineError('dependency_failed', { cause })) }, { error });
  await vi.advanceTimersByTimeAsync(180_000);
  expect(error.mock.calls).toEqual(Array(3).fill([{ problem: 'A statement took too long.' }, 'sweep failed']));
  await end();
});

it('[SV73] only the first of consecutive sweeps that fail for an unavailable store is logged, without a stack', async () => {
  const cause = new StorageUnavailableError('The server is away.');
  const away = new EngineError('dependency_failed', { cause });
  const faults: (Error | undefined)[] = [away, away, undefined, away, new Error('a bug'), away];
  const error = vi.fn();
  const sweep = async () => {
    const fault = faults.shift();
    if (fault !== undefined) throw fault;
  };
  const end = startSweeps({ sweep }, { error });
  await vi.advanceTimersByTimeAsync(360_000);
  const inWords = [{ problem: 'The server is away.' }, 'sweep failed'];
  expect(error.mock.calls).toEqual([inWords, inWords, [{ err: new Error('a bug') }, 'sweep failed'], inWords]);
  await end();
});
