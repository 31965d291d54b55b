import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSweeps } from './sweeps.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('[SV18] sweeps every minute, and no more once ended', async () => {
  const sweep = vi.fn(async () => {});
  const end = startSweeps({ sweep }, { error: vi.fn() });
  await vi.advanceTimersByTimeAsync(180_000);
  expect(sweep).toHaveBeenCalledTimes(3);
  await end();
  await vi.advanceTimersByTimeAsync(180_000);
  expect(sweep).toHaveBeenCalledTimes(3);
});

it('[SV18] does not begin a sweep while one runs, and waits for it at the end', async () => {
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

it('[SV18] logs a sweep that fails, and sweeps again', async () => {
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
