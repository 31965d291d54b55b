import { expect, it, vi } from 'vitest';
import { createBounds } from './bounds.ts';

it('[SN13] closing waits until everything that was stopped is over', async () => {
  const bounds = createBounds();
  const bound = bounds.open(10_000);
  const destroy = vi.fn();
  bound.hold({ destroy });
  let isClosed = false;
  const closing = bounds.close().then(() => {
    isClosed = true;
  });

  await Promise.resolve();
  expect({ stopped: bound.stopped, calls: destroy.mock.calls.length, isClosed }).toEqual({
    stopped: 'closed',
    calls: 1,
    isClosed: false,
  });
  bound.release();
  expect(destroy).toHaveBeenCalledTimes(2);
  await closing;
  await bounds.close();
});

it('[SN10][SN13] what is registered too late is destroyed at once, and the first reason counts', async () => {
  vi.useFakeTimers();
  try {
    const bounds = createBounds();
    const bound = bounds.open(100);
    const first = vi.fn();
    const second = vi.fn();
    bound.hold({ destroy: first });
    bound.renew(200);
    vi.advanceTimersByTime(199);
    expect(bound.stopped).toBe(undefined);
    vi.advanceTimersByTime(1);
    bound.hold({ destroy: second });
    const closing = bounds.close();
    expect(bound.stopped).toBe('timeout');
    expect(second).toHaveBeenCalledOnce();
    bound.release();
    await closing;

    const late = bounds.open(100);
    expect(late.stopped).toBe('closed');
    late.release();
  } finally {
    vi.useRealTimers();
  }
});
