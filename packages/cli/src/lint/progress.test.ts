import type { WriteStream } from 'node:tty';
import { expect, it } from 'vitest';
import { createProgress } from './progress.ts';

function printedOn(isTTY: boolean, total: number): string {
  let printed = '';
  const write = (text: string): boolean => {
    printed += text;
    return true;
  };
  const progress = createProgress({ isTTY, write } as WriteStream);
  for (let done = 0; done < total; done += 1) progress.show(done, total);
  progress.clear();
  return printed;
}

it('[LC7] progress is shown on a terminal, for many files, and is gone in the end', () => {
  expect(printedOn(true, 60)).toMatch(/^\r\u001b\[2KChecking file 1 of 60\r.*Checking file 51 of 60\r\u001b\[2K$/s);
  expect([printedOn(true, 40), printedOn(false, 60)]).toEqual(['', '']);
});
