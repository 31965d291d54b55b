import { expect, it } from 'vitest';
import { codeFrame, splitLines } from './code-frame.ts';

it('[LC11] shows the line of a place, without its end', () => {
  const lines = splitLines('a1\na2\r\na3');
  const at = (line: number) => codeFrame(lines, { line, column: 1, endLine: line, endColumn: 2 }, 80);
  expect(at(2)).toEqual({ line: 'a2', marker: '^' });
  expect(at(3).line).toBe('a3');
  expect(at(4)).toEqual({ line: '', marker: '^' });
});
