import { expect, it } from 'vitest';
import { describeDiskFault } from './disk-fault.ts';

const sqlite = (errcode: number): Error => Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode });
const system = (code: string): Error => Object.assign(new Error('x'), { code });

it.for([
  [sqlite(13), 'no space is left on the disk'],
  // SQLITE_IOERR_WRITE
  [sqlite(778), 'the disk does not read or write'],
  [sqlite(8), 'the disk or the file can only be read'],
  [system('ENOSPC'), 'no space is left on the disk'],
  [system('EROFS'), 'the disk can only be read'],
  [new Error('rolled back', { cause: new Error('the group', { cause: sqlite(13) }) }), 'no space is left on the disk'],
  [sqlite(19), undefined],
  [new Error('a fault of ours'), undefined],
  ['text', undefined],
] as const)('[SV10] %o is %s', ([error, reason]) => {
  expect(describeDiskFault(error)).toBe(reason);
});
