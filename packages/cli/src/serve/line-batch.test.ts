import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lineBatch } from './line-batch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function startBatch() {
  const told: string[] = [];
  const output = {
    write: (text: string) => void told.push(text),
    flush(done: () => void) {
      told.push('flush');
      done();
    },
  };
  return { told, batch: lineBatch(output, { maxChars: 6, maxMs: 100 }) };
}

it('[SV13] lines wait for each other until they are many', () => {
  const { told, batch } = startBatch();
  for (const line of ['a\n', 'b\n', 'c\n', 'd\n']) batch.write(line);
  expect(told).toEqual(['a\nb\nc\n']);
});

it('[SV13] no line waits long, counted from the first', () => {
  const { told, batch } = startBatch();
  batch.write('a\n');
  vi.advanceTimersByTime(60);
  batch.write('b\n');
  vi.advanceTimersByTime(40);
  batch.write('c\n');
  expect(told).toEqual(['a\nb\n']);
  vi.advanceTimersByTime(100);
  expect(told).toEqual(['a\nb\n', 'c\n']);
});

it('[SV13] a flush takes along what waits', () => {
  const { told, batch } = startBatch();
  const done = vi.fn();
  batch.write('a\n');
  batch.flush(done);
  vi.advanceTimersByTime(100);
  expect(told).toEqual(['a\n', 'flush']);
  expect(done).toHaveBeenCalledOnce();
});
