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

it('[LC7] shows progress on a terminal for many files, and removes it at the end', () => {
  const clear = '\r\u001b[2K';
  const shown = [1, 11, 21, 31, 41, 51].map((nth) => `${clear}Checking file ${nth} of 60`);
  expect(printedOn(true, 60)).toBe([...shown, clear].join(''));
  expect([printedOn(true, 40), printedOn(false, 60)]).toEqual(['', '']);
});
