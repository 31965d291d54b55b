import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lineBatch } from './line-batch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function startBatch() {
  const written: string[] = [];
  const output = {
    write: (text: string) => void written.push(text),
    flush(done: () => void) {
      written.push('flush');
      done();
    },
  };
  return { written, batch: lineBatch(output, { maxChars: 6, maxMs: 100 }) };
}

it('[SV13] lines are written together', () => {
  const { written, batch } = startBatch();
  for (const line of ['a\n', 'b\n', 'c\n', 'd\n']) batch.write(line);
  expect(written).toEqual(['a\nb\nc\n']);
});

it('[SV13] the first line of a group waits for a limited time', () => {
  const { written, batch } = startBatch();
  batch.write('a\n');
  vi.advanceTimersByTime(60);
  batch.write('b\n');
  vi.advanceTimersByTime(40);
  batch.write('c\n');
  expect(written).toEqual(['a\nb\n']);
  vi.advanceTimersByTime(100);
  expect(written).toEqual(['a\nb\n', 'c\n']);
});

it('[SV13] a flush writes the waiting lines', () => {
  const { written, batch } = startBatch();
  const done = vi.fn();
  batch.write('a\n');
  batch.flush(done);
  vi.advanceTimersByTime(100);
  expect(written).toEqual(['a\n', 'flush']);
  expect(done).toHaveBeenCalledOnce();
});
