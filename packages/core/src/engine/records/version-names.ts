import { systemIds } from '../../node/system.ts';

/**
 * Gives versions of records. Their names never come again, in any process: the ids of the host may, as in tests, and a
 * version that came again would let a batch overwrite a change that it has not seen.
 */
export function versionNames(): () => string {
  const run = systemIds().token();
  let count = 0;
  return () => {
    count += 1;
    return `${run}-${count}`;
  };
}
