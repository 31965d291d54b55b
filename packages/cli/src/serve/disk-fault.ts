import { systemErrorCode } from '../command-failure.ts';

/** Primary result codes of SQLite for the disk or the file. */
const sqliteReasons: Readonly<Record<number, string>> = {
  8: 'the disk or the file can only be read',
  10: 'the disk does not read or write',
  11: 'the database is damaged',
  13: 'no space is left on the disk',
  14: 'a file cannot be opened',
  26: 'the file is not a database',
};

const systemReasons: Readonly<Record<string, string>> = {
  EACCES: 'this process has no right to it',
  EDQUOT: 'no space is left on the disk',
  EFBIG: 'a file would be larger than this process may make one',
  EIO: 'the disk does not read or write',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENOSPC: 'no space is left on the disk',
  EPERM: 'this process has no right to it',
  EROFS: 'the disk can only be read',
};

/**
 * Describes briefly a fault of the disk or of its permissions, also as the cause of another error.
 *
 * @returns `undefined` for any other fault.
 * @spec SV10
 */
export function describeDiskFault(error: unknown): string | undefined {
  for (let fault = error, depth = 0; fault instanceof Error && depth < 10; fault = fault.cause, depth += 1) {
    const reason = 'errcode' in fault ? sqliteReasons[Number(fault.errcode) & 0xff] : undefined;
    const known = reason ?? systemReasons[systemErrorCode(fault) ?? ''];
    if (known !== undefined) return known;
  }
  return undefined;
}
